import type { Request } from 'express';
import { wireFormatOf } from './wire-format';

/** Whether a person is looking: the Accept header is led by HTML, as browsers send it and programs do not (decision 10). */
export function prefersPage(request: Request): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(request.headers.accept ?? '');
}

/** Whether a page is asked for: by the format that the URL names, else by a browser. */
export function wantsPage(request: Request): boolean {
  const { format } = wireFormatOf(request);
  return format === undefined ? prefersPage(request) : format === 'api' || format === 'html';
}

/** Where every resource has a page. */
const BROWSABLE = /^\/(api\/v2(\/|$)|me$|token$)/;

/** Whether the page of a resource of the API is asked for (decision 83). */
export function asksForPage(request: Request): boolean {
  return wantsPage(request) && BROWSABLE.test(request.path);
}
