import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Box,
  clipRing,
  overlaps,
  type Ring,
  type GroundShape,
  type MapGround,
  type PackedGround,
  readMapGround,
  type GroundLabel,
  groundLabels,
} from '../../domain/geo/map-ground';
import { lazy } from '../../domain/revalidated-read';
import { browserFolder } from '../page/browser-files';
import { html, type Html } from '../page/html';
import { percent } from './chart-frame';

/** Visible area in degrees. */
export interface MapFrame {
  readonly north: number;
  readonly west: number;
  readonly height: number;
  readonly width: number;
}

/** Units of the drawing; smaller details are left out. */
const WIDTH = 800;
const HEIGHT = 600;
/** Share of the frame around it in which borders are drawn, so that the cuts are not seen. */
const MARGIN = 0.02;
/** Share of the width that a letter takes on narrow screens, and of the height that a line takes. */
const LETTER = 0.025;
const LINE = 0.08;
const MAX_LABELS = 12;

/** Read at the first map; empty before the build. */
const ground = lazy((): MapGround => {
  try {
    const text = readFileSync(join(browserFolder(), 'map-ground.json'), 'utf8');
    return readMapGround(JSON.parse(text) as PackedGround);
  } catch {
    return { countries: [], lakes: [] };
  }
});

/** Coasts, borders, lakes and names of countries (Natural Earth), filling the chart. */
export function drawnGround(frame: MapFrame): Html {
  const all = ground();
  if (all.countries.length === 0) return html``;
  const { north, west, height, width } = frame;
  const visible = { north, west, south: north - height, east: west + width };
  return html`<svg width="100%" height="100%" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">
      <path class="land" d="${pathOf(all.countries, frame)}" />
      <path class="lake" d="${pathOf(all.lakes, frame)}" />
    </svg>
    ${withoutOverlaps(groundLabels(all.countries, visible), frame).map(
      ({ name, longitude, latitude }) =>
        html`<text
          class="country"
          x="${percent((longitude - west) / width)}"
          y="${percent((north - latitude) / height)}"
          dy="4"
          text-anchor="middle"
          >${name}</text
        >`,
    )}`;
}

function pathOf(shapes: readonly GroundShape[], { north, west, height, width }: MapFrame): string {
  const drawn: Box = {
    north: north + height * MARGIN,
    south: north - height * (1 + MARGIN),
    west: west - width * MARGIN,
    east: west + width * (1 + MARGIN),
  };
  const toX = (longitude: number): number => Math.round(((longitude - west) / width) * WIDTH);
  const toY = (latitude: number): number => Math.round(((north - latitude) / height) * HEIGHT);
  return shapes
    .flatMap(({ rings }) => rings)
    .filter(({ box }) => overlaps(box, drawn))
    .map(({ points }) => ringPath(clipRing(points, drawn), toX, toY))
    .join('');
}

/** In steps; points that fall together are left out. */
function ringPath(ring: Ring, toX: (x: number) => number, toY: (y: number) => number): string {
  let path = '';
  let [lastX, lastY] = [NaN, NaN];
  let points = 0;
  for (let index = 0; index < ring.length; index += 2) {
    const [x, y] = [toX(ring[index]!), toY(ring[index + 1]!)];
    if (x === lastX && y === lastY) continue;
    path += points === 0 ? `M${x} ${y}l` : `${x - lastX} ${y - lastY} `;
    [lastX, lastY] = [x, y];
    points += 1;
  }
  return points < 3 ? '' : `${path.trimEnd()}z`;
}

function withoutOverlaps(labels: readonly GroundLabel[], { width, height }: MapFrame): GroundLabel[] {
  const shown: GroundLabel[] = [];
  for (const label of labels) {
    const own = label.name.length * LETTER * width;
    if (shown.length === MAX_LABELS || own > label.width || LINE * height > label.height) continue;
    const isFree = shown.every(
      (other) =>
        Math.abs(other.latitude - label.latitude) > LINE * height ||
        Math.abs(other.longitude - label.longitude) > (own + other.name.length * LETTER * width) / 2,
    );
    if (isFree) shown.push(label);
  }
  return shown;
}
