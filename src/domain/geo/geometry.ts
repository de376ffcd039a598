/** Longitude, latitude, and altitude in metres where there is one. */
export type Position = readonly number[];

/** A shape as RFC 7946 has it. */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] };

/** Types of questions whose answer is a shape. */
export type GeoType = 'geopoint' | 'geotrace' | 'geoshape';

const GEO_TYPES: readonly string[] = ['geopoint', 'geotrace', 'geoshape'] satisfies GeoType[];

/** Whether questions of this type ask where something is. Where a device is by itself is no place that was told. */
export function isGeoType(type: string): type is GeoType {
  return GEO_TYPES.includes(type);
}

/**
 * The shape that an answer tells. A ring goes against the clock.
 * @param answer points parted by `;`, each `latitude longitude altitude precision`, parted by spaces
 * @returns undefined for what is none: not numbers, a line of one point, a ring that is not closed
 */
export function readGeometry(type: GeoType, answer: string): Geometry | undefined {
  const points = answer.split(';').flatMap((point) => (point.trim() === '' ? [] : [readPosition(point)]));
  const known = points.filter((point) => point !== undefined);
  const [first] = known;
  if (first === undefined || known.length < points.length) return undefined;
  switch (type) {
    case 'geopoint':
      return { type: 'Point', coordinates: first };
    case 'geotrace':
      return known.length < 2 ? undefined : { type: 'LineString', coordinates: known };
    case 'geoshape':
      return isRing(known) ? { type: 'Polygon', coordinates: [againstTheClock(known)] } : undefined;
  }
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

function againstTheClock(ring: readonly Position[]): readonly Position[] {
  let twiceTheArea = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [x1 = 0, y1 = 0] = ring[index - 1]!;
    const [x2 = 0, y2 = 0] = ring[index]!;
    twiceTheArea += x1 * y2 - x2 * y1;
  }
  return twiceTheArea < 0 ? ring.toReversed() : ring;
}
