import { joinedText } from '../../language/format';
import { knownText, type Text, t } from '../../language/message';
import { VALIDATION_STATUSES } from '../../domain/submission/validation-status';
import { type Option, selectOptions } from '../page/form-field';
import { html, type Html } from '../page/html';
import { ANSWERED, FILTER_PARTS, filterKind, type FilterValues, UNANSWERED } from './column-filter';
import {
  dataParameters,
  type DataQuery,
  SYSTEM_COLUMNS,
  type SystemKey,
  tablePath,
  type TableView,
} from './data-query';
import { type FormColumn, labelOf, type QuestionColumn } from './form-columns';

/** Id of the form that the filters of the head belong to. */
export const VIEW_FORM = 'view';

const statusOptions = (): readonly Option[] => [
  { value: '', label: t('All') },
  { value: UNANSWERED, label: t('No status') },
  ...Object.entries(VALIDATION_STATUSES).map(([value, label]) => ({ value, label: knownText(label) })),
];

const presenceOptions = (): readonly Option[] => [
  { value: '', label: t('All') },
  { value: ANSWERED, label: t('Answered') },
  { value: UNANSWERED, label: t('Empty') },
];

/** Filter of a column of the service, behind an icon. */
export function systemFilter(view: TableView, key: SystemKey): Html {
  const values = view.query.filters.get(key) ?? {};
  const label = SYSTEM_COLUMNS[key].label();
  switch (key) {
    case '_validation_status':
      return folded(view, key, label, selectFilter(key, label, values, statusOptions()));
    case '_submission_time':
      return folded(view, key, label, rangeFilter(key, label, values, 'date'));
    case '_submitted_by':
      return folded(view, key, label, textFilter(key, label, values));
  }
}

/** Filter of a column of the form, behind an icon. */
export function columnFilter(view: TableView, column: FormColumn): Html {
  const { key } = column;
  const label = labelOf(column, view.query.language);
  return folded(view, key, label, inputs(view.query, column, label));
}

function inputs(query: DataQuery, column: FormColumn, label: Text): Html {
  const { key } = column;
  const values = query.filters.get(key) ?? {};
  switch (column.kind === 'repeat' ? 'presence' : filterKind(column)) {
    case 'text':
      return textFilter(key, label, values);
    case 'range':
      return rangeFilter(key, label, values, 'number');
    case 'days':
      return rangeFilter(key, label, values, 'date');
    case 'presence':
      return selectFilter(key, label, values, presenceOptions());
    case 'option':
      return selectFilter(key, label, values, optionsOf(column as QuestionColumn, query));
  }
}

/** One of them is open at a time. Each has its button, which browsers without scripts need. */
function folded({ query }: TableView, key: string, label: Text, fields: Html): Html {
  const isSet = query.filters.has(key);
  return html`<details class="filter${isSet && ' set'}" name="filter">
    <summary
      title="${t('Filter')}"
      aria-label="${isSet ? t('Filtered: {column}', { column: label }) : t('Filter: {column}', { column: label })}"
    ></summary>
    <div class="sheet">${fields}<button class="quiet" form="${VIEW_FORM}">${t('Show')}</button></div>
  </details>`;
}

function optionsOf({ options }: QuestionColumn, { language }: DataQuery): Option[] {
  const choices = [...options.values()].map((option) => ({
    value: option.name,
    label: labelOf(option, language),
  }));
  return [...presenceOptions(), ...choices];
}

function textFilter(key: string, column: Text, { has }: FilterValues): Html {
  return input(`has.${key}`, 'search', t('Filter: {column} contains', { column }), has);
}

function rangeFilter(key: string, column: Text, { from, to }: FilterValues, type: 'number' | 'date'): Html {
  return html`${input(`from.${key}`, type, t('Filter: {column}, from', { column }), from)}
  ${input(`to.${key}`, type, t('Filter: {column}, to', { column }), to)}`;
}

function input(name: string, type: string, label: Text, value: string | undefined): Html {
  return html`<input
    type="${type}"
    name="${name}"
    form="${VIEW_FORM}"
    aria-label="${label}"
    value="${value}"
    ${type === 'search' && html`placeholder="${t('contains')}"`}
    ${type === 'number' && html`step="any" placeholder="${name.startsWith('from.') ? t('from') : t('to')}"`}
  />`;
}

function selectFilter(
  key: string,
  column: Text,
  { is = '' }: FilterValues,
  options: readonly Option[],
): Html {
  return html`<select name="is.${key}" form="${VIEW_FORM}" aria-label="${t('Filter: {column}', { column })}">
    ${selectOptions(options, is)}
  </select>`;
}

/** The filters that are set, each with a link that removes it, and hidden inputs of those whose column is not shown. */
export function filterChips({ assetUid, form, query }: TableView): Html {
  const shown = new Set(query.columns.map(({ key }) => key));
  return html`${[...query.filters].map(([key, values]) => {
    const others = new Map([...query.filters].filter(([each]) => each !== key));
    const path = tablePath(assetUid, dataParameters({ ...query, filters: others }, form));
    const column = form.columns.find((each) => each.key === key);
    const label =
      column === undefined ? SYSTEM_COLUMNS[key as SystemKey].label() : labelOf(column, query.language);
    const isHidden = column !== undefined && !shown.has(key);
    const value = filterText(column, key, values, query);
    const endsItself = typeof label === 'string' && /[?؟:.]$/.test(label);
    const text = endsItself
      ? joinedText([label, value], ' ')
      : t('{column}: {value}', { column: label, value });
    return html`<a
        class="chip"
        href="${path}"
        title="${text}"
        aria-label="${t('Remove the filter {filter}', { filter: text })}"
        ><bdi>${text}</bdi></a
      >${
        isHidden &&
        FILTER_PARTS.map(
          (part) =>
            values[part] !== undefined &&
            html`<input type="hidden" name="${part}.${key}" value="${values[part]}" />`,
        )
      }`;
  })}`;
}

function filterText(
  column: FormColumn | undefined,
  key: string,
  { has, is, from, to }: FilterValues,
  { language }: DataQuery,
): Text {
  if (is !== undefined) {
    const option = column !== undefined && column.kind !== 'repeat' ? column.options.get(is) : undefined;
    if (option !== undefined) return labelOf(option, language);
    const options = key === '_validation_status' ? statusOptions() : presenceOptions();
    return options.find(({ value }) => value === is)?.label ?? is;
  }
  if (has !== undefined) return t('“{text}”', { text: has });
  return `${from ?? '…'} – ${to ?? '…'}`;
}
