/** Longitude and latitude in turn, closed or not. */
export type Ring = ArrayLike<number>;

/** In degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export function boxOf(ring: Ring): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < ring.length; index += 2) {
    west = Math.min(west, ring[index]!);
    east = Math.max(east, ring[index]!);
    south = Math.min(south, ring[index + 1]!);
    north = Math.max(north, ring[index + 1]!);
  }
  return { west, south, east, north };
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north
  );
}

/** The part of a ring within a box (Sutherland and Hodgman); empty if it is outside. */
export function clipRing(ring: Ring, { west, south, east, north }: Box): Ring {
  let clipped = clipSide(ring, 0, west, 1);
  clipped = clipSide(clipped, 0, east, -1);
  clipped = clipSide(clipped, 1, south, 1);
  return clipSide(clipped, 1, north, -1);
}

/** @param axis 0: longitude, 1: latitude @param sign 1: keeps what is greater than the limit, -1: what is less */
function clipSide(ring: Ring, axis: 0 | 1, limit: number, sign: 1 | -1): number[] {
  const kept: number[] = [];
  const { length } = ring;
  if (length === 0) return kept;
  let [lastX, lastY] = [ring[length - 2]!, ring[length - 1]!];
  for (let index = 0; index < length; index += 2) {
    const [x, y] = [ring[index]!, ring[index + 1]!];
    const [last, next] = axis === 0 ? [lastX, x] : [lastY, y];
    const [wasInside, isInside] = [(last - limit) * sign >= 0, (next - limit) * sign >= 0];
    if (wasInside !== isInside) {
      const share = (limit - last) / (next - last);
      kept.push(lastX + share * (x - lastX), lastY + share * (y - lastY));
    }
    if (isInside) kept.push(x, y);
    [lastX, lastY] = [x, y];
  }
  return kept;
}
