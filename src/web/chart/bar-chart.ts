import { html, type Html } from '../page/html';
import { type ChartTexts, chartFrame, percent } from './chart-frame';
import { labelLines } from './label-lines';
import { countText, shareText } from './spoken-number';

/** One bar; where the chart is parted its parts add up to it. */
export interface Bar {
  readonly label: string;
  readonly count: number;
  readonly parts: readonly number[];
}

const LINE = 18;
const BAR = 18;
const GAP = 12;
/** Letters of a line on a narrow screen. */
const LINE_LETTERS = 34;
const MOST_LINES = 2;
/** The longest bar leaves room for its number. */
const LONGEST = 0.68;

/** Lying bars, each below its label and before its number. @param whole what shares are of */
export function barChart(texts: ChartTexts, bars: readonly Bar[], whole: number): Html {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  let top = 0;
  const rows = bars.map((bar) => {
    const lines = labelLines(bar.label, LINE_LETTERS, MOST_LINES);
    const row = html`<g>
      <title>${bar.label}: ${countText(bar.count)}</title>
      ${lines.map(
        (line, index) => html`<text class="label" x="0" y="${top + LINE * (index + 1) - 5}">${line}</text>`,
      )}
      ${pieces(bar, most, top + LINE * lines.length)}
      <text
        class="figure"
        x="${percent((bar.count / most) * LONGEST)}"
        dx="8"
        y="${top + LINE * lines.length + BAR - 4}"
      >
        ${countText(bar.count)} · ${shareText(bar.count, whole)}
      </text>
    </g>`;
    top += LINE * lines.length + BAR + GAP;
    return row;
  });
  return chartFrame(texts, 'bars', Math.max(top - GAP, 1), html`${rows}`);
}

function pieces({ count, parts }: Bar, most: number, y: number): Html[] {
  let start = 0;
  return (parts.length === 0 ? [count] : parts).map((part, index) => {
    const piece = html`<rect
      class="series-${index + 1}"
      x="${percent((start / most) * LONGEST)}"
      y="${y}"
      width="${percent((part / most) * LONGEST)}"
      height="${BAR}"
      rx="2"
    />`;
    start += part;
    return piece;
  });
}

/** Which colour stands for what; the order is that of the bars' parts. */
export function legend(names: readonly string[]): Html {
  return html`<ul class="legend">
    ${names.map(
      (name, index) =>
        html`<li>
          <svg width="14" height="14" aria-hidden="true">
            <rect class="series-${index + 1}" width="14" height="14" rx="3" />
          </svg>
          <span dir="auto">${name}</span>
        </li>`,
    )}
  </ul>`;
}
