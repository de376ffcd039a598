/** Lengths and areas on the earth as JavaRosa computes them. */

const EARTH_RADIUS_M = 6_378_100;
const METRES_PER_DEGREE = (2 * EARTH_RADIUS_M * Math.PI) / 360;

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Points of a shape or a trace, or of several answers with a point each; none of a blank. */
export function pointsOf(answers: readonly string[]): Point[] {
  return answers.flatMap((answer) =>
    answer
      .split(';')
      .map((point) => point.trim().split(/\s+/).map(Number))
      .filter(([latitude, longitude]) => Number.isFinite(latitude) && Number.isFinite(longitude))
      .map(([latitude, longitude]) => ({ latitude: latitude!, longitude: longitude! })),
  );
}

/** @returns square metres, by triangles of a plane; 0 for less than three points */
export function areaOf([first, ...others]: readonly Point[]): number {
  if (first === undefined) return 0;
  const plane = others.map(({ latitude, longitude }) => ({
    y: (latitude - first.latitude) * METRES_PER_DEGREE,
    x: (longitude - first.longitude) * METRES_PER_DEGREE * Math.cos(radians(latitude)),
  }));
  let area = 0;
  for (const [index, point] of plane.entries()) {
    const before = plane[index - 1];
    if (before !== undefined) area += (before.y * point.x - before.x * point.y) / 2;
  }
  return Math.abs(area);
}

/** @returns metres along the points */
export function distanceOf(points: readonly Point[]): number {
  let distance = 0;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before !== undefined) distance += angleBetween(before, point) * EARTH_RADIUS_M;
  }
  return distance;
}

/** By the spherical law of cosines. */
function angleBetween(a: Point, b: Point): number {
  const [from, to] = [radians(a.latitude), radians(b.latitude)];
  const cosine =
    Math.sin(from) * Math.sin(to) +
    Math.cos(from) * Math.cos(to) * Math.cos(radians(a.longitude - b.longitude));
  // Rounding makes more than 1 of equal points.
  return Math.acos(Math.min(1, cosine));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
