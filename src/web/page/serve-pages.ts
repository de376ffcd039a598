import type { NextFunction, Request, Response } from 'express';
import { isSafe } from '../../http/negotiation/safe-methods';
import { wireFormatOf } from '../../http/negotiation/wire-format';
import { wantsPage } from '../../http/negotiation/page-preference';

/** Resources that have a page of their own for people, at another path. */
const PAGE_OF: ReadonlyMap<string, string> = new Map([
  ['/', '/accounts/home'],
  ['/token', '/accounts/token'],
]);
const REPORT = /^\/api\/v2\/assets\/([^/]+)\/reports$/;

/**
 * Leads a browser to the page of what it asked for; the address stays. Programs, and whoever asks for a format, get the
 * resource itself (decision 10). It runs after the URL is normalised.
 */
export function servePages(request: Request, _response: Response, next: NextFunction): void {
  const mark = request.url.indexOf('?');
  const page = pageOf(mark === -1 ? request.url : request.url.slice(0, mark), request);
  if (page !== undefined && isSafe(request.method) && wantsPage(request)) {
    request.url = mark === -1 ? page : page + request.url.slice(mark);
  }
  next();
}

function pageOf(path: string, request: Request): string | undefined {
  // The numbers of a report have a page as any resource has: `api` asks for it (decision 98).
  const asset = wireFormatOf(request).format === 'api' ? undefined : REPORT.exec(path)?.[1];
  return asset === undefined ? PAGE_OF.get(path) : `/accounts/reports/${asset}`;
}
