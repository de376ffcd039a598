import { InvalidError } from '../errors';
import { CSV_DIALECT, CSV_SEPARATORS, type CsvDialect, type CsvSeparator } from '../text/csv-line';
import { isJsonObject } from '../text/json-members';
import { unstorableReason } from '../text/unstorable-text';

/** Body of an export request as sent, with wire keys (contract-data 7.1). */
export type ExportRequest = Readonly<Record<string, unknown>>;

/** Values of `lang` that are not languages. */
const UNNAMED_LANGUAGE = '_default';
const XML_NAMES = '_xml';

const OPTIONAL_KEYS = [
  ...['bom', 'escape_formulas', 'fields', 'flatten', 'include_media_url', 'name', 'query', 'separator'],
  'submission_ids',
  ...['xls_formatted', 'xls_labels', 'xls_types_as_text'],
];

const REQUIRED_KEYS = [
  ...['fields_from_all_versions', 'group_sep', 'hierarchy_in_labels'],
  ...['lang', 'multiple_select', 'type'],
];

const FLAGS = [
  ...['bom', 'escape_formulas', 'fields_from_all_versions', 'flatten', 'hierarchy_in_labels'],
  'include_media_url',
  ...['xls_formatted', 'xls_labels', 'xls_types_as_text'],
];

const FLAG_VALUES = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
]);

/** Defaults of exports without a request; the caller adds `type`. */
export const DEFAULT_REQUEST: ExportRequest = {
  lang: UNNAMED_LANGUAGE,
  group_sep: '/',
  hierarchy_in_labels: false,
  fields_from_all_versions: true,
  multiple_select: 'both',
};

/** Defaults of absent flags; `false` for the others. */
const DEFAULT_FLAGS: Readonly<Record<string, boolean>> = {
  escape_formulas: true,
  flatten: true,
  xls_types_as_text: true,
};

interface Problem {
  /** `data` for the request as a whole. */
  readonly key: string;
  readonly message: string;
}

/**
 * Validates a request and drops `ignoredKeys`, which clients send without effect.
 * @param languages of the form; null is the unnamed one
 * @throws InvalidError with messages by key
 */
export function readExportRequest(
  sent: ExportRequest,
  languages: readonly (string | null)[],
  ignoredKeys: readonly string[] = [],
): ExportRequest {
  const problems = [...findProblems(sent, languages, ignoredKeys), ...emptySelection(sent)];
  if (problems.length > 0) {
    throw new InvalidError(Object.fromEntries(problems.map(({ key, message }) => [key, [message]])));
  }
  return Object.fromEntries(Object.entries(sent).filter(([key]) => !ignoredKeys.includes(key)));
}

/** A script that found no submissions must not export all. Saved settings of KoboToolbox have the empty list. */
function emptySelection({ submission_ids: ids }: ExportRequest): Problem[] {
  const message = 'Must contain at least one value. Leave the key out for all submissions';
  return Array.isArray(ids) && ids.length === 0 ? [{ key: 'submission_ids', message }] : [];
}

/**
 * Validates the request of saved settings.
 * @throws InvalidError with all messages in `export_settings`
 */
export function readSavedRequest(sent: ExportRequest, languages: readonly (string | null)[]): ExportRequest {
  const problems = findProblems(sent, languages, []);
  if (problems.length === 0) return sent;
  const messages = problems.map(({ key, message }) => {
    const subject = key === 'data' ? 'export_settings' : key;
    return `\`${subject}\` ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  });
  throw new InvalidError({ export_settings: messages });
}

/** Converts a validated request to options. */
export function exportOptions(request: ExportRequest): ExportOptions {
  const flag = (key: string): boolean => FLAG_VALUES.get(request[key]) ?? DEFAULT_FLAGS[key] ?? false;
  const language = request['lang'] as string;
  return {
    type: request['type'] as ExportType,
    language: language === XML_NAMES ? undefined : language === UNNAMED_LANGUAGE ? null : language,
    groupSeparator: request['group_sep'] as string,
    hierarchyInLabels: flag('hierarchy_in_labels'),
    selectMode: request['multiple_select'] as SelectMode,
    fields: (request['fields'] ?? []) as readonly string[],
    flatten: flag('flatten'),
    includeMediaUrls: flag('include_media_url'),
    typesAsText: flag('xls_types_as_text'),
    isFormatted: flag('xls_formatted'),
    hasLabels: flag('xls_labels'),
    csv: {
      separator: (request['separator'] ?? CSV_DIALECT.separator) as CsvSeparator,
      hasBom: flag('bom'),
      escapesFormulas: flag('escape_formulas'),
    },
  };
}

/** Whether columns cover all deployed versions; false covers the newest. */
export function includesAllVersions(request: ExportRequest): boolean {
  return FLAG_VALUES.get(request['fields_from_all_versions']) === true;
}

/** Filters of a validated request; absent filters select all submissions. */
export function selectedSubmissions(request: ExportRequest): {
  readonly query?: object;
  readonly ids?: readonly number[];
} {
  const { query, submission_ids: ids } = request as { query?: object; submission_ids?: readonly number[] };
  return {
    ...(query !== undefined && { query }),
    ...(ids !== undefined && ids.length > 0 && { ids }),
  };
}

function findProblems(
  sent: ExportRequest,
  languages: readonly (string | null)[],
  ignoredKeys: readonly string[],
): Problem[] {
  const unstorable = unstorableReason(sent);
  if (unstorable !== undefined) return [{ key: 'data', message: `Contains text that ${unstorable}` }];
  const missing = REQUIRED_KEYS.filter((key) => !Object.hasOwn(sent, key));
  if (missing.length > 0) {
    return [
      {
        key: 'data',
        message: `Must contain all the following required keys: ${joinQuoted(REQUIRED_KEYS, 'and')}`,
      },
    ];
  }
  const allowed = [...OPTIONAL_KEYS, ...REQUIRED_KEYS, ...ignoredKeys];
  if (!Object.keys(sent).every((key) => allowed.includes(key))) {
    return [
      { key: 'data', message: `Can contain only the following valid keys: ${joinQuoted(allowed, 'and')}` },
    ];
  }
  return Object.entries(sent).flatMap(([key, value]) => {
    const message = findProblem(key, value, sent, languages);
    return message === undefined ? [] : [{ key, message }];
  });
}

/** @returns a message, or undefined for a valid value */
function findProblem(
  key: string,
  value: unknown,
  sent: ExportRequest,
  languages: readonly (string | null)[],
): string | undefined {
  switch (key) {
    case 'type':
      return isOneOf(value, EXPORT_TYPES) ? undefined : `Must be either ${joinQuoted(EXPORT_TYPES, 'or')}`;
    case 'multiple_select':
      return isOneOf(value, SELECT_MODES) ? undefined : `Must be either ${joinQuoted(SELECT_MODES, 'or')}`;
    case 'lang': {
      const named = languages.flatMap((language) => (language === null ? [] : [language]));
      const all = [UNNAMED_LANGUAGE, XML_NAMES, ...new Set(named)];
      return isOneOf(value, all) ? undefined : `For this asset must be either ${joinQuoted(all, 'or')}`;
    }
    case 'separator':
      return isOneOf(value, CSV_SEPARATORS) ? undefined : "Must be ';', ',' or a tab";
    case 'group_sep':
      return findSeparatorProblem(value, sent);
    case 'fields':
      return findListProblem(value, (each) => typeof each === 'string', 'strings');
    case 'submission_ids':
      return findListProblem(value, (each) => Number.isSafeInteger(each), 'integers');
    case 'query':
      return isJsonObject(value) ? undefined : 'Must be a JSON object';
    case 'name':
      return value === null || typeof value === 'string' ? undefined : 'The export name must be a string.';
    case 'flatten':
      if (sent['type'] === 'kml') return 'The "flatten" option is not supported for KML exports.';
  }
  if (!FLAGS.includes(key) || FLAG_VALUES.has(value)) return undefined;
  return "Must be true, false, 'true' or 'false'";
}

function findSeparatorProblem(value: unknown, sent: ExportRequest): string | undefined {
  if (typeof value !== 'string') return 'Must be a string';
  const isRequired = FLAG_VALUES.get(sent['hierarchy_in_labels']) === true;
  return isRequired && value === '' ? 'Must be a non-empty value' : undefined;
}

function findListProblem(
  value: unknown,
  isItem: (each: unknown) => boolean,
  items: string,
): string | undefined {
  if (!Array.isArray(value)) return 'Must be an array';
  return value.every(isItem) ? undefined : `All values in the array must be ${items}`;
}

function isOneOf(value: unknown, allowed: readonly string[]): boolean {
  return typeof value === 'string' && allowed.includes(value);
}

/** `'a', 'b' and 'c'` */
function joinQuoted(values: readonly string[], conjunction: 'and' | 'or'): string {
  const quoted = values.map((value) => `'${value}'`);
  return `${quoted.slice(0, -1).join(', ')} ${conjunction} ${quoted.at(-1)}`;
}

export const EXPORT_TYPES = ['csv', 'geojson', 'kml', 'parquet', 'spss_labels', 'sqlite', 'xls'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** Types with a typed table for each section, as files of a database or of columns. */
const TABLE_TYPES = ['parquet', 'sqlite'] as const satisfies readonly ExportType[];
export type TableType = (typeof TABLE_TYPES)[number];

export function isTableType(type: ExportType): type is TableType {
  return (TABLE_TYPES as readonly ExportType[]).includes(type);
}

export const SELECT_MODES = ['both', 'details', 'summary'] as const;

/** Columns of select_multiple questions: one of the selected choices (summary), one per choice (details), or both. */
export type SelectMode = (typeof SELECT_MODES)[number];

/** Options of an export (contract-data 7.1). */
export interface ExportOptions {
  readonly type: ExportType;
  /** Language of labels, null for the unnamed one; undefined writes names instead of labels. */
  readonly language: string | null | undefined;
  readonly groupSeparator: string;
  /** Whether headers start with the labels of groups. */
  readonly hierarchyInLabels: boolean;
  readonly selectMode: SelectMode;
  /** Paths of questions and names of system columns; empty selects all. */
  readonly fields: readonly string[];
  /** GeoJSON: one feature collection; false writes one per submission. */
  readonly flatten: boolean;
  readonly includeMediaUrls: boolean;
  /** Whether workbooks hold numbers and dates as text. */
  readonly typesAsText: boolean;
  /** Workbooks with numbers, dates and times as such, a fixed header and wide columns; overrides `typesAsText`. */
  readonly isFormatted: boolean;
  /** Whether workbooks have a sheet with the labels of questions and choices. */
  readonly hasLabels: boolean;
  readonly csv: CsvDialect;
}
