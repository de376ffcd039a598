import type { NextFunction, Request, Response } from 'express';
import { isSafe } from '../../http/negotiation/request-url';
import { wireFormatOf, wantsHtml } from '../../http/negotiation/wire-format';

/** Resources with an HTML page at another path. */
const PAGE_OF: ReadonlyMap<string, string> = new Map([
  ['/', '/accounts/home'],
  ['/token', '/accounts/token'],
]);
const REPORT = /^\/api\/v2\/assets\/([^/]+)\/reports$/;

/**
 * Rewrites the URL of a browser request to the HTML page of the resource; programs and requests with `format` get the
 * resource itself (decision 10). Runs after the URL is normalised.
 */
export function servePages(request: Request, _response: Response, next: NextFunction): void {
  const mark = request.url.indexOf('?');
  const page = pageOf(mark === -1 ? request.url : request.url.slice(0, mark), request);
  if (page !== undefined && isSafe(request.method) && wantsHtml(request)) {
    request.url = mark === -1 ? page : page + request.url.slice(mark);
  }
  next();
}

function pageOf(path: string, request: Request): string | undefined {
  // `format=api` shows the JSON of the report as a resource page (decision 10).
  const asset = wireFormatOf(request).format === 'api' ? undefined : REPORT.exec(path)?.[1];
  return asset === undefined ? PAGE_OF.get(path) : `/accounts/reports/${asset}`;
}
