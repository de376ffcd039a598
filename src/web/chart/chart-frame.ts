import { html, type Html } from '../page/html';

/** What a chart says of itself to whoever can't see it. */
export interface ChartTexts {
  /** Unlike any other on the page; letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  /** In a sentence or two what there is to see. */
  readonly description: string;
}

/**
 * A chart as one image with a name and a description; its numbers stand in a table beside it. Places are percentages of its
 * size and letters are as large as those of the page, so that it can be read at any width. Colours come from the page's
 * stylesheet, for the pages allow no other.
 * @param height in CSS pixels; undefined: what the class says
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

/** A place along a chart as SVG writes it, with two decimals. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
