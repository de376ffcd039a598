import type { Environment } from './environment';

/** Tile server of the operator. */
export interface MapTiles {
  /** Template with `{z}`, `{x}`, `{y}` and, for several hosts, `{s}`. */
  readonly url: string;
  readonly attribution: string;
  /** Source for the CSP `img-src`. */
  readonly origin: string;
}

/** @returns undefined without a tile server: the map has a plain background then */
export function mapTiles({
  MAP_TILE_URL: url,
  MAP_TILE_ATTRIBUTION: attribution = '',
}: Pick<Environment, 'MAP_TILE_URL' | 'MAP_TILE_ATTRIBUTION'>): MapTiles | undefined {
  if (url === undefined) return undefined;
  return {
    url,
    attribution,
    origin: new URL(url.replace('{s}', 'any-host')).origin.replace('any-host', '*'),
  };
}
