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
