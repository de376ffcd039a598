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

/** Ground of maps as the build reduces it (`.config/map-ground.mjs`): lines shared by the shapes beside them. */
export interface PackedGround {
  readonly unitsPerDegree: number;
  /** Longitude and latitude in turn, as differences in whole units. */
  readonly arcs: readonly (readonly number[])[];
  readonly countries: readonly { readonly name: string; readonly rings: PackedRings }[];
  readonly lakes: readonly { readonly rings: PackedRings }[];
}

/** Positions of arcs; negative: the complement of the position, and the arc reversed. */
type PackedRings = readonly (readonly number[])[];

/** An area of several rings, filled by the even-odd rule. */
export interface GroundShape {
  /** '' for lakes. */
  readonly name: string;
  readonly rings: readonly GroundRing[];
}

interface GroundRing {
  readonly points: Ring;
  readonly box: Box;
}

export interface MapGround {
  readonly countries: readonly GroundShape[];
  readonly lakes: readonly GroundShape[];
}

export function readMapGround({ unitsPerDegree, arcs, countries, lakes }: PackedGround): MapGround {
  const lines = arcs.map((arc) => unpacked(arc, unitsPerDegree));
  const ringOf = (places: readonly number[]): GroundRing => {
    const points = Float32Array.from(
      places.flatMap((place) => (place < 0 ? reversed(lines[~place]!) : [...lines[place]!])),
    );
    return { points, box: boxOf(points) };
  };
  const shapeOf = (name: string, rings: PackedRings): GroundShape => ({ name, rings: rings.map(ringOf) });
  return {
    countries: countries.map(({ name, rings }) => shapeOf(name, rings)),
    lakes: lakes.map(({ rings }) => shapeOf('', rings)),
  };
}

function unpacked(arc: readonly number[], unitsPerDegree: number): number[] {
  let [x, y] = [0, 0];
  return arc.map((step, index) => (index % 2 === 0 ? (x += step) : (y += step)) / unitsPerDegree);
}

function reversed(line: readonly number[]): number[] {
  const points: number[] = [];
  for (let index = line.length - 2; index >= 0; index -= 2) points.push(line[index]!, line[index + 1]!);
  return points;
}

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
