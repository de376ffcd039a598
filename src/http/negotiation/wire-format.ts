import type { Request } from 'express';
import { RequestState } from '../request-state';

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

const formats = new RequestState<WireFormat>('format');

export function setWireFormat(request: Request, format: WireFormat): void {
  formats.set(request, format);
}

/** Returns the format that `normaliseUrl` recorded. */
export function wireFormatOf(request: Request): WireFormat {
  return formats.get(request) ?? { suffix: undefined, format: undefined, path: request.path };
}
