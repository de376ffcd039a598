import { type Text, t } from '../../language/message';
import { html, type Html } from '../page/html';
import { dataParameters, SYSTEM_COLUMNS, type SystemKey, tablePath, type TableView } from './data-query';
import { groupLabel, labelOf } from './form-columns';
import { isEditable } from './answer-field';
import { columnFilter, systemFilter } from './table-filters';

/** Columns before and after those of the form. */
export const LEADING: readonly SystemKey[] = ['_validation_status'];
export const TRAILING: readonly SystemKey[] = ['_submission_time', '_submitted_by'];

/** Rows of groups and of labels, each label with its filter. @param isSelectable whether rows have checkboxes @param isEditable whether the visitor may change answers */
export function tableHead(
  view: TableView,
  { isSelectable, isEditable: mayEdit }: { readonly isSelectable: boolean; readonly isEditable: boolean },
): Html {
  const { columns, language } = view.query;
  return html`<thead>
    ${groupRow(view)}
    <tr>
      <th scope="col">
        ${
          isSelectable &&
          html`<input type="checkbox" id="select-all" aria-label="${t('All rows of this page')}" hidden />`
        }
        ${t('Submission')}
      </th>
      ${LEADING.map((key) => systemHeader(view, key))}
      ${columns.map((column) => {
        const label = labelOf(column, language);
        const filter = columnFilter(view, column);
        return column.kind === 'repeat'
          ? html`<th scope="col"><span title="${label}" dir="auto">${label}</span>${filter}</th>`
          : sortableHeader(view, {
              key: column.key,
              label,
              filter,
              isFigure: column.kind === 'number',
              isEditable: mayEdit && isEditable(column),
            });
      })}
      ${TRAILING.map((key) => systemHeader(view, key))}
    </tr>
  </thead>`;
}

/** Neighbouring columns of a group share a header; no row without groups. */
function groupRow({ query: { columns, language } }: TableView): Html {
  const spans: { label: string; count: number }[] = [];
  for (const column of columns) {
    const label = groupLabel(column, language);
    const last = spans.at(-1);
    if (last?.label === label) last.count += 1;
    else spans.push({ label, count: 1 });
  }
  if (spans.every(({ label }) => label === '')) return html``;
  return html`<tr class="groups">
    <td colspan="${1 + LEADING.length}"></td>
    ${spans.map(({ label, count }) =>
      label === ''
        ? html`<td colspan="${count}"></td>`
        : html`<th scope="colgroup" colspan="${count}" dir="auto">${label}</th>`,
    )}
    <td colspan="${TRAILING.length}"></td>
  </tr>`;
}

function systemHeader(view: TableView, key: SystemKey): Html {
  return sortableHeader(view, { key, label: SYSTEM_COLUMNS[key].label(), filter: systemFilter(view, key) });
}

/** The first click sorts in ascending order, the next one reverses it. */
function sortableHeader(
  { assetUid, form, query }: TableView,
  {
    key,
    label,
    filter,
    isFigure = false,
    isEditable: isEditableHere = false,
  }: {
    readonly key: string;
    readonly label: Text;
    readonly filter: Html;
    readonly isFigure?: boolean;
    readonly isEditable?: boolean;
  },
): Html {
  const [isAscending, isDescending] = [query.sort === key, query.sort === `-${key}`];
  const href = tablePath(assetUid, dataParameters(query, form, { sort: isAscending ? `-${key}` : key }));
  const direction = isAscending ? 'ascending' : isDescending ? 'descending' : undefined;
  const mark = isAscending ? '↑ ' : isDescending ? '↓ ' : '';
  return html`<th
    scope="col"
    ${isFigure && html`class="figure"`}
    ${isEditableHere && html` data-question="${key}"`}
    ${direction !== undefined && html` aria-sort="${direction}"`}
  >
    <a href="${href}" title="${label}"
      >${mark !== '' && html`<span aria-hidden="true">${mark}</span>`}<bdi>${label}</bdi></a
    >${filter}
  </th>`;
}
