/** Parts of the answer to a geopoint question, in order. */
export const POINT_PARTS = ['latitude', 'longitude', 'altitude', 'precision'];

/** Whether answers of a type are geo points. */
export function isPoint(type: string): boolean {
  return type === 'geopoint' || type === 'start-geopoint';
}
