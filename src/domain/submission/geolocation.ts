/** Latitude and longitude in degrees, or nulls (contract-data 1.2, `_geolocation`). */
export type Geolocation = readonly [latitude: number, longitude: number] | readonly [null, null];

export const NO_GEOLOCATION: Geolocation = [null, null];

/** Parses a geopoint answer, "latitude longitude altitude accuracy"; undefined if malformed. */
export function readGeopoint(answer: string): Geolocation | undefined {
  const [latitude, longitude] = answer.trim().split(/\s+/);
  if (latitude === undefined || longitude === undefined) return undefined;
  const point = [Number(latitude), Number(longitude)] as const;
  return point.every(Number.isFinite) ? point : undefined;
}
