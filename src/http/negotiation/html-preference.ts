import type { Request } from 'express';
import { wireFormatOf } from './wire-format';

/** Detects browsers: their Accept header starts with HTML (decision 10). */
export function prefersHtml(request: Request): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(request.headers.accept ?? '');
}

/** Returns whether HTML is requested: by the format in the URL, else by a browser. */
export function wantsHtml(request: Request): boolean {
  const { format } = wireFormatOf(request);
  return format === undefined ? prefersHtml(request) : format === 'api' || format === 'html';
}

const BROWSABLE = /^\/(api\/v2(\/|$)|me$|token$)/;

/** Returns whether the HTML page of an API resource is requested (decision 83). */
export function wantsResourcePage(request: Request): boolean {
  return wantsHtml(request) && BROWSABLE.test(request.path);
}
