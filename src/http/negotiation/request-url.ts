import type { NextFunction, Request, Response } from 'express';
import { FORMAT_SUFFIXES, setWireFormat, type FormatSuffix, namedTypes } from './wire-format';
import { parse } from 'node:querystring';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns whether a method is safe, that is read-only (RFC 9110 9.2.1). */
export function isSafe(method: string): boolean {
  return SAFE_METHODS.has(method);
}

/** Paths where a suffix selects a format; elsewhere (`/forms/…/form.xml`) it belongs to the name. */
const SUFFIX_PATHS = /^\/(api\/v2|me|token)(\/|\.|$)/;
const SUFFIX = new RegExp(`\\.(${FORMAT_SUFFIXES.join('|')})$`);

/** Formats of every resource: JSON and its HTML page. */
const UNIVERSAL_FORMATS: ReadonlySet<string> = new Set(['json', 'html', 'api']);

/** Resources that also have XML: forms, submissions and their lists, snapshots. */
const XML_RESOURCES =
  /^\/api\/v2\/(assets\/a[A-Za-z0-9]{21}(\/data(\/(\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}))?)?|asset_snapshots\/s[A-Za-z0-9]{21})$/;
const JSON_PAGE_XML = ['application/json', 'text/html', 'application/xhtml+xml', 'application/xml'];

/**
 * Normalizes the path before routing (decision 1, contract-clients 1): merges slashes, drops the trailing one and records
 * the format. Never redirects, since a redirected POST loses its body.
 *
 * Universal formats are removed from the path. Any other becomes its suffix, also when requested by `?format=` or, for
 * XML, by Accept (with `Vary`): `/api/v2/assets/:uid.xls` is a route with its own policy, and unknown formats match no
 * route (contract-assets 0.1: 404).
 */
export function normaliseUrl(
  request: Request,
  response: Pick<Response, 'setHeader'>,
  next: NextFunction,
): void {
  const target = takeAbsoluteTarget(request);
  const queryStart = target.indexOf('?');
  const rawPath = queryStart === -1 ? target : target.slice(0, queryStart);
  const query = queryStart === -1 ? '' : target.slice(queryStart);
  const merged = rawPath.includes('//') ? rawPath.replace(/\/{2,}/g, '/') : rawPath;
  let path = merged.length > 1 && merged.endsWith('/') ? merged.slice(0, -1) : merged;
  let requested = /[?&]format=([^&]+)/.exec(query)?.[1];
  let suffix: FormatSuffix | undefined;
  if (SUFFIX_PATHS.test(path)) {
    suffix = SUFFIX.exec(path)?.[1] as FormatSuffix | undefined;
    if (suffix !== undefined) path = path.slice(0, -suffix.length - 1);
    if (
      requested === undefined &&
      suffix === undefined &&
      isSafe(request.method) &&
      XML_RESOURCES.test(path)
    ) {
      response.setHeader('Vary', 'Accept');
      if (wantsXml(request)) requested = 'xml';
    }
    const format = suffix ?? requested;
    if (format !== undefined && !UNIVERSAL_FORMATS.has(format)) path = `${path}.${pathSuffix(format)}`;
  }
  setWireFormat(request, { suffix, format: suffix ?? requested, path: merged });
  if (path + query !== request.url) request.url = path + query;
  next();
}

/** An absolute URL as target, as proxies send it, wins over the Host header (RFC 9112 3.2.2). @returns the target without it */
function takeAbsoluteTarget(request: Request): string {
  const [origin, host] = /^https?:\/\/([^/?]+)/i.exec(request.url) ?? [];
  if (origin === undefined) return request.url;
  request.headers.host = host;
  return request.url.slice(origin.length);
}

function wantsXml({ headers: { accept } }: Request): boolean {
  return accept?.includes('xml') === true && namedTypes(accept, JSON_PAGE_XML).join() === 'application/xml';
}

/** Returns the format as a path suffix; `unknown`, which no route has, unless it is a plain word. */
function pathSuffix(format: string): string {
  return /^[a-z0-9]+$/i.test(format) ? format : 'unknown';
}

/** Query parser for Express: the last value of a repeated key wins (decision 1). */
export function readQuery(text: string | null | undefined): Record<string, string> {
  if (!text) return {};
  const pairs = Object.entries(parse(text));
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, (Array.isArray(value) ? value.at(-1) : value) ?? '']),
  );
}

/** Injects the query with repeated keys as lists, for OAuth2, which must reject them (RFC 6749 3.1). */
export const RepeatableQuery = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { originalUrl } = context.switchToHttp().getRequest<Request>();
  const queryStart = originalUrl.indexOf('?');
  return parse(queryStart === -1 ? '' : originalUrl.slice(queryStart + 1));
});
