import { FieldErrors, InvalidError } from '../../errors';
import { whyUnstorable } from '../../text/unstorable-text';

/** A row as a client or a workbook gives it: any column, any JSON value. */
export type LooseRow = Record<string, unknown>;

/** Content before standardisation: the sheets are rows of objects, everything inside the rows is still anything. */
export interface LooseContent {
  schema?: unknown;
  translations?: (string | null)[];
  translated?: string[];
  survey: LooseRow[];
  choices?: LooseRow[];
  settings: Record<string, unknown>;
  [sheet: string]: unknown;
}

/** Deeper JSON than this is nobody's form. */
const MAX_DEPTH = 32;
/** A client with a broken generator wants a few sentences, not a hundred thousand. */
const MAX_SENTENCES = 20;

/**
 * Checks the outer shape of what came as content and copies it, rows included, so that the caller's value is never
 * touched. Nothing (undefined, null, empty text) is empty content. Settings as a list are merged into one object.
 * @throws InvalidError with sentences on the field `content` for anything that is not sheets of rows of JSON values, for
 * text that can't be stored and for keys that can't be columns.
 */
export function parseLooseContent(value: unknown): LooseContent {
  if (value === undefined || value === null || value === '') return { survey: [], settings: {} };
  if (!isPlainObject(value)) throw new InvalidError({ content: ['Unable to parse JSON'] });
  const complaints: string[] = [];
  checkStorable(value, '', 0, complaints);
  const loose: LooseContent = {
    ...value,
    survey: parseRows(value.survey ?? [], 'survey', complaints),
    settings: parseSettings(value.settings ?? {}, complaints),
  };
  if (value.choices === undefined || value.choices === null) delete loose.choices;
  else loose.choices = parseRows(value.choices, 'choices', complaints);
  const translations = parseList(
    value.translations,
    isTextOrNull,
    'translations: send a list of language names',
    complaints,
  );
  if (translations !== undefined && new Set(translations).size < translations.length) {
    complain(complaints, 'translations: name each language once.');
  }
  const translated = parseList(
    value.translated,
    isText,
    'translated: send a list of column names',
    complaints,
  );
  delete loose.translations;
  delete loose.translated;
  if (translations !== undefined) loose.translations = translations;
  if (translated !== undefined) loose.translated = translated;
  if (complaints.length > 0) throw new InvalidError({ content: complaints } satisfies FieldErrors);
  return loose;
}

function parseRows(value: unknown, sheet: string, complaints: string[]): LooseRow[] {
  if (!Array.isArray(value)) {
    complain(complaints, `${sheet}: send a list of rows.`);
    return [];
  }
  const rows: LooseRow[] = [];
  value.forEach((row: unknown, index) => {
    if (isPlainObject(row)) rows.push(row);
    else complain(complaints, `${sheet}[${index}]: send an object, one key per column.`);
  });
  return rows;
}

function parseSettings(value: unknown, complaints: string[]): Record<string, unknown> {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  const settings: Record<string, unknown> = {};
  for (const part of parts) {
    if (isPlainObject(part)) Object.assign(settings, part);
    else complain(complaints, 'settings: send an object, or a list of objects.');
  }
  return settings;
}

function parseList<T>(
  value: unknown,
  isItem: (item: unknown) => item is T,
  request: string,
  complaints: string[],
): T[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.every(isItem)) return [...value];
  complain(complaints, `${request}.`);
  return undefined;
}

/** Walks the whole value once: depth, text, keys and numbers that JSON text may hold but a database can't. */
function checkStorable(value: unknown, path: string, depth: number, complaints: string[]): void {
  if (typeof value === 'string') {
    const reason = whyUnstorable(value);
    if (reason !== undefined) complain(complaints, `${path} ${reason}.`);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) complain(complaints, `${path} is too large a number.`);
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= MAX_DEPTH) complain(complaints, `${path} is nested more than ${MAX_DEPTH} levels deep.`);
    else checkMembers(value, path, depth + 1, complaints);
  }
}

function checkMembers(value: object, path: string, depth: number, complaints: string[]): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => checkStorable(item, `${path}[${index}]`, depth, complaints));
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    const reason = whyUnusableKey(key);
    if (reason !== undefined) complain(complaints, `${path || 'content'} has a key that ${reason}.`);
    checkStorable(member, path === '' ? key : `${path}.${key}`, depth, complaints);
  }
}

/**
 * Why `key` can't be the name of a column or sheet, as the end of a sentence, or undefined.
 * `__proto__` means an object's prototype to every program that assigns it.
 */
export function whyUnusableKey(key: string): string | undefined {
  return key.includes('__proto__') ? 'is named __proto__; choose another name' : whyUnstorable(key);
}

/** Sentences name keys, and a key may be of any length. */
const MAX_SENTENCE_CHARACTERS = 300;

function complain(complaints: string[], sentence: string): void {
  if (complaints.length >= MAX_SENTENCES) return;
  complaints.push(
    sentence.length <= MAX_SENTENCE_CHARACTERS ? sentence : `…${sentence.slice(-MAX_SENTENCE_CHARACTERS)}`,
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
