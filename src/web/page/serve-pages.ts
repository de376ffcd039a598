import type { NextFunction, Request, Response } from 'express';
import { isSafe, wireFormatOf, wantsHtml } from '../../http/negotiation/request';

/** Resources with an HTML page at another path. */
const PAGE_OF: ReadonlyMap<string, string> = new Map([
  ['/', '/accounts/home'],
  ['/token', '/accounts/token'],
]);
const REPORT = /^\/api\/v2\/assets\/([^/]+)\/reports$/;

/**
 * Rewrites the URL of a browser request to the HTML page of the resource, and redirects from a report to its tab; programs
 * and requests with `format` get the resource itself (decision 10). Runs after the URL is normalised.
 */
export function servePages(request: Request, response: Response, next: NextFunction): void {
  const mark = request.url.indexOf('?');
  const [path, query] =
    mark === -1 ? [request.url, ''] : [request.url.slice(0, mark), request.url.slice(mark)];
  const report = REPORT.exec(path)?.[1];
  const page = PAGE_OF.get(path);
  if ((report ?? page) === undefined || !isSafe(request.method) || !wantsHtml(request)) return next();
  if (page !== undefined) request.url = page + query;
  // `format=api` shows the JSON of the report as a resource page.
  else if (wireFormatOf(request).format !== 'api') {
    const parameters = new URLSearchParams(query);
    parameters.delete('format');
    const rest = parameters.size === 0 ? '' : `?${parameters.toString()}`;
    response.setHeader('Vary', 'Accept');
    return response.redirect(302, `/projects/${report!}/reports/${rest}`);
  }
  next();
}
