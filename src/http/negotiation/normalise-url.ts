import type { NextFunction, Request, Response } from 'express';
import { namedTypes } from './accepted-types';
import { isSafe } from './safe-methods';
import { FORMAT_SUFFIXES, setWireFormat, type FormatSuffix } from './wire-format';

/** Where a suffix chooses a format; elsewhere (`/forms/…/form.xml`) it is part of the name. */
const SUFFIXED = /^\/(api\/v2|me|token)(\/|\.|$)/;
const SUFFIX = new RegExp(`\\.(${FORMAT_SUFFIXES.join('|')})$`);

/** Formats that every resource has: JSON, and the page that shows it to people. */
const EVERYWHERE: ReadonlySet<string> = new Set(['json', 'html', 'api']);

/** What is XML beside being JSON and a page: forms, submissions and lists of them, snapshots. */
const ALSO_XML =
  /^\/api\/v2\/(assets\/a[A-Za-z0-9]{21}(\/data(\/(\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}))?)?|asset_snapshots\/s[A-Za-z0-9]{21})$/;
const JSON_PAGE_XML = ['application/json', 'text/html', 'application/xhtml+xml', 'application/xml'];

/**
 * Makes one path of the many that clients send for the same thing (decision 6, contract-clients 1): doubled slashes
 * are merged, the closing slash is dropped, the format is remembered. Nothing is redirected, for a redirected POST loses
 * its body.
 *
 * A format that every resource has is taken off the path. Any other is a resource of its own and ends up as the path's
 * suffix, also when `?format=` asked for it: `/api/v2/assets/:uid.xls` is a route like all others, with its own policy,
 * and a format that nobody declares is a path that nobody has (contract-assets 0.1: 404). Callers may also ask for XML by
 * naming it as what they accept, and neither JSON nor pages: caches are told so.
 */
export function normaliseUrl(
  request: Request,
  response: Pick<Response, 'setHeader'>,
  next: NextFunction,
): void {
  // A proxy may send the whole URL; the host is known from its header.
  const target = request.url.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  const sent = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark);
  const merged = sent.includes('//') ? sent.replace(/\/{2,}/g, '/') : sent;
  let path = merged.length > 1 && merged.endsWith('/') ? merged.slice(0, -1) : merged;
  let asked = /[?&]format=([^&]+)/.exec(query)?.[1];
  let suffix: FormatSuffix | undefined;
  if (SUFFIXED.test(path)) {
    suffix = SUFFIX.exec(path)?.[1] as FormatSuffix | undefined;
    if (suffix !== undefined) path = path.slice(0, -suffix.length - 1);
    if (asked === undefined && suffix === undefined && isSafe(request.method) && ALSO_XML.test(path)) {
      response.setHeader('Vary', 'Accept');
      if (wantsXml(request)) asked = 'xml';
    }
    const format = suffix ?? asked;
    if (format !== undefined && !EVERYWHERE.has(format)) path = `${path}.${nameOf(format)}`;
  }
  setWireFormat(request, { suffix, format: suffix ?? asked, path: merged });
  if (path + query !== request.url) request.url = path + query;
  next();
}

function wantsXml({ headers: { accept } }: Request): boolean {
  return accept?.includes('xml') === true && namedTypes(accept, JSON_PAGE_XML).join() === 'application/xml';
}

/** A format as part of a path; what is no name of any is one that no resource has. */
function nameOf(format: string): string {
  return /^[a-z0-9]+$/i.test(format) ? format : 'unknown';
}
