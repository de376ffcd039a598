import { countText } from '../../language/format';
import { type Localized, type Text, t } from '../../language/message';
import { html, type Html } from '../page/html';

/** Texts for screen readers. */
export interface ChartTexts {
  /** Unique on the page; letters, digits and hyphens. */
  readonly id: string;
  readonly title: Text;
  /** One or two sentences about the data. */
  readonly description: Text;
}

/**
 * An SVG with role `img`, name and description. Positions are percentages and the font size is that of the page, so that
 * it is readable at any width. Colours come from the stylesheet: the CSP forbids inline styles.
 * @param height in CSS pixels; undefined: set by the class
 */
export function chartFrame(
  { id, title, description }: ChartTexts,
  kind: string,
  height: number | undefined,
  shapes: Html,
): Html {
  return html`<svg
    class="chart ${kind}"
    role="img"
    aria-labelledby="${id}-title ${id}-text"
    ${height !== undefined && html` width="100%" height="${height}"`}
  >
    <title id="${id}-title">${title}</title>
    <desc id="${id}-text">${description}</desc>
    ${shapes}
  </svg>`;
}

/** Tooltip, such as `Male: 12`. */
export const namedCount = (name: Text, count: number): Localized =>
  t('{name}: {count}', { name, count: countText(count) });

/** An SVG percentage with two decimals. @param share from 0 to 1 */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}

/** The smallest of 1, 2 or 5 times a power of ten that is at least `min`. @param min positive */
export function roundStep(min: number): number {
  const power = 10 ** Math.floor(Math.log10(min));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= min * (1 - 1e-9))!;
}

/** Axis ticks: round numbers from 0 to at least `max`. @param steps approximate number of steps */
export function countTicks(max: number, steps: number): number[] {
  const top = Math.max(max, 1);
  const step = Math.max(1, roundStep(top / steps));
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step);
}

/** Multiples of a step from `from` to `to`, inclusive. */
export function multiplesWithin(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/** At most `max` evenly spread indexes, starting with 0. */
export function spreadIndexes(length: number, max: number): number[] {
  const step = Math.max(1, Math.ceil(length / max));
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step);
}
