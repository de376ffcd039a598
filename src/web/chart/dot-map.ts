import { html, type Html } from '../page/html';
import { drawnGround, type MapFrame } from './drawn-ground';
import { countText, decimalText, joinedText } from '../../language/format';
import { type Text, t } from '../../language/message';
import { type ChartTexts, chartFrame, percent, multiplesWithin, roundStep } from './chart-frame';

export interface Dot {
  readonly latitude: number;
  readonly longitude: number;
  readonly answers: number;
}

/** Same as in the stylesheet. */
const ASPECT = 4 / 3;
const MARGIN = 0.08;
/** Minimum height of the map: about a kilometre. */
const MIN_DEGREES = 0.01;
const GRID_LINES = 4;
const MIN_RADIUS = 3.5;
const MAX_RADIUS = 11;
/** Answers of the largest dot, at least. */
const MIN_ANSWERS_OF_LARGEST = 20;
/** Share of the width behind which a label would be cut off. */
const MAX_LABEL_START = 0.75;
const KM_PER_DEGREE = 111.32;

/** Visible area in degrees; `narrowing`: width of a degree of longitude relative to latitude. */
interface Viewport extends MapFrame {
  readonly narrowing: number;
}

/** Dots on coasts, borders and a grid of degrees, north up, with a scale bar; no tiles: no third party is contacted. */
export function dotMap(texts: ChartTexts, dots: readonly Dot[]): Html {
  const viewport = viewportAround(dots);
  const { north, west, height, width } = viewport;
  const step = roundStep(Math.max(height, width) / GRID_LINES);
  const maxAnswers = Math.max(...dots.map(({ answers }) => answers));
  const xOf = (longitude: number): string => percent((longitude - west) / width);
  const yOf = (latitude: number): string => percent((north - latitude) / height);
  const shapes = html`<rect class="ground" width="100%" height="100%" /> ${drawnGround(viewport)}
    ${multiplesWithin(north - height, north, step).map(
      (latitude) =>
        html`<line class="grid" x1="0" x2="100%" y1="${yOf(latitude)}" y2="${yOf(latitude)}" />
          <text class="tick" x="6" dy="-4" y="${yOf(latitude)}">${latitudeText(latitude, step)}</text>`,
    )}
    ${multiplesWithin(west, west + width, step).map(
      (longitude) =>
        html`<line class="grid" y1="0" y2="100%" x1="${xOf(longitude)}" x2="${xOf(longitude)}" /> ${
            (longitude - west) / width < MAX_LABEL_START &&
            html`<text class="tick" y="14" dx="4" x="${xOf(longitude)}"
              >${longitudeText(longitude, step)}</text
            >`
          }`,
    )}
    ${dots.map(
      ({ latitude, longitude, answers }) =>
        html`<circle
          class="dot"
          cx="${xOf(longitude)}"
          cy="${yOf(latitude)}"
          r="${radiusOf(answers, maxAnswers)}"
        />`,
    )}
    ${scaleBar(viewport)}`;
  return chartFrame(texts, 'map', undefined, shapes);
}

function viewportAround(dots: readonly Dot[]): Viewport {
  const latitudes = dots.map(({ latitude }) => latitude);
  const longitudes = dots.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const narrowing = Math.max(0.05, Math.cos((((north + south) / 2) * Math.PI) / 180));
  const padding = 1 + 2 * MARGIN;
  const height = Math.max(
    (north - south) * padding,
    ((east - west) * narrowing * padding) / ASPECT,
    MIN_DEGREES,
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

/** The area of a dot is proportional to its answers. */
function radiusOf(answers: number, maxAnswers: number): number {
  const share = Math.sqrt((answers - 1) / (Math.max(maxAnswers, MIN_ANSWERS_OF_LARGEST) - 1));
  return Math.round((MIN_RADIUS + share * (MAX_RADIUS - MIN_RADIUS)) * 10) / 10;
}

function latitudeText(value: number, step: number): Text {
  const degrees = degreesOf(value, step);
  if (isZero(value, step)) return joinedText([degrees, '°'], '');
  return value > 0 ? t('{degrees}° N', { degrees }) : t('{degrees}° S', { degrees });
}

function longitudeText(value: number, step: number): Text {
  const degrees = degreesOf(value, step);
  if (isZero(value, step)) return joinedText([degrees, '°'], '');
  return value > 0 ? t('{degrees}° E', { degrees }) : t('{degrees}° W', { degrees });
}

function degreesOf(value: number, step: number): Text {
  return decimalText(Math.abs(value), decimalsOf(step));
}

function isZero(value: number, step: number): boolean {
  return Number(value.toFixed(decimalsOf(step))) === 0;
}

/** Decimals that tell the lines of the grid apart. */
function decimalsOf(step: number): number {
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
}

/** A round distance of at least an eighth of the map's width. */
function scaleBar({ width, narrowing }: Viewport): Html {
  const widthKm = width * narrowing * KM_PER_DEGREE;
  const distance = roundStep(widthKm / 8);
  const end = 0.96;
  const start = end - distance / widthKm;
  const text =
    distance >= 1
      ? t('{count} km', { count: countText(distance) })
      : t('{count} m', { count: countText(distance * 1000) });
  return html`<line class="distance" x1="${percent(start)}" x2="${percent(end)}" y1="95%" y2="95%" />
    <text class="tick" x="${percent(end)}" y="95%" dy="-6" text-anchor="end">${text}</text>`;
}
