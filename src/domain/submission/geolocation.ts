/** Latitude and longitude in degrees, or nulls when no place was recorded (contract-data 1.2, `_geolocation`). */
export type Geolocation = readonly [latitude: number, longitude: number] | readonly [null, null];

export const NOWHERE: Geolocation = [null, null];

/** Reads the answer to a geopoint question, "latitude longitude altitude accuracy"; undefined when it is none. */
export function readGeopoint(answer: string): Geolocation | undefined {
  const [latitude, longitude] = answer.trim().split(/\s+/);
  if (latitude === undefined || longitude === undefined) return undefined;
  const place = [Number(latitude), Number(longitude)] as const;
  return place.every(Number.isFinite) ? place : undefined;
}
