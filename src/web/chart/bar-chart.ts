import { html, type Html } from '../page/html';
import { countText, joinedText, shareText } from '../../language/format';
import type { Text } from '../../language/message';
import { type ChartTexts, chartFrame, namedCount, percent } from './chart-frame';
import { lazy } from '../../domain/revalidated-read';

const segmenter = lazy(() => new Intl.Segmenter());
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u;

/**
 * Wraps a label, since SVG text does not wrap: between words, or within a word longer than a line. Truncates with an
 * ellipsis.
 * @param width of a line in characters
 */
export function wrapLabel(label: string, width: number, maxLines: number): string[] {
  const words = label
    .trim()
    .split(/\s+/)
    .flatMap((word) => splitWord(word, width));
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
    if (lines.length > maxLines) return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]}…`];
  }
  return lines;
}

function splitWord(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts = [''];
  for (const { segment } of segmenter().segment(word)) {
    const last = parts.at(-1)!;
    if (widthOf(last) + widthOf(segment) <= width) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segmenter().segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** One bar; the parts of a stacked bar add up to `count`. */
export interface Bar {
  readonly label: Text;
  readonly count: number;
  readonly parts: readonly number[];
}

const LINE_HEIGHT = 18;
const BAR_HEIGHT = 18;
const GAP = 12;
/** Characters per line on a narrow screen. */
const LINE_LENGTH = 34;
const MAX_LINES = 2;
/** Width of the longest bar; the rest is for its number. */
const MAX_BAR_SHARE = 0.68;

/** Horizontal bars, each below its label. @param total the 100 % of shares */
export function barChart(texts: ChartTexts, bars: readonly Bar[], total: number): Html {
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  let top = 0;
  const rows = bars.map((bar) => {
    const lines = wrapLabel(String(bar.label), LINE_LENGTH, MAX_LINES);
    const row = html`<g>
      <title>${namedCount(bar.label, bar.count)}</title>
      ${lines.map(
        (line, index) =>
          html`<text class="label" x="0" y="${top + LINE_HEIGHT * (index + 1) - 5}">${line}</text>`,
      )}
      ${segments(bar, maxCount, top + LINE_HEIGHT * lines.length)}
      <text
        class="figure"
        x="${percent((bar.count / maxCount) * MAX_BAR_SHARE)}"
        dx="8"
        y="${top + LINE_HEIGHT * lines.length + BAR_HEIGHT - 4}"
      >
        ${joinedText([countText(bar.count), shareText(bar.count, total)], ' · ')}
      </text>
    </g>`;
    top += LINE_HEIGHT * lines.length + BAR_HEIGHT + GAP;
    return row;
  });
  return chartFrame(texts, 'bars', Math.max(top - GAP, 1), html`${rows}`);
}

function segments({ count, parts }: Bar, maxCount: number, y: number): Html[] {
  let start = 0;
  return (parts.length === 0 ? [count] : parts).map((part, index) => {
    const segment = html`<rect
      class="series-${index + 1}"
      x="${percent((start / maxCount) * MAX_BAR_SHARE)}"
      y="${y}"
      width="${percent((part / maxCount) * MAX_BAR_SHARE)}"
      height="${BAR_HEIGHT}"
      rx="2"
    />`;
    start += part;
    return segment;
  });
}

export function legend(names: readonly Text[]): Html {
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
