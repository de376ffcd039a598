import type { Request } from 'express';
import { type CanActivate, type ExecutionContext, Injectable, NotAcceptableException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

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
export const FORMAT_SUFFIXES = [
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

export function setWireFormat(request: Request, format: WireFormat): void {
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
export function namedTypes(accept: string, types: readonly string[]): string[] {
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
