import { InvalidError } from '../errors';
import { assertElementName, assertElementText } from './element-text';
import { isValidationStatusUid, type ValidationStatusUid } from './validation-status';

/** Which submissions an action is meant for: the word of `payload` (contract-data 3.4). */
export type BulkSelection =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  /** JSON text of a filter, as the data list takes it. */
  | { readonly kind: 'query'; readonly query: string }
  | { readonly kind: 'all' };

/** A verdict on many; null takes theirs away. */
export interface BulkVerdict {
  readonly selection: BulkSelection;
  readonly uid: ValidationStatusUid | null;
}

/** Other answers for many: path → text. */
export interface BulkEdit {
  readonly selection: BulkSelection;
  readonly answers: readonly (readonly [path: string, text: string])[];
}

const VERDICT = 'validation_status.uid';
const NOT_INTEGERS = '`submission_ids` must only contain integer values';

/** What an edit may not touch: identity and form stay, and what is said of them is passed over (contract-data 3.5). */
const PROTECTED = /^(?:__version__|formhub|meta)(?:\/|$)/;

/**
 * Reads which submissions are meant. An empty filter alone is no choice: it must be said that all are meant.
 * @param payload an object, or JSON text of one
 * @throws InvalidError for a payload that names none, or names them in two ways
 */
export function readSelection(payload: unknown): BulkSelection {
  const { submission_ids: ids, query, confirm } = objectOf(payload);
  const isFiltered = query !== undefined && query !== null && !isEmptyFilter(query);
  if (ids !== undefined && ids !== null) {
    if (isFiltered)
      throw new InvalidError('Name submissions by `submission_ids` or by `query`, not by both.');
    return { kind: 'ids', ids: readIds(ids) };
  }
  if (isFiltered) return { kind: 'query', query: JSON.stringify(query) };
  if (confirm === true || confirm === 'true') return { kind: 'all' };
  throw new InvalidError('Confirmation is required');
}

/** @throws InvalidError for a payload without a choice, or that says nothing of a verdict; an unknown one is none */
export function readVerdicts(payload: unknown): BulkVerdict {
  const selection = readSelection(payload);
  const { [VERDICT]: uid } = objectOf(payload);
  if (uid === undefined) throw new InvalidError('`validation_status.uid` is required');
  return { selection, uid: isValidationStatusUid(uid) ? uid : null };
}

/** @throws InvalidError for a payload without a choice or without answers, and for answers that are no texts */
export function readBulkEdit(payload: unknown): BulkEdit {
  const { data, query, ...rest } = objectOf(payload);
  // What was before an edit is kept, so that an empty filter may mean all as it does to the list.
  const selection = readSelection(isEmptyFilter(query) ? { confirm: true, ...rest } : payload);
  if (!isObject(data) || isEmpty(data)) throw new InvalidError('`data` is required');
  const answers = Object.entries(data).filter(([path]) => !PROTECTED.test(path));
  return { selection, answers: answers.map(([path, value]) => [path, readAnswer(path, value)] as const) };
}

function readAnswer(path: string, value: unknown): string {
  for (const step of path.split('/')) assertElementName(step, path);
  if (value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new InvalidError(
      `The answer to "${path.slice(0, 100)}" is no text. Send one answer under each path.`,
    );
  }
  const text = String(value);
  assertElementText(text, path);
  return text;
}

function readIds(ids: unknown): number[] {
  if (!Array.isArray(ids)) throw new InvalidError(NOT_INTEGERS);
  if (ids.length === 0) throw new InvalidError('`submission_ids` must contain at least one value');
  return [...new Set(ids.map(readId))].sort((a, b) => a - b);
}

function readId(id: unknown): number {
  const number = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new InvalidError(NOT_INTEGERS);
  return number;
}

function objectOf(payload: unknown): Readonly<Record<string, unknown>> {
  const value = typeof payload === 'string' ? parsed(payload) : payload;
  if (!isObject(value)) throw new InvalidError('Send an object, such as {"submission_ids":[1,2]}.');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmptyFilter(query: unknown): boolean {
  return isObject(query) && isEmpty(query);
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
