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
