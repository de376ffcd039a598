import { type Box, boxOf, clipRing, overlaps, type Ring } from './clip-ring';
import type { GroundShape } from './map-ground';

/** Place for the name of a country in the visible part of it. */
export interface GroundLabel {
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
  /** Of the free span around it, and of the visible part, in degrees. */
  readonly width: number;
  readonly height: number;
}

/** Heights within a shape at which its widest place is looked for. */
const LEVELS = [0.5, 0.4, 0.6, 0.3, 0.7];

/** Names of the countries within a box, the widest first. */
export function groundLabels(countries: readonly GroundShape[], visible: Box): GroundLabel[] {
  return countries
    .flatMap((country) => labelWithin(country, visible) ?? [])
    .sort((one, other) => other.width - one.width);
}

function labelWithin({ name, rings }: GroundShape, visible: Box): GroundLabel | undefined {
  const parts = rings
    .filter(({ box }) => overlaps(box, visible))
    .map(({ points }) => clipRing(points, visible))
    .filter(({ length }) => length >= 6);
  const [largest] = parts.map(boxOf).sort((one, other) => sizeOf(other) - sizeOf(one));
  if (largest === undefined) return undefined;
  const height = largest.north - largest.south;
  const spans = LEVELS.flatMap((level) => {
    const latitude = largest.south + level * height;
    return widestSpan(parts, latitude).map(([from, to]) => ({ latitude, from, to }));
  });
  const [widest] = spans.sort((one, other) => other.to - other.from - (one.to - one.from));
  if (widest === undefined) return undefined;
  const { latitude, from, to } = widest;
  return { name, latitude, longitude: (from + to) / 2, width: to - from, height };
}

function sizeOf({ west, south, east, north }: Box): number {
  return (east - west) * (north - south);
}

/** The widest stretch of a line of latitude within the rings, by the even-odd rule. */
function widestSpan(rings: readonly Ring[], latitude: number): (readonly [from: number, to: number])[] {
  const crossings: number[] = [];
  for (const ring of rings) {
    const { length } = ring;
    let [lastX, lastY] = [ring[length - 2]!, ring[length - 1]!];
    for (let index = 0; index < length; index += 2) {
      const [x, y] = [ring[index]!, ring[index + 1]!];
      if (lastY > latitude !== y > latitude)
        crossings.push(lastX + ((latitude - lastY) / (y - lastY)) * (x - lastX));
      [lastX, lastY] = [x, y];
    }
  }
  crossings.sort((one, other) => one - other);
  const spans = crossings.flatMap((from, index) =>
    index % 2 === 0 && crossings[index + 1] !== undefined ? [[from, crossings[index + 1]!] as const] : [],
  );
  return spans.sort((one, other) => other[1] - other[0] - (one[1] - one[0])).slice(0, 1);
}
