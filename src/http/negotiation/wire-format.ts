import type { Request } from 'express';
import { RequestNote } from '../request-note';

/** Endings that callers append to a path to choose a format (contract-assets 0.1). */
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

/** What the URL said about the format. */
export interface WireFormat {
  /** `json` for `/api/v2/assets.json`; hyperlinks of the answer carry it too. */
  readonly suffix: FormatSuffix | undefined;
  /** The format asked for by suffix or by `?format=`; undefined when neither was given. */
  readonly format: string | undefined;
  /** Path of the request as the caller sent it, with slashes merged, without the query. */
  readonly path: string;
}

const formats = new RequestNote<WireFormat>('format');

export function setWireFormat(request: Request, format: WireFormat): void {
  formats.leave(request, format);
}

/** The format that the URL asked for. Every request that passed `normaliseUrl` has one. */
export function wireFormatOf(request: Request): WireFormat {
  return formats.of(request) ?? { suffix: undefined, format: undefined, path: request.path };
}
