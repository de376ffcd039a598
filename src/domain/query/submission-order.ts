import { InvalidError } from '../errors';
import { isJsonObject, parseJson } from '../text/json-members';
import { type SubmissionField, submissionField } from './submission-field';
import { QUERY_LIMITS } from './operand';
import { unstorableReason } from '../text/unstorable-text';

/** Sort values of a row, as text; null without a value. */
export type SortValues = readonly (string | null)[];

/** Texts are sorted by a prefix of this length, since tokens are part of a URL. */
export const MAX_SORT_VALUE_CHARACTERS = 200;

/** Keyset cursor: sort values of the last row of a page, and numbers that break ties. */
export interface PageToken {
  readonly sorted: SortValues;
  readonly tieBreakers: readonly number[];
}

/** Serializes a cursor as base64url JSON. Unsigned: it grants no permission. */
export function writePageToken({ sorted, tieBreakers }: PageToken): string {
  return Buffer.from(JSON.stringify([...sorted, ...tieBreakers])).toString('base64url');
}

/**
 * Parses a cursor.
 * @param areTexts for each sort value: text, or a number as PostgreSQL writes it
 * @param numbers how many break ties
 * @returns undefined for an invalid token
 */
export function readPageToken(
  token: string,
  areTexts: readonly boolean[],
  numbers: number,
): PageToken | undefined {
  const parts = partsOf(token);
  const sorted = parts.slice(0, areTexts.length);
  const tieBreakers = parts.slice(areTexts.length);
  const isValid =
    tieBreakers.length === numbers &&
    sorted.every((value, at): value is string | null => isSortValue(value, areTexts[at]!)) &&
    tieBreakers.every(isTieBreaker);
  return isValid ? { sorted, tieBreakers } : undefined;
}

function partsOf(token: string): readonly unknown[] {
  const parts = parseJson(Buffer.from(token, 'base64url').toString());
  return Array.isArray(parts) ? (parts as unknown[]) : [];
}

const NUMBER = /^-?[0-9]{1,400}([.][0-9]{1,400})?(e[-+]?[0-9]{1,3})?$/i;

function isSortValue(value: unknown, isText: boolean): boolean {
  if (value === null) return true;
  return (
    typeof value === 'string' &&
    (isText || NUMBER.test(value)) &&
    value.length <= 2 * MAX_SORT_VALUE_CHARACTERS &&
    [...value].length <= MAX_SORT_VALUE_CHARACTERS &&
    unstorableReason(value) === undefined
  );
}

function isTieBreaker(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

const SORT_TYPES = ['text', 'number', 'time'] as const;

/** How answers are compared. Those that don't parse as the type count as missing. */
export type SortType = (typeof SORT_TYPES)[number];

/** Missing values sort first, or last if descending. */
export interface SortKey {
  readonly field: SubmissionField;
  readonly type: SortType;
  readonly descending: boolean;
}

/** Sort keys, then the id as a tie-breaker. */
export interface SubmissionOrder {
  readonly by: readonly SortKey[];
  readonly descending: boolean;
}

/**
 * Parses `sort` of the data list (contract-data 2.1): JSON of keys and directions (negative: descending), in order. A direction
 * may name a type, `{"age":{"number":-1}}` (decision 21); fields other than answers sort by their own.
 * @throws InvalidError unless it is such an object
 */
export function readSubmissionOrder(sort: unknown): SubmissionOrder {
  const keys: SortKey[] = [];
  for (const [key, direction] of sort === undefined ? [] : entriesOf(sort)) {
    const { type, descending } = readDirection(key, direction);
    // Ids are unique: later keys have no effect.
    if (key === '_id') return { by: keys, descending };
    const field = submissionField(key);
    keys.push({ field, type: field.source === 'answer' ? type : 'text', descending });
  }
  return { by: keys, descending: false };
}

function entriesOf(sort: unknown): [string, unknown][] {
  const order = parseJson(sort);
  if (!isJsonObject(order)) throw InvalidError.at('sort', 'Value must be valid JSON.');
  const entries = Object.entries(order);
  if (entries.length > QUERY_LIMITS.sortKeys) {
    throw InvalidError.at('sort', `Use at most ${QUERY_LIMITS.sortKeys} keys.`);
  }
  return entries;
}

function readDirection(key: string, direction: unknown): Omit<SortKey, 'field'> {
  if (isDirection(direction)) return { type: 'text', descending: Number(direction) < 0 };
  const [named, ...more] =
    typeof direction === 'object' && direction !== null ? Object.entries(direction) : [];
  const type = SORT_TYPES.find((each) => each === named?.[0]);
  if (type !== undefined && more.length === 0 && isDirection(named?.[1])) {
    return { type, descending: Number(named?.[1]) < 0 };
  }
  throw InvalidError.at(
    'sort',
    `The direction of ${JSON.stringify(key)} must be 1 or -1, or name a type, such as {"number":-1}.`,
  );
}

function isDirection(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && /^\s*[-+]?\d{1,9}\s*$/.test(value));
}

/** Keyset cursor: the last submission of a page. Stable if submissions are added or deleted meanwhile (decision 11). */
export interface SubmissionCursor {
  /** One value per sort key. */
  readonly sorted: SortValues;
  readonly id: number;
}

/** Serializes a cursor for the `after` parameter of the data list; just the id without sort keys. */
export function writeCursor({ sorted, id }: SubmissionCursor): string {
  return sorted.length === 0 ? String(id) : writePageToken({ sorted, tieBreakers: [id] });
}

/** Parses `after`. @throws InvalidError unless it is a cursor of this order */
export function readCursor(after: unknown, { by }: SubmissionOrder): SubmissionCursor | undefined {
  if (after === undefined) return undefined;
  const text = typeof after === 'string' ? after : '';
  if (by.length === 0) {
    if (/^\d{1,15}$/.test(text)) return { sorted: [], id: Number(text) };
    throw InvalidError.at('after', 'A positive integer is required.');
  }
  const areTexts = by.map(({ type }) => type === 'text');
  const token = readPageToken(text, areTexts, 1);
  if (token === undefined) {
    throw InvalidError.at(
      'after',
      'The cursor does not match this `sort`. Follow `next` unchanged, or page by `start`.',
    );
  }
  return { sorted: token.sorted, id: token.tieBreakers[0]! };
}

/** Number of matches among the ids of a range, both included. */
export interface RangeCount {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

export interface SoughtPage {
  readonly limit: number;
  readonly order: { readonly descending: boolean };
  readonly after: { readonly id: number } | undefined;
  readonly start: number;
}

/**
 * Ids among which a page of matches is, and the row that follows it.
 * @param counts in the order of ids
 * @returns `start`: matches of this range before the page
 */
export function seekPage(
  counts: readonly RangeCount[],
  { limit, order, after, start }: SoughtPage,
): { first: number; last: number; start: number } {
  const ranges = order.descending ? [...counts].reverse() : counts;
  let before = after === undefined ? start : 0;
  let wanted = limit + 1;
  const found: RangeCount[] = [];
  for (const range of ranges) {
    if (wanted <= 0) break;
    if (after !== undefined && (order.descending ? range.first >= after.id : range.last <= after.id))
      continue;
    if (found.length === 0 && before >= range.count && after === undefined) {
      before -= range.count;
      continue;
    }
    found.push(range);
    // Of the range of the cursor it is unknown how many follow.
    const isOfCursor = after !== undefined && range.first <= after.id && after.id <= range.last;
    if (!isOfCursor) wanted -= found.length === 1 ? range.count - before : range.count;
  }
  if (found.length === 0) return { first: 0, last: -1, start: 0 };
  return {
    first: Math.min(...found.map((range) => range.first)),
    last: Math.max(...found.map((range) => range.last)),
    start: before,
  };
}
