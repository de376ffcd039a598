import { type DataPage, readDataPage } from '../../domain/query/data-page';
import { readSubmissionQuery } from '../../domain/query/submission-scope';
import type { TimeZone } from '../../domain/time-zone';
import { type Text, t } from '../../language/message';
import type { Option } from '../page/form-field';
import { type Sent, textOf } from '../page/handle-form';
import {
  FILTER_PARTS,
  type FilterValues,
  questionConditions,
  repeatConditions,
  statusConditions,
  submissionTimeConditions,
  submitterConditions,
} from './column-filter';
import type { FormColumn, FormColumns, Language } from './form-columns';
import { projectPath } from '../project/project-head';
import { html, type Html } from '../page/html';

/** Columns of the service. */
export const SYSTEM_COLUMNS = {
  _validation_status: {
    label: () => t('Status'),
    sort: '_validation_status.uid',
    conditions: statusConditions,
  },
  _submission_time: {
    label: () => t('Submitted'),
    sort: '_submission_time',
    conditions: submissionTimeConditions,
  },
  _submitted_by: { label: () => t('Submitted by'), sort: '_submitted_by', conditions: submitterConditions },
} as const;

export type SystemKey = keyof typeof SYSTEM_COLUMNS;

/** Columns shown unless the visitor chooses, and at most. */
const DEFAULT_COLUMNS = 20;
const MAX_COLUMNS = 100;
export const PAGE_SIZES = [25, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 50;

/** Value of `lang` for names instead of labels; no language starts with it. */
export const NAMES = '_names';

/** View of a data page, read from its URL. Unknown values count as absent. */
export interface DataQuery {
  readonly language: Language;
  /** Shown columns of the form, in form order. */
  readonly columns: readonly FormColumn[];
  /** Whether the visitor chose the columns. */
  readonly isChosen: boolean;
  /** By the key of the column; only filters that restrict. */
  readonly filters: ReadonlyMap<string, FilterValues>;
  /** Key of a column; `-` before it for descending. Empty: newest first. */
  readonly sort: string;
  readonly limit: number;
  readonly start: number;
  readonly after: string | undefined;
  /** Filter document in the syntax of the data list; undefined: all submissions. */
  readonly query: string | undefined;
}

/** The table of a project, as its URL asks for it. */
export interface TableView {
  readonly assetUid: string;
  readonly form: FormColumns;
  readonly query: DataQuery;
}

/** @param zone of the days by which submissions are filtered */
export function readDataQuery(form: FormColumns, sent: Sent, zone: TimeZone): DataQuery {
  const chosen = new Set(listOf(sent['c']));
  const usual = form.columns.slice(0, DEFAULT_COLUMNS);
  const found = form.columns.filter(({ key }) => chosen.has(key)).slice(0, MAX_COLUMNS);
  const columns = found.length > 0 ? found : usual;
  const conditions: object[] = [];
  const filters = new Map<string, FilterValues>();
  for (const [key, values] of filterValues(sent)) {
    const restricting = conditionsOf(form, key, values, zone).filter(isReadable);
    if (restricting.length === 0) continue;
    conditions.push(...restricting);
    filters.set(key, values);
  }
  const limit = Number(textOf(sent['rows']));
  const size = PAGE_SIZES.find((each) => each === limit) ?? DEFAULT_PAGE_SIZE;
  const page = textOf(sent['page']);
  const start = page === '' ? Number(textOf(sent['start'])) : (Number(page) - 1) * size;
  const after = textOf(sent['after']);
  return {
    language: languageOf(form, textOf(sent['lang'])),
    columns,
    isChosen: columns.length !== usual.length || columns.some((column, index) => column !== usual[index]),
    filters,
    sort: sortOf(form, textOf(sent['sort'])),
    limit: size,
    start: Number.isSafeInteger(start) && start > 0 ? Math.min(start, 1e9) : 0,
    after: after === '' ? undefined : after,
    query: conditions.length === 0 ? undefined : JSON.stringify({ $and: conditions }),
  };
}

/** The page in terms of the API's data list. @throws InvalidError for a cursor of another order */
export function dataPage({ sort, limit, start, after, query }: DataQuery, form: FormColumns): DataPage {
  const [key, direction] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  const order = sort === '' ? { _id: -1 } : sortBy(key, direction, form);
  return readDataPage(
    {
      sort: JSON.stringify(order),
      limit: String(limit),
      start: String(start),
      ...(after !== undefined && { after }),
      ...(query !== undefined && { query }),
    },
    limit,
  );
}

/** Parameters of a URL that shows the same, from the first page unless `changes` says otherwise. Defaults are left out. */
export function dataParameters(
  query: DataQuery,
  form: FormColumns,
  changes: Readonly<Partial<Record<'sort' | 'start' | 'after', string>>> = {},
): URLSearchParams {
  const parameters = new URLSearchParams();
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') parameters.append(name, value);
  };
  if (query.language !== defaultLanguage(form)) add('lang', languageValue(query.language));
  if (query.limit !== DEFAULT_PAGE_SIZE) add('rows', String(query.limit));
  if (query.isChosen) for (const { key } of query.columns) add('c', key);
  for (const [key, values] of query.filters) {
    for (const part of FILTER_PARTS) add(`${part}.${key}`, values[part]);
  }
  add('sort', changes.sort ?? query.sort);
  add('start', changes.start);
  add('after', changes.after);
  return parameters;
}

export function languageOptions({ languages }: FormColumns): Option[] {
  const labelFor = (language: string | null): Text => {
    if (language === null) return t('Labels');
    return languages.length === 1 ? t('Labels ({language})', { language }) : language;
  };
  const named = languages.map((language) => ({ value: languageValue(language), label: labelFor(language) }));
  return [...named, { value: NAMES, label: t('Names') }];
}

export function languageValue(language: Language): string {
  return language === undefined ? NAMES : (language ?? '_unnamed');
}

function defaultLanguage({ languages }: FormColumns): Language {
  return languages[0];
}

function languageOf(form: FormColumns, value: string): Language {
  if (value === NAMES) return undefined;
  const found = form.languages.find((language) => languageValue(language) === value);
  return found === undefined ? defaultLanguage(form) : found;
}

/** Number of columns with a filter, also of those that the form does not have. */
export function filterCount(sent: Sent): number {
  return filterValues(sent).size;
}

function filterValues(sent: Sent): Map<string, FilterValues> {
  const filters = new Map<string, FilterValues>();
  for (const [name, value] of Object.entries(sent)) {
    const [part, key] = [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.') + 1)];
    const text = textOf(value).trim();
    if (text === '' || !FILTER_PARTS.some((each) => each === part)) continue;
    filters.set(key, { ...filters.get(key), [part]: text });
  }
  return filters;
}

function conditionsOf(form: FormColumns, key: string, values: FilterValues, zone: TimeZone): object[] {
  if (isSystemColumn(key)) return SYSTEM_COLUMNS[key].conditions(values, zone);
  const column = form.columns.find((each) => each.key === key);
  if (column === undefined) return [];
  return column.kind === 'repeat'
    ? repeatConditions(column.paths, values)
    : questionConditions(column, values);
}

/** Text that no answer can have, such as a lone surrogate, is refused by the API: here it counts as absent. */
function isReadable(condition: object): boolean {
  try {
    readSubmissionQuery(JSON.stringify(condition), () => true);
    return true;
  } catch {
    return false;
  }
}

function sortOf({ columns }: FormColumns, sent: string): string {
  const key = sent.startsWith('-') ? sent.slice(1) : sent;
  const isKnown = isSystemColumn(key) || columns.some((each) => each.key === key && each.kind !== 'repeat');
  return isKnown ? sent : '';
}

/** Dates and times of day sort as text. */
function sortBy(key: string, direction: number, { columns }: FormColumns): object {
  if (isSystemColumn(key)) return { [SYSTEM_COLUMNS[key].sort]: direction };
  const kind = columns.find((each) => each.key === key)?.kind;
  return { [key]: kind === 'number' || kind === 'time' ? { [kind]: direction } : direction };
}

function isSystemColumn(key: string): key is SystemKey {
  return Object.hasOwn(SYSTEM_COLUMNS, key);
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map(textOf);
}

export function tablePath(uid: string, parameters?: URLSearchParams): string {
  const query = parameters?.toString() ?? '';
  return `${projectPath(uid, 'data/')}${query === '' ? '' : `?${query}`}`;
}

/** @param parameters of the table that it is opened from, to keep its filters and order */
export function submissionPath(uid: string, id: number, parameters?: URLSearchParams | string): string {
  const query = parameters?.toString() ?? '';
  return `${projectPath(uid, `data/${id}/`)}${query === '' ? '' : `?${query}`}`;
}

/** Path of the form of an answer. */
export function answerPagePath(
  uid: string,
  id: number,
  parameters: Readonly<Record<'question' | 'back', string>>,
): string {
  return `${projectPath(uid, `data/${id}/answer/`)}?${new URLSearchParams(parameters).toString()}`;
}

/** The path with these parameters changed. */
export function withParameters(path: string, changes: Readonly<Record<string, string>>): string {
  const [pathname = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) parameters.set(name, value);
  return `${pathname}?${parameters.toString()}`;
}

/** @param id one of them; without it: the list */
export function deletedPath(uid: string, id?: number): string {
  return projectPath(uid, `data/deleted/${id === undefined ? '' : `${id}/`}`);
}

/** Hidden inputs that keep the filters of the table on the map and in the gallery, and a link to change them. */
export function filterInputs(query: DataQuery, form: FormColumns): Html {
  const parameters = [...dataParameters(query, form, { sort: '' })].filter(([name]) => name !== 'c');
  return html`${parameters.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

/** The number of filters, with a link to the table that changes them. */
export function filterLink(assetUid: string, query: DataQuery, form: FormColumns): Html {
  const { size } = query.filters;
  const parameters = dataParameters(query, form);
  parameters.delete('rows');
  const path = tablePath(assetUid, parameters);
  return html`<a href="${path}"
    >${
      size === 0
        ? t('Filter in the table')
        : t('{count, plural, one {# filter} other {# filters}}', { count: size })
    }</a
  >`;
}
