import { html, type Html } from '../page/html';

/** Texts for screen readers. */
export interface ChartTexts {
  /** Unique on the page; letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  /** One or two sentences about the data. */
  readonly description: string;
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

/** An SVG percentage with two decimals. @param share from 0 to 1 */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
