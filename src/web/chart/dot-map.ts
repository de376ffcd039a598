import { html, type Html } from '../page/html';
import { type ChartTexts, chartFrame, percent } from './chart-frame';
import { multiplesWithin, roundStep } from './scale';
import { countText } from './spoken-number';

/** Where, in degrees, and how many answers. */
export interface Dot {
  readonly latitude: number;
  readonly longitude: number;
  readonly answers: number;
}

/** As wide as high, by the stylesheet. */
const ASPECT = 4 / 3;
/** Room around the dots, as a share of the map. */
const MARGIN = 0.08;
/** The map is never closer than this, in degrees: about a kilometre. */
const LEAST_DEGREES = 0.01;
const LINES = 4;
const SMALLEST = 3.5;
const LARGEST = 11;
/** A dot of fewer answers is never the largest. */
const MANY = 20;
const KM_PER_DEGREE = 111.32;

/** A part of the earth, in degrees; a degree of longitude is drawn narrower by `narrowing`. */
interface Frame {
  readonly north: number;
  readonly west: number;
  readonly height: number;
  readonly width: number;
  readonly narrowing: number;
}

/** Dots over a net of degrees, north above, with a bar that tells distances; it shows no land, and asks nobody for any. */
export function dotMap(texts: ChartTexts, dots: readonly Dot[]): Html {
  const frame = frameAround(dots);
  const { north, west, height, width } = frame;
  const step = roundStep(Math.max(height, width) / LINES);
  const most = Math.max(...dots.map(({ answers }) => answers));
  const xOf = (longitude: number): string => percent((longitude - west) / width);
  const yOf = (latitude: number): string => percent((north - latitude) / height);
  const shapes = html`<rect class="ground" width="100%" height="100%" /> ${multiplesWithin(
      north - height,
      north,
      step,
    ).map(
      (latitude) =>
        html`<line class="grid" x1="0" x2="100%" y1="${yOf(latitude)}" y2="${yOf(latitude)}" />
          <text class="tick" x="6" dy="-4" y="${yOf(latitude)}">${degrees(latitude, step, 'N', 'S')}</text>`,
    )}
    ${multiplesWithin(west, west + width, step).map(
      (longitude) =>
        html`<line class="grid" y1="0" y2="100%" x1="${xOf(longitude)}" x2="${xOf(longitude)}" />
          <text class="tick" y="14" dx="4" x="${xOf(longitude)}"
            >${degrees(longitude, step, 'E', 'W')}</text
          >`,
    )}
    ${dots.map(
      ({ latitude, longitude, answers }) =>
        html`<circle
          class="dot"
          cx="${xOf(longitude)}"
          cy="${yOf(latitude)}"
          r="${radiusOf(answers, most)}"
        />`,
    )}
    ${scaleBar(frame)}`;
  return chartFrame(texts, 'map', undefined, shapes);
}

function frameAround(dots: readonly Dot[]): Frame {
  const latitudes = dots.map(({ latitude }) => latitude);
  const longitudes = dots.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const narrowing = Math.max(0.05, Math.cos((((north + south) / 2) * Math.PI) / 180));
  const around = 1 + 2 * MARGIN;
  const height = Math.max(
    (north - south) * around,
    ((east - west) * narrowing * around) / ASPECT,
    LEAST_DEGREES,
  );
  const width = (height * ASPECT) / narrowing;
  return {
    north: (north + south + height) / 2,
    west: (west + east - width) / 2,
    height,
    width,
    narrowing,
  };
}

/** The area of a dot grows with its answers. */
function radiusOf(answers: number, most: number): number {
  const share = Math.sqrt((answers - 1) / (Math.max(most, MANY) - 1));
  return Math.round((SMALLEST + share * (LARGEST - SMALLEST)) * 10) / 10;
}

function degrees(value: number, step: number, positive: string, negative: string): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const text = Math.abs(value).toFixed(decimals);
  if (Number(text) === 0) return `${text}°`;
  return `${text}° ${value > 0 ? positive : negative}`;
}

/** About a quarter of the map's width, as a round distance. */
function scaleBar({ width, narrowing }: Frame): Html {
  const across = width * narrowing * KM_PER_DEGREE;
  const distance = roundStep(across / 8);
  const end = 0.96;
  const start = end - distance / across;
  const text = distance >= 1 ? `${countText(distance)} km` : `${countText(distance * 1000)} m`;
  return html`<line class="distance" x1="${percent(start)}" x2="${percent(end)}" y1="95%" y2="95%" />
    <text class="tick" x="${percent(end)}" y="95%" dy="-6" text-anchor="end">${text}</text>`;
}
