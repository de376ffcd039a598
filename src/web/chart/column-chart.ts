import { html, type Html } from '../page/html';
import { dayText, monthText, shortCount, shortDay } from '../../language/format';
import { type Text, t } from '../../language/message';
import { type ChartTexts, chartFrame, namedCount, percent, countTicks, spreadIndexes } from './chart-frame';
import { type DayCount, type Span, timeLine, type Unit } from '../../domain/report/time-line';

export interface Column {
  /** Tooltip. */
  readonly name: Text;
  readonly count: number;
  /** Of a stacked column, from the bottom; they add up to `count`. */
  readonly parts?: readonly number[];
}

export interface Columns {
  readonly columns: readonly Column[];
  /** Below the columns, or between them: below their left edges. */
  readonly labels: readonly Text[];
  readonly labelPlacement: 'below' | 'between';
}

const HEIGHT = 220;
const TOP = 12;
const BASELINE = 186;
const LABELS_Y = 206;
/** Leaves space for the counts. */
const LEFT = 0.11;
const RIGHT = 0.97;
/** Characters of all labels, with gaps, on a narrow screen. */
const LABELS_LENGTH = 40;
const LONGER_ELSEWHERE = 3;
const TICKS = 4;
/** Limits the width of a few columns. */
const MIN_COLUMNS = 7;

/** Adjacent columns: a timeline or a histogram. */
export function columnChart(
  texts: ChartTexts,
  { columns, labels, labelPlacement: labelsStand }: Columns,
): Html {
  const ticks = countTicks(Math.max(...columns.map(({ count }) => count)), TICKS);
  const maxTick = ticks.at(-1)!;
  const step = (RIGHT - LEFT) / Math.max(columns.length, MIN_COLUMNS);
  const yOf = (count: number): number =>
    Math.round((BASELINE - (count / maxTick) * (BASELINE - TOP)) * 10) / 10;
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
  ${columns.map((column, index) => stack(column, { x: LEFT + index * step, step, yOf }))}
  ${spreadIndexes(labels.length, maxLabels(labels)).map(
    (index) =>
      html`<text
        class="tick"
        x="${percent(LEFT + (index + shift) * step)}"
        y="${LABELS_Y}"
        text-anchor="${anchorOf(LEFT + (index + shift) * step)}"
      >
        ${labels[index]}
      </text>`,
  )}`;
  return chartFrame(texts, 'columns', HEIGHT, shapes);
}

function stack(
  { name, count, parts = [] }: Column,
  { x, step, yOf }: { x: number; step: number; yOf: (count: number) => number },
): Html {
  let below = 0;
  const segments = (parts.length === 0 ? [count] : parts).map((part, index) => {
    const [top, bottom] = [yOf(below + part), yOf(below)];
    below += part;
    return html`<rect
      class="series-${index + 1} column"
      x="${percent(x)}"
      y="${top}"
      width="${percent(step)}"
      height="${Math.round((bottom - top) * 10) / 10}"
    />`;
  });
  return html`<g><title>${namedCount(name, count)}</title>${segments}</g>`;
}

function maxLabels(labels: readonly Text[]): number {
  return Math.max(2, Math.floor(LABELS_LENGTH / (Math.max(...labels.map(lengthOf)) + 2)));
}

/** By the English text; names of months in other languages are longer. */
function lengthOf(label: Text): number {
  return String(label).length + (typeof label === 'string' ? 0 : LONGER_ELSEWHERE);
}

/** Clamps labels at the edges to the chart. */
function anchorOf(x: number): string {
  if (x < LEFT + 0.06) return 'start';
  return x > RIGHT - 0.1 ? 'end' : 'middle';
}

/** Submissions over time. @param days ascending, at least one */
export function timeLineChart(id: string, title: Text, days: readonly DayCount[]): Html {
  const { unit, spans } = timeLine(days);
  const sum = days.reduce((all, { submissions }) => all + submissions, 0);
  return columnChart(
    {
      id,
      title: t('Timeline: {title}', { title }),
      description: t(
        '{count, plural, one {# submission} other {# submissions}} from {first} to {last}, by {unit, select, day {day} week {week} month {month} other {year}}.',
        { count: sum, first: dayText(days[0]!.day), last: dayText(days.at(-1)!.day), unit },
      ),
    },
    {
      columns: spans.map((span) => ({ name: spanText(span, unit), count: span.submissions })),
      labels: spans.map((span) => (unit === 'day' ? shortDay(span.start) : startText(span, unit))),
      labelPlacement: 'below',
    },
  );
}

export function spanText(span: Span, unit: Unit): Text {
  const text = startText(span, unit);
  return unit === 'week' ? t('week of {day}', { day: text }) : text;
}

function startText({ start }: Span, unit: Unit): Text {
  switch (unit) {
    case 'day':
    case 'week':
      return dayText(start);
    case 'month':
      return monthText(start);
    case 'year':
      return start.slice(0, 4);
  }
}
