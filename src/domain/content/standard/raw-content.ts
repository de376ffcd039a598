import { FieldErrors, InvalidError } from '../../errors';
import { isJsonObject } from '../../text/json-members';
import { unstorableReason } from '../../text/unstorable-text';

/** A row as received from a client or workbook: any column, any JSON value. */
export type RawRow = Record<string, unknown>;

/** Content before standardisation: sheets are lists of objects with unvalidated cells. */
export interface RawContent {
  schema?: unknown;
  translations?: (string | null)[];
  translated?: string[];
  survey: RawRow[];
  choices?: RawRow[];
  settings: Record<string, unknown>;
  [sheet: string]: unknown;
}

const MAX_DEPTH = 32;
const MAX_MESSAGES = 20;

/**
 * Validates the shape of content and copies it, rows included. undefined, null and empty text are empty content. Merges
 * a list of settings into one object.
 * @throws InvalidError on `content` if it is not sheets of rows of JSON values, or has text that cannot be stored or
 * invalid keys
 */
export function parseRawContent(value: unknown): RawContent {
  if (value === undefined || value === null || value === '') return { survey: [], settings: {} };
  if (!isJsonObject(value)) throw InvalidError.at('content', 'Unable to parse JSON');
  const messages: string[] = [];
  checkStorable(value, '', '', 0, messages);
  const raw: RawContent = {
    ...value,
    survey: parseRows(value.survey ?? [], 'survey', messages),
    settings: parseSettings(value.settings ?? {}, messages),
  };
  if (value.choices === undefined || value.choices === null) delete raw.choices;
  else raw.choices = parseRows(value.choices, 'choices', messages);
  const translations = parseList(
    value.translations,
    isTextOrNull,
    'translations: send a list of language names',
    messages,
  );
  if (translations !== undefined && new Set(translations).size < translations.length) {
    addMessage(messages, 'translations: name each language once.');
  }
  const translated = parseList(value.translated, isText, 'translated: send a list of column names', messages);
  delete raw.translations;
  delete raw.translated;
  if (translations !== undefined) raw.translations = translations;
  if (translated !== undefined) raw.translated = translated;
  if (messages.length > 0) throw new InvalidError({ content: messages } satisfies FieldErrors);
  return raw;
}

function parseRows(value: unknown, sheet: string, messages: string[]): RawRow[] {
  if (!Array.isArray(value)) {
    addMessage(messages, `${sheet}: send a list of rows.`);
    return [];
  }
  const rows: RawRow[] = [];
  value.forEach((row: unknown, index) => {
    if (isJsonObject(row)) rows.push(row);
    else addMessage(messages, `${sheet}[${index}]: send an object, one key per column.`);
  });
  return rows;
}

function parseSettings(value: unknown, messages: string[]): Record<string, unknown> {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  const settings: Record<string, unknown> = {};
  for (const part of parts) {
    if (isJsonObject(part)) Object.assign(settings, part);
    else addMessage(messages, 'settings: send an object, or a list of objects.');
  }
  return settings;
}

function parseList<T>(
  value: unknown,
  isItem: (item: unknown) => item is T,
  instruction: string,
  messages: string[],
): T[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.every(isItem)) return [...value];
  addMessage(messages, `${instruction}.`);
  return undefined;
}

/**
 * Checks depth, text, keys and numbers that JSON allows but PostgreSQL cannot store.
 * @param owner names the row of the value in messages, such as ` of "age"`
 */
function checkStorable(value: unknown, path: string, owner: string, depth: number, messages: string[]): void {
  if (typeof value === 'string') {
    const reason = unstorableReason(value);
    if (reason !== undefined) addMessage(messages, `${path}${owner} ${reason}.`);
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) addMessage(messages, `${path}${owner} is too large a number.`);
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= MAX_DEPTH) addMessage(messages, `${path} is nested more than ${MAX_DEPTH} levels deep.`);
    else checkMembers(value, path, owner, depth + 1, messages);
  }
}

function checkMembers(value: object, path: string, owner: string, depth: number, messages: string[]): void {
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      checkStorable(item, `${path}[${index}]`, owner || ownerOf(item), depth, messages);
    });
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    const reason = unusableKeyReason(key);
    if (reason !== undefined) addMessage(messages, `${path || 'content'}${owner} has a key that ${reason}.`);
    checkStorable(member, path === '' ? key : `${path}.${key}`, owner, depth, messages);
  }
}

/** Question or choice that a row describes; empty for a row without a readable name. */
function ownerOf(row: unknown): string {
  const name = isJsonObject(row) ? (row['name'] ?? row['$autoname']) : undefined;
  const isReadable = typeof name === 'string' && name !== '' && unstorableReason(name) === undefined;
  return isReadable ? ` of "${name.slice(0, 100)}"` : '';
}

/**
 * Reason why `key` cannot be the name of a column or sheet, as the end of a sentence; undefined if it can. Rejects
 * `__proto__` against prototype pollution.
 */
export function unusableKeyReason(key: string): string | undefined {
  return key.includes('__proto__') ? 'is named __proto__; choose another name' : unstorableReason(key);
}

/** Messages quote keys, which may be of any length. */
const MAX_MESSAGE_CHARACTERS = 300;

function addMessage(messages: string[], message: string): void {
  if (messages.length >= MAX_MESSAGES) return;
  messages.push(
    message.length <= MAX_MESSAGE_CHARACTERS ? message : `…${message.slice(-MAX_MESSAGE_CHARACTERS)}`,
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
