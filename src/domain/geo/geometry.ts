/** Longitude, latitude and, if known, altitude in metres. */
export type Position = readonly number[];

/** A GeoJSON geometry (RFC 7946). */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] };

export type GeoType = 'geopoint' | 'geotrace' | 'geoshape';

const GEO_TYPES: readonly string[] = ['geopoint', 'geotrace', 'geoshape'] satisfies GeoType[];

/** Whether this is the type of a geo question. `start-geopoint` is not: it is the location of the device. */
export function isGeoType(type: string): type is GeoType {
  return GEO_TYPES.includes(type);
}

/**
 * Converts an answer to GeoJSON. Rings are counterclockwise.
 * @param answer points separated by `;`, each `latitude longitude altitude precision`, separated by spaces
 * @returns undefined if it is invalid: not numbers, a line of one point, an open ring
 */
export function readGeometry(type: GeoType, answer: string): Geometry | undefined {
  const points = answer.split(';').flatMap((point) => (point.trim() === '' ? [] : [readPosition(point)]));
  const valid = points.filter((point) => point !== undefined);
  const [first] = valid;
  if (first === undefined || valid.length < points.length) return undefined;
  switch (type) {
    case 'geopoint':
      return { type: 'Point', coordinates: first };
    case 'geotrace':
      return valid.length < 2 ? undefined : { type: 'LineString', coordinates: valid };
    case 'geoshape':
      return isRing(valid) ? { type: 'Polygon', coordinates: [toCounterclockwise(valid)] } : undefined;
  }
}

/** Type of an answer by its text, as properties of entities have none: one point, a closed ring, or a line. */
export function geoTypeOf(answer: string): GeoType {
  const points = answer.split(';').flatMap((point) => (point.trim() === '' ? [] : [readPosition(point)]));
  if (points.length <= 1) return 'geopoint';
  return points.every((point) => point !== undefined) && isRing(points) ? 'geoshape' : 'geotrace';
}

function readPosition(text: string): Position | undefined {
  const [latitude, longitude, altitude] = text.trim().split(/\s+/).map(Number);
  const position = [longitude, latitude, ...(altitude === undefined ? [] : [altitude])];
  return position.every((part) => part !== undefined && Number.isFinite(part))
    ? (position as number[])
    : undefined;
}

function isRing(points: readonly Position[]): boolean {
  const [first, last] = [points[0], points.at(-1)];
  return points.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}

function toCounterclockwise(ring: readonly Position[]): readonly Position[] {
  let doubleArea = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [x1 = 0, y1 = 0] = ring[index - 1]!;
    const [x2 = 0, y2 = 0] = ring[index]!;
    doubleArea += x1 * y2 - x2 * y1;
  }
  return doubleArea < 0 ? ring.toReversed() : ring;
}

/** Parts of the answer to a geopoint question, in order. */
export const POINT_PARTS = ['latitude', 'longitude', 'altitude', 'precision'];

/** Whether answers of a type are geo points. */
export function isPoint(type: string): boolean {
  return type === 'geopoint' || type === 'start-geopoint';
}

/** Points of a question, in degrees, by the cells of a grid over all of them. */
export interface GridCell {
  /** Mean of the points. */
  readonly latitude: number;
  readonly longitude: number;
  readonly answers: number;
}

/** Grid of the map in a report, which bounds the number of clusters. */
export const GRID_COLUMNS = 64;
export const GRID_ROWS = 48;

/** Clusters points, most first. @param points latitudes and longitudes in turn */
export function gridPoints(points: Float64Array): GridCell[] {
  let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 2) {
    south = Math.min(south, points[at]!);
    north = Math.max(north, points[at]!);
    west = Math.min(west, points[at + 1]!);
    east = Math.max(east, points[at + 1]!);
  }
  const cellOf = (value: number, least: number, size: number, cells: number): number =>
    size === 0 ? 0 : Math.floor(((value - least) / size) * cells);
  // The easternmost and the northernmost points have cells of their own.
  const columns = GRID_COLUMNS + 1;
  const cells = columns * (GRID_ROWS + 1);
  const [latitudes, longitudes] = [new Float64Array(cells), new Float64Array(cells)];
  const counts = new Uint32Array(cells);
  for (let at = 0; at < points.length; at += 2) {
    const [latitude, longitude] = [points[at]!, points[at + 1]!];
    const row = cellOf(latitude, south, north - south, GRID_ROWS);
    const cell = row * columns + cellOf(longitude, west, east - west, GRID_COLUMNS);
    latitudes[cell]! += latitude;
    longitudes[cell]! += longitude;
    counts[cell]! += 1;
  }
  return [...counts.keys()]
    .filter((cell) => counts[cell]! > 0)
    .map((cell) => ({
      latitude: latitudes[cell]! / counts[cell]!,
      longitude: longitudes[cell]! / counts[cell]!,
      answers: counts[cell]!,
    }))
    .sort(
      (one, other) =>
        other.answers - one.answers || one.latitude - other.latitude || one.longitude - other.longitude,
    );
}
