import { parseJson } from '../text/json-value';
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

/** Parses a cursor. @param keys, @param numbers expected lengths @returns undefined for an invalid token */
export function readPageToken(token: string, keys: number, numbers: number): PageToken | undefined {
  const parts = partsOf(token);
  const sorted = parts.slice(0, keys);
  const tieBreakers = parts.slice(keys);
  const isValid =
    parts.length === keys + numbers && sorted.every(isSortValue) && tieBreakers.every(isTieBreaker);
  return isValid ? { sorted, tieBreakers } : undefined;
}

/** True for a sort value of a number, as PostgreSQL writes it. */
export function isSortedNumber(value: string): boolean {
  return /^-?[0-9]{1,400}([.][0-9]{1,400})?(e[-+]?[0-9]{1,3})?$/i.test(value);
}

function partsOf(token: string): readonly unknown[] {
  const parts = parseJson(Buffer.from(token, 'base64url').toString());
  return Array.isArray(parts) ? (parts as unknown[]) : [];
}

function isSortValue(value: unknown): value is string | null {
  if (value === null) return true;
  return (
    typeof value === 'string' &&
    value.length <= 2 * MAX_SORT_VALUE_CHARACTERS &&
    [...value].length <= MAX_SORT_VALUE_CHARACTERS &&
    unstorableReason(value) === undefined
  );
}

function isTieBreaker(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
