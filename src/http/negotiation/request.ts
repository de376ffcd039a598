import type { Request, NextFunction, Response } from 'express';
import {
  type CanActivate,
  type ExecutionContext,
  Injectable,
  NotAcceptableException,
  createParamDecorator,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { parse } from 'node:querystring';

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

/** Returns whether the HTML page of an API resource is requested (decision 10). */
export function wantsResourcePage(request: Request): boolean {
  return wantsHtml(request) && BROWSABLE.test(request.path);
}

/** Path suffixes that select a format (contract-assets 0.1). */
const FORMAT_SUFFIXES = [
  'json',
  'ssjson',
  'xml',
  'xls',
  'geojson',
  'csv',
  'ndjson',
  'xlsx',
  'html',
  'api',
] as const;

export type FormatSuffix = (typeof FORMAT_SUFFIXES)[number];

/** Format requested by the URL. */
export interface WireFormat {
  /** `json` for `/api/v2/assets.json`; links in the response carry it too. */
  readonly suffix: FormatSuffix | undefined;
  /** Format of the suffix, else of `?format=`. */
  readonly format: string | undefined;
  /** Original path with slashes merged, without the query. */
  readonly path: string;
}

declare global {
  namespace Express {
    /** Written by `normaliseUrl` only. */
    interface Locals {
      wireFormat?: WireFormat;
    }
  }
}

function setWireFormat(request: Request, format: WireFormat): void {
  request.res!.locals.wireFormat = format;
}

/** Returns the format that `normaliseUrl` recorded. */
export function wireFormatOf(request: Request): WireFormat {
  return request.res!.locals.wireFormat ?? { suffix: undefined, format: undefined, path: request.path };
}

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

/**
 * Returns whether an Accept header accepts one of the media types; the most specific range decides (RFC 9110 12.5.1).
 * Ignores parameters other than `q`: clients send a charset, which JSON does not have.
 */
export function acceptsAny(accept: string, types: readonly string[]): boolean {
  const ranges = accept.toLowerCase().split(',').map(readRange);
  return types.some((type) => {
    const [family = ''] = type.split('/');
    const mostSpecific = [type, `${family}/*`, '*/*']
      .map((wanted) => ranges.find(({ range }) => range === wanted))
      .find((found) => found !== undefined);
    return mostSpecific !== undefined && mostSpecific.quality > 0;
  });
}

/** Returns the media types that an Accept header names explicitly. */
function namedTypes(accept: string, types: readonly string[]): string[] {
  const ranges = accept.toLowerCase().split(',').map(readRange);
  return types.filter((type) => ranges.some(({ range, quality }) => range === type && quality > 0));
}

function readRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { range, quality: quality === undefined ? 1 : Number(quality.slice('q='.length)) };
}

const ODATA_PATH = /^\/api\/v2\/(assets|entity-lists)\/[^/]+\/odata(\/|$)/;

export function isODataPath(path: string): boolean {
  return ODATA_PATH.test(path);
}

/** Metadata key of `@ApiProduces`, for routes with other types than JSON. */
const PRODUCES = 'swagger/apiProduces';

/** For files, whose type depends on the upload. */
export const ANY_TYPE = '*/*';

/** JSON, and HTML pages for browsers. */
const DEFAULT_TYPES = ['application/json', 'text/html', 'application/xhtml+xml'];

/**
 * Responds 406 when the Accept header matches none of the route's media types (contract-assets 0.3). A format in the URL
 * overrides the header, which HTTP libraries set on their own.
 */
@Injectable()
export class AcceptGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { accept } = request.headers;
    if (!accept || !isNegotiated(request.path)) return true;
    if (wireFormatOf(request).format !== undefined) return true;
    const produced =
      this.reflector.get<string[] | undefined>(PRODUCES, context.getHandler()) ?? DEFAULT_TYPES;
    if (produced.includes(ANY_TYPE) || acceptsAny(accept, produced)) return true;
    throw new NotAcceptableException('Could not satisfy the request Accept header.');
  }
}

/** Returns whether a path negotiates content; OpenRosa, OAuth2, OData and HTML paths do not. */
export function isNegotiated(path: string): boolean {
  return NEGOTIATED.test(path) && !isODataPath(path);
}

const NEGOTIATED = /^\/(api\/v2\/|me$|token$)/;

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

/** Injects the client's IP address; TRUST_PROXY decides about forwarded headers. Undefined once disconnected. */
export const ClientAddress = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().ip,
);

/** How much of its metadata a response has; `full` is for clients that do not read `$metadata`. */
export type MetadataLevel = 'none' | 'minimal' | 'full';

const PREFERENCE = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?/i;

const METADATA = /odata\.metadata\s*=\s*"?(none|minimal|full)/i;

export interface ODataPreferenceValues {
  /** `maxpagesize` of `Prefer`; undefined when absent or malformed. */
  readonly pageSize: number | undefined;
  /** `odata.metadata` of `$format`, else of `Accept`. */
  readonly level: MetadataLevel;
}

/** Injects what the client prefers. */
export const ODataPreferences = createParamDecorator(
  (_: unknown, context: ExecutionContext): ODataPreferenceValues => {
    const request = context.switchToHttp().getRequest<Request>();
    const size = Number(PREFERENCE.exec(request.get('prefer') ?? '')?.[1] ?? 0);
    const { $format } = request.query;
    const format = typeof $format === 'string' ? $format : (request.get('accept') ?? '');
    const level = METADATA.exec(format)?.[1]?.toLowerCase() as MetadataLevel | undefined;
    return { pageSize: size > 0 ? size : undefined, level: level ?? 'minimal' };
  },
);
