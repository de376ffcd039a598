import { type Text, t } from '../../language/message';
import { html, type Html } from '../page/html';

export interface DataTable {
  readonly caption: Text;
  readonly columns: readonly Text[];
  readonly rows: readonly (readonly [name: Text, ...cells: readonly (Text | Html)[]])[];
}

/** The data of a chart, in a scrollable region. */
export function dataTable({ caption, columns, rows }: DataTable): Html {
  return html`<div class="table" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" dir="auto">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...cells]) =>
            html`<tr>
              <th scope="row" dir="auto">${name}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/**
 * A chart over its numbers, which are folded on screens and open in print.
 * @param statistics beside the chart @param isWide they have many columns, and stand below it
 */
export function chartWithTable(chart: Html, table: Html, statistics?: Html, isWide = false): Html {
  return html`<div class="${statistics === undefined || isWide ? 'stack' : 'two'}">
      ${chart} ${statistics}
    </div>
    <details class="numbers">
      <summary>${t('Numbers')}</summary>
      ${table}
    </details>`;
}
