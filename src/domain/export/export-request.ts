import { type FieldErrors, InvalidError } from '../errors';
import { textIn } from '../text/text-in';
import { whyUnstorable } from '../text/unstorable-text';
import {
  EXPORT_TYPES,
  type ExportOptions,
  type ExportType,
  SELECT_MODES,
  type SelectMode,
} from './export-options';

/** What an export was asked for, in the words of the wire and as it was sent (contract-data 7.1). */
export type ExportRequest = Readonly<Record<string, unknown>>;

/** Languages in the place of a name. */
const NO_LANGUAGE = '_default';
const NAMES = '_xml';

const OPTIONAL_KEYS = [
  'fields',
  'flatten',
  'include_media_url',
  'name',
  'query',
  'submission_ids',
  'xls_types_as_text',
];
const REQUIRED_KEYS = [
  'fields_from_all_versions',
  'group_sep',
  'hierarchy_in_labels',
  'lang',
  'multiple_select',
  'type',
];
const FLAGS = [
  'fields_from_all_versions',
  'flatten',
  'hierarchy_in_labels',
  'include_media_url',
  'xls_types_as_text',
];
const FLAG_WORDS = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
]);

/** What is made for whoever asks for nothing in particular; its type is theirs to say. */
export const USUAL_REQUEST: ExportRequest = {
  lang: NO_LANGUAGE,
  group_sep: '/',
  hierarchy_in_labels: false,
  fields_from_all_versions: true,
  multiple_select: 'both',
};

/** What keys hold that were left out. */
const DEFAULT_FLAGS: Readonly<Record<string, boolean>> = { flatten: true, xls_types_as_text: true };

/** One key of a request with what is wrong with it; `data` is the request as a whole. */
interface Problem {
  readonly key: string;
  readonly sentence: string;
}

/**
 * Checks what an export is asked for. What clients send along without a meaning of ours is taken where it is in
 * `alsoTakes`, and left out.
 * @param languages of the form; null is the one without a name
 * @throws InvalidError with sentences on each key
 */
export function readExportRequest(
  sent: ExportRequest,
  languages: readonly (string | null)[],
  alsoTakes: readonly string[] = [],
): ExportRequest {
  const problems = problemsOf(sent, languages, alsoTakes);
  if (problems.length > 0) {
    const fields: FieldErrors = {};
    for (const { key, sentence } of problems) fields[key] = [sentence];
    throw new InvalidError(fields);
  }
  return Object.fromEntries(Object.entries(sent).filter(([key]) => !alsoTakes.includes(key)));
}

/**
 * The same of settings that are kept: everything is said of the one field that holds them.
 * @throws InvalidError
 */
export function readKeptRequest(sent: ExportRequest, languages: readonly (string | null)[]): ExportRequest {
  const problems = problemsOf(sent, languages, []);
  if (problems.length === 0) return sent;
  const sentences = problems.map(({ key, sentence }) => {
    const subject = key === 'data' ? 'export_settings' : key;
    return `\`${subject}\` ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
  });
  throw new InvalidError({ export_settings: sentences });
}

/** How a request that was taken is written. */
export function exportOptions(request: ExportRequest): ExportOptions {
  const flag = (key: string): boolean => FLAG_WORDS.get(request[key]) ?? DEFAULT_FLAGS[key] ?? false;
  const language = request['lang'] as string;
  return {
    type: request['type'] as ExportType,
    language: language === NAMES ? undefined : language === NO_LANGUAGE ? null : language,
    groupSeparator: request['group_sep'] as string,
    hierarchyInLabels: flag('hierarchy_in_labels'),
    selectMode: request['multiple_select'] as SelectMode,
    fields: (request['fields'] ?? []) as readonly string[],
    flatten: flag('flatten'),
    includeMediaUrls: flag('include_media_url'),
    typesAsText: flag('xls_types_as_text'),
  };
}

/** Whether questions of all deployed versions are columns, or those of the newest alone. */
export function takesAllVersions(request: ExportRequest): boolean {
  return FLAG_WORDS.get(request['fields_from_all_versions']) === true;
}

/** Which submissions were asked for; absent: all. */
export function chosenSubmissions(request: ExportRequest): {
  readonly query?: object;
  readonly ids?: readonly number[];
} {
  const { query, submission_ids: ids } = request as { query?: object; submission_ids?: readonly number[] };
  return {
    ...(query !== undefined && { query }),
    ...(ids !== undefined && ids.length > 0 && { ids }),
  };
}

function problemsOf(
  sent: ExportRequest,
  languages: readonly (string | null)[],
  alsoTakes: readonly string[],
): Problem[] {
  const unstorable = whyUnstorable(textIn(sent));
  if (unstorable !== undefined) return [{ key: 'data', sentence: `Has a text that ${unstorable}` }];
  const missing = REQUIRED_KEYS.filter((key) => !Object.hasOwn(sent, key));
  if (missing.length > 0) {
    return [
      {
        key: 'data',
        sentence: `Must contain all the following required keys: ${listed(REQUIRED_KEYS, 'and')}`,
      },
    ];
  }
  const known = [...OPTIONAL_KEYS, ...REQUIRED_KEYS, ...alsoTakes];
  if (!Object.keys(sent).every((key) => known.includes(key))) {
    return [{ key: 'data', sentence: `Can contain only the following valid keys: ${listed(known, 'and')}` }];
  }
  return Object.entries(sent).flatMap(([key, value]) => {
    const sentence = problemWith(key, value, sent, languages);
    return sentence === undefined ? [] : [{ key, sentence }];
  });
}

function problemWith(
  key: string,
  value: unknown,
  sent: ExportRequest,
  languages: readonly (string | null)[],
): string | undefined {
  switch (key) {
    case 'type':
      return among(value, EXPORT_TYPES) ? undefined : `Must be either ${listed(EXPORT_TYPES, 'or')}`;
    case 'multiple_select':
      return among(value, SELECT_MODES) ? undefined : `Must be either ${listed(SELECT_MODES, 'or')}`;
    case 'lang': {
      const named = languages.flatMap((language) => (language === null ? [] : [language]));
      const all = [NO_LANGUAGE, NAMES, ...new Set(named)];
      return among(value, all) ? undefined : `For this asset must be either ${listed(all, 'or')}`;
    }
    case 'group_sep':
      return problemWithSeparator(value, sent);
    case 'fields':
      return problemWithList(value, (each) => typeof each === 'string', 'strings');
    case 'submission_ids':
      return problemWithList(value, (each) => Number.isSafeInteger(each), 'integers');
    case 'query':
      return isObject(value) ? undefined : 'Must be a JSON object';
    case 'name':
      return value === null || typeof value === 'string' ? undefined : 'The export name must be a string.';
    case 'flatten':
      if (sent['type'] === 'kml') return 'The "flatten" option is not supported for KML exports.';
  }
  if (!FLAGS.includes(key) || FLAG_WORDS.has(value)) return undefined;
  return "Must be true or false, also as text: 'true', 'false'";
}

/** Between the labels of groups there has to be something. */
function problemWithSeparator(value: unknown, sent: ExportRequest): string | undefined {
  if (typeof value !== 'string') return 'Must be a string';
  const isNeeded = FLAG_WORDS.get(sent['hierarchy_in_labels']) === true;
  return isNeeded && value === '' ? 'Must be a non-empty value' : undefined;
}

function problemWithList(
  value: unknown,
  isItem: (each: unknown) => boolean,
  items: string,
): string | undefined {
  if (!Array.isArray(value)) return 'Must be an array';
  return value.every(isItem) ? undefined : `All values in the array must be ${items}`;
}

function among(value: unknown, words: readonly string[]): boolean {
  return typeof value === 'string' && words.includes(value);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `'a', 'b' and 'c'` */
function listed(words: readonly string[], conjunction: 'and' | 'or'): string {
  const quoted = words.map((word) => `'${word}'`);
  return `${quoted.slice(0, -1).join(', ')} ${conjunction} ${quoted.at(-1)}`;
}
