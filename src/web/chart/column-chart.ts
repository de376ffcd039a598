import { html, type Html } from '../page/html';
import { type ChartTexts, chartFrame, percent } from './chart-frame';
import { countTicks, spreadIndexes } from './scale';
import { countText, shortCount } from './spoken-number';

/** A standing column. */
export interface Column {
  /** What is told of it when it is pointed at. */
  readonly name: string;
  readonly count: number;
}

export interface Columns {
  readonly columns: readonly Column[];
  /** Text below a column, or below the line where it begins. */
  readonly labels: readonly string[];
  readonly labelsStand: 'below' | 'between';
}

const HEIGHT = 220;
const TOP = 12;
const FLOOR = 186;
const LABELS = 206;
/** Left of it stand the counts. */
const LEFT = 0.11;
const RIGHT = 0.97;
/** Dates are longer than numbers. */
const MOST_LABELS = { below: 3, between: 5 };
const TICKS = 4;
/** Fewer columns are no wider than these would be. */
const LEAST_COLUMNS = 7;

/** Standing columns over an axis without gaps: days and their submissions, or numbers in bins. */
export function columnChart(texts: ChartTexts, { columns, labels, labelsStand }: Columns): Html {
  const ticks = countTicks(Math.max(...columns.map(({ count }) => count)), TICKS);
  const most = ticks.at(-1)!;
  const step = (RIGHT - LEFT) / Math.max(columns.length, LEAST_COLUMNS);
  const yOf = (count: number): number => Math.round((FLOOR - (count / most) * (FLOOR - TOP)) * 10) / 10;
  const shift = labelsStand === 'below' ? 0.5 : 0;
  const shapes = html`${ticks.map(
    (tick) =>
      html`<line
          class="grid"
          x1="${percent(LEFT)}"
          x2="${percent(RIGHT)}"
          y1="${yOf(tick)}"
          y2="${yOf(tick)}"
        />
        <text class="tick" x="${percent(LEFT)}" dx="-6" y="${yOf(tick) + 4}" text-anchor="end"
          >${shortCount(tick)}</text
        >`,
  )}
  ${columns.map(
    ({ name, count }, index) =>
      html`<rect
        class="series-1 column"
        x="${percent(LEFT + index * step)}"
        y="${yOf(count)}"
        width="${percent(step)}"
        height="${Math.round((FLOOR - yOf(count)) * 10) / 10}"
      >
        <title>${name}: ${countText(count)}</title>
      </rect>`,
  )}
  ${spreadIndexes(labels.length, MOST_LABELS[labelsStand]).map(
    (index) =>
      html`<text
        class="tick"
        x="${percent(LEFT + (index + shift) * step)}"
        y="${LABELS}"
        text-anchor="${anchorOf(LEFT + (index + shift) * step)}"
      >
        ${labels[index]}
      </text>`,
  )}`;
  return chartFrame(texts, 'columns', HEIGHT, shapes);
}

/** A text at the edge grows inwards. */
function anchorOf(place: number): string {
  if (place < LEFT + 0.06) return 'start';
  return place > RIGHT - 0.1 ? 'end' : 'middle';
}
