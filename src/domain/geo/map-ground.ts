import { type Box, boxOf, type Ring } from './clip-ring';

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
