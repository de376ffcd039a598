import { VALIDATION_STATUSES } from '../../domain/submission/validation-status';
import { html, type Html } from '../page/html';
import { type Option, selectOptions } from '../page/form-field';
import { ANSWERED, filterKind, type FilterValues, UNANSWERED } from './column-filter';
import { tablePath, dataParameters, type DataQuery, SYSTEM_COLUMNS, type SystemKey } from './data-query';
import { type FormColumn, type FormColumns, groupLabel, labelOf, type QuestionColumn } from './form-columns';

/** Id of the form that the filters of the head belong to. */
export const VIEW_FORM = 'view';

export interface TableView {
  readonly assetUid: string;
  readonly form: FormColumns;
  readonly query: DataQuery;
}

/** Columns before and after those of the form. */
export const LEADING: readonly SystemKey[] = ['_validation_status'];
export const TRAILING: readonly SystemKey[] = ['_submission_time', '_submitted_by'];

/** Rows of groups, labels and filters. */
export function tableHead(view: TableView): Html {
  const { columns, language } = view.query;
  return html`<thead>
    ${groupRow(view)}
    <tr>
      <th scope="col">Submission</th>
      ${LEADING.map((key) => systemHeader(view, key))}
      ${columns.map((column) =>
        column.kind === 'repeat'
          ? html`<th scope="col" dir="auto">${labelOf(column, language)}</th>`
          : sortableHeader(view, column.key, labelOf(column, language), column.kind === 'number'),
      )}
      ${TRAILING.map((key) => systemHeader(view, key))}
    </tr>
    <tr class="filter">
      <td></td>
      ${LEADING.map((key) => filterCell(view, key))}
      ${columns.map((column) => html`<td>${columnFilter(view, column)}</td>`)}
      ${TRAILING.map((key) => filterCell(view, key))}
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
  return sortableHeader(view, key, SYSTEM_COLUMNS[key].label);
}

/** The first click sorts in ascending order, the next one reverses it. */
function sortableHeader(
  { assetUid, form, query }: TableView,
  key: string,
  label: string,
  isFigure = false,
): Html {
  const [isAscending, isDescending] = [query.sort === key, query.sort === `-${key}`];
  const href = tablePath(assetUid, dataParameters(query, form, { sort: isAscending ? `-${key}` : key }));
  const direction = isAscending ? 'ascending' : isDescending ? 'descending' : undefined;
  const mark = isAscending ? ' ↑' : isDescending ? ' ↓' : '';
  return html`<th
    scope="col"
    ${isFigure && html`class="figure"`}
    ${direction !== undefined && html` aria-sort="${direction}"`}
  >
    <a href="${href}"><bdi>${label}</bdi>${mark !== '' && html`<span aria-hidden="true">${mark}</span>`}</a>
  </th>`;
}

const STATUS_OPTIONS: readonly Option[] = [
  { value: '', label: 'All' },
  { value: UNANSWERED, label: 'None' },
  ...Object.entries(VALIDATION_STATUSES).map(([value, label]) => ({ value, label })),
];

function filterCell({ query }: TableView, key: SystemKey): Html {
  const values = query.filters.get(key) ?? {};
  const { label } = SYSTEM_COLUMNS[key];
  switch (key) {
    case '_validation_status':
      return html`<td>${selectFilter(key, label, values, STATUS_OPTIONS)}</td>`;
    case '_submission_time':
      return html`<td>${rangeFilter(key, label, values, 'date')}</td>`;
    case '_submitted_by':
      return html`<td>${textFilter(key, label, values)}</td>`;
  }
}

function columnFilter({ query }: TableView, column: FormColumn): Html {
  const { key } = column;
  const values = query.filters.get(key) ?? {};
  const label = labelOf(column, query.language);
  switch (column.kind === 'repeat' ? 'presence' : filterKind(column)) {
    case 'text':
      return textFilter(key, label, values);
    case 'range':
      return rangeFilter(key, label, values, 'number');
    case 'days':
      return rangeFilter(key, label, values, 'date');
    case 'presence':
      return selectFilter(key, label, values, PRESENCE_OPTIONS);
    case 'option':
      return selectFilter(key, label, values, optionsOf(column as QuestionColumn, query));
  }
}

const PRESENCE_OPTIONS: readonly Option[] = [
  { value: '', label: 'All' },
  { value: ANSWERED, label: 'Answered' },
  { value: UNANSWERED, label: 'Empty' },
];

function optionsOf({ options }: QuestionColumn, { language }: DataQuery): Option[] {
  const choices = [...options.values()].map((option) => ({
    value: option.name,
    label: labelOf(option, language),
  }));
  return [...PRESENCE_OPTIONS, ...choices];
}

function textFilter(key: string, label: string, { has }: FilterValues): Html {
  return input(`has.${key}`, 'search', `${label} contains`, has);
}

function rangeFilter(key: string, label: string, { from, to }: FilterValues, type: 'number' | 'date'): Html {
  return html`${input(`from.${key}`, type, `${label}, from`, from)}
  ${input(`to.${key}`, type, `${label}, to`, to)}`;
}

function input(name: string, type: string, label: string, value: string | undefined): Html {
  return html`<input
    type="${type}"
    name="${name}"
    form="${VIEW_FORM}"
    aria-label="Filter: ${label}"
    value="${value}"
    ${type === 'number' && html`step="any" placeholder="${name.startsWith('from.') ? 'from' : 'to'}"`}
  />`;
}

function selectFilter(
  key: string,
  label: string,
  { is = '' }: FilterValues,
  options: readonly Option[],
): Html {
  return html`<select name="is.${key}" form="${VIEW_FORM}" aria-label="Filter: ${label}">
    ${selectOptions(options, is)}
  </select>`;
}
