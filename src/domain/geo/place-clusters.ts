import { InvalidError } from '../errors';

/** Positions of a Web Mercator world of 2^32 × 2^32 units (a centimetre), and the submissions they are in. */
export interface PlaceList {
  readonly size: number;
  readonly x: Uint32Array;
  readonly y: Uint32Array;
  readonly ids: Float64Array;
  /** Least and greatest positions; of no meaning without places. */
  readonly extent: Box;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Part of the map in degrees; `west` is greater than `east` across the antimeridian. */
export interface MapView {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly zoom: number;
}

export interface Position {
  readonly longitude: number;
  readonly latitude: number;
}

export interface PlaceCluster extends Position {
  readonly places: number;
  /** Of a single place. */
  readonly submission: number | undefined;
}

export const MAX_ZOOM = 22;
/** Of one response; a view of more cells has larger ones. */
const MAX_CELLS = 2_048;
/** A cell has 64 of the 256 pixels of a tile: 2^2 cells. */
const CELLS_PER_TILE_BITS = 2;
/** From this zoom on, the places of a cell are single, as far as there are few. */
const SINGLE_ZOOM = 18;
const WORLD_BITS = 32;
const WORLD = 2 ** WORLD_BITS;
const MAX_LATITUDE = 85.05112877980659;

/** Reads the parameters `bbox` (west, south, east, north) and `zoom`. @throws InvalidError */
export function readMapView(bbox: unknown, zoom: unknown): MapView {
  const sides = typeof bbox === 'string' ? bbox.split(',') : [];
  const [west = NaN, south = NaN, east = NaN, north = NaN] = sides.map((side) =>
    side.trim() === '' ? NaN : Number(side),
  );
  const isBox = sides.length === 4 && [west, south, east, north].every((side) => Math.abs(side) <= 3600);
  if (!isBox || south > north || west > east) {
    throw InvalidError.at('bbox', 'Value must be west,south,east,north in degrees, such as 29,-12,41,5.');
  }
  if (typeof zoom !== 'string' || !/^\d{1,2}$/.test(zoom) || Number(zoom) > MAX_ZOOM) {
    throw InvalidError.at('zoom', `Value must be a whole number from 0 to ${MAX_ZOOM}.`);
  }
  const isWhole = east - west >= 360;
  return {
    west: isWhole ? -180 : wrapped(west),
    south,
    east: isWhole ? 180 : wrapped(east),
    north,
    zoom: Number(zoom),
  };
}

/** Degrees from -180 to below 180. */
function wrapped(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

export function mercatorX(longitude: number): number {
  return Math.min(WORLD - 1, Math.floor(((longitude + 180) / 360) * WORLD));
}

export function mercatorY(latitude: number): number {
  const bounded = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  const sine = Math.sin((bounded * Math.PI) / 180);
  const share = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.max(0, Math.min(WORLD - 1, Math.floor(share * WORLD)));
}

const longitudeOf = (x: number): number => ((x + 0.5) / WORLD) * 360 - 180;

function latitudeOf(y: number): number {
  const share = 0.5 - (y + 0.5) / WORLD;
  return (Math.atan(Math.sinh(2 * Math.PI * share)) * 180) / Math.PI;
}

export function positionsOf({ size, x, y }: PlaceList): Position[] {
  return Array.from({ length: size }, (_, at) => ({
    longitude: longitudeOf(x[at]!),
    latitude: latitudeOf(y[at]!),
  }));
}

/** Clusters of the places in a view, by a grid of cells; each is at the mean of its places. */
export function clusterPlaces(places: PlaceList, view: MapView): PlaceCluster[] {
  const [top, bottom] = [mercatorY(view.north), mercatorY(view.south)];
  const [left, right] = [mercatorX(view.west), mercatorX(view.east)];
  if (left <= right) return clusterBox(places, { left, top, right, bottom }, view.zoom, MAX_CELLS);
  return [
    ...clusterBox(places, { left, top, right: WORLD - 1, bottom }, view.zoom, MAX_CELLS / 2),
    ...clusterBox(places, { left: 0, top, right, bottom }, view.zoom, MAX_CELLS / 2),
  ];
}

function clusterBox(places: PlaceList, box: Box, zoom: number, maxCells: number): PlaceCluster[] {
  if (zoom >= SINGLE_ZOOM) {
    const single = singlePlaces(places, box, maxCells);
    if (single !== undefined) return single;
  }
  const { left, top, right, bottom } = box;
  let shift = WORLD_BITS - CELLS_PER_TILE_BITS - Math.max(zoom, 0);
  const cellsAcross = (from: number, to: number): number => (to >>> shift) - (from >>> shift) + 1;
  while (cellsAcross(left, right) * cellsAcross(top, bottom) > maxCells) shift += 1;
  const [firstColumn, firstRow, columns] = [left >>> shift, top >>> shift, cellsAcross(left, right)];
  const cells = columns * cellsAcross(top, bottom);
  const counts = new Uint32Array(cells);
  const [sumX, sumY, ids] = [new Float64Array(cells), new Float64Array(cells), new Float64Array(cells)];
  const { size, x: xs, y: ys, ids: allIds } = places;
  for (let at = 0; at < size; at += 1) {
    const x = xs[at]!;
    if (x < left || x > right) continue;
    const y = ys[at]!;
    if (y < top || y > bottom) continue;
    const cell = ((y >>> shift) - firstRow) * columns + (x >>> shift) - firstColumn;
    counts[cell]! += 1;
    sumX[cell]! += x;
    sumY[cell]! += y;
    ids[cell] = allIds[at]!;
  }
  const clusters: PlaceCluster[] = [];
  for (let cell = 0; cell < cells; cell += 1) {
    const count = counts[cell]!;
    if (count > 0) clusters.push(clusterAt(sumX[cell]! / count, sumY[cell]! / count, count, ids[cell]!));
  }
  return clusters;
}

/** @returns undefined if there are more than `max` */
function singlePlaces(places: PlaceList, box: Box, max: number): PlaceCluster[] | undefined {
  const found: PlaceCluster[] = [];
  for (let at = 0; at < places.size; at += 1) {
    const [x, y] = [places.x[at]!, places.y[at]!];
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
    if (found.length === max) return undefined;
    found.push(clusterAt(x, y, 1, places.ids[at]!));
  }
  return found;
}

function clusterAt(x: number, y: number, places: number, id: number): PlaceCluster {
  return {
    longitude: longitudeOf(x),
    latitude: latitudeOf(y),
    places,
    submission: places === 1 ? id : undefined,
  };
}

/** West, south, east and north of all places; undefined without any. */
export function placeBounds({ size, extent }: PlaceList): readonly number[] | undefined {
  if (size === 0) return undefined;
  const { left, top, right, bottom } = extent;
  return [longitudeOf(left), latitudeOf(bottom), longitudeOf(right), latitudeOf(top)];
}

/** Collects places in typed arrays: twenty bytes each at most while it grows, sixteen when done. */
export class PlaceListBuilder {
  private added = 0;
  private x = new Uint32Array(1024);
  private y = new Uint32Array(1024);
  private ids = new Float64Array(1024);
  private left = WORLD;
  private top = WORLD;
  private right = 0;
  private bottom = 0;

  get size(): number {
    return this.added;
  }

  /** @param excluded ids of submissions that are left out */
  addAll(places: PlaceList, excluded: ReadonlySet<number>): void {
    for (let at = 0; at < places.size; at += 1) {
      const id = places.ids[at]!;
      if (!excluded.has(id)) this.push(places.x[at]!, places.y[at]!, id);
    }
  }

  /**
   * Adds the places of lines, each an id and an answer: points of latitude and longitude, separated by `;`, of which the
   * first counts. Others, and those that are not on earth, are left out.
   */
  addLines(lines: string): void {
    for (let from = 0; from < lines.length;) {
      const end = lines.indexOf('\n', from);
      const until = end === -1 ? lines.length : end;
      const space = lines.indexOf(' ', from);
      this.addAnswer(Number(lines.slice(from, space)), lines.slice(space + 1, until));
      from = until + 1;
    }
  }

  private addAnswer(id: number, answer: string): void {
    const [latitude = NaN, longitude = NaN] = answer.split(';', 1)[0]!.trim().split(/\s+/, 2).map(Number);
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return;
    this.push(mercatorX(longitude), mercatorY(latitude), id);
  }

  /** Adds places from `encodePlaces`. @param among ids of submissions; undefined: all */
  addEncoded(part: Uint8Array, among?: ReadonlySet<number>): void {
    const size = part.length / ENCODED_BYTES;
    const view = new DataView(part.buffer, part.byteOffset, part.length);
    for (let at = 0; at < size; at += 1) {
      const id = view.getFloat64(8 * at);
      if (among !== undefined && !among.has(id)) continue;
      this.push(view.getUint32(8 * size + 8 * at), view.getUint32(8 * size + 8 * at + 4), id);
    }
  }

  /** Of those added until now, which are not copied: for use before others are added. */
  soFar(): PlaceList {
    const { x, y, ids, extent } = this;
    return { size: this.added, x, y, ids, extent };
  }

  build(): PlaceList {
    const { added: size, extent } = this;
    const [x, y, ids] = [this.x.slice(0, size), this.y.slice(0, size), this.ids.slice(0, size)];
    return { size, x, y, ids, extent };
  }

  private get extent(): Box {
    const { left, top, right, bottom } = this;
    return { left, top, right, bottom };
  }

  private push(x: number, y: number, id: number): void {
    if (this.added === this.ids.length) {
      this.x = grown(this.x, new Uint32Array(2 * this.added));
      this.y = grown(this.y, new Uint32Array(2 * this.added));
      this.ids = grown(this.ids, new Float64Array(2 * this.added));
    }
    this.x[this.added] = x;
    this.y[this.added] = y;
    this.ids[this.added] = id;
    this.added += 1;
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.top) this.top = y;
    if (y > this.bottom) this.bottom = y;
  }
}

const ENCODED_BYTES = 16;

/** Ids, then positions, in network byte order. */
export function encodePlaces({ size, x, y, ids }: PlaceList): Buffer {
  const bytes = Buffer.alloc(ENCODED_BYTES * size);
  for (let at = 0; at < size; at += 1) {
    bytes.writeDoubleBE(ids[at]!, 8 * at);
    bytes.writeUInt32BE(x[at]!, 8 * size + 8 * at);
    bytes.writeUInt32BE(y[at]!, 8 * size + 8 * at + 4);
  }
  return bytes;
}

function grown<Values extends Uint32Array | Float64Array>(values: Values, larger: Values): Values {
  larger.set(values);
  return larger;
}
