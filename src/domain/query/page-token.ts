import { whyUnstorable } from '../text/unstorable-text';

/** What a row is sorted by, as text; null where it has no value. */
export type SortedBy = readonly (string | null)[];

/** Texts are sorted by so many of their characters, for a URL tells where a page ends. */
export const SORTED_CHARACTERS = 200;

/** The last row of a page: what it is sorted by, and the numbers that tell it from its equals. */
export interface PageToken {
  readonly sorted: SortedBy;
  readonly name: readonly number[];
}

/** Where a page ends, as the link to the next one says it. It opens nothing: it tells a position and no right. */
export function writePageToken({ sorted, name }: PageToken): string {
  return Buffer.from(JSON.stringify([...sorted, ...name])).toString('base64url');
}

/** @returns undefined for what no page ends with that has so many keys and numbers */
export function readPageToken(token: string, keys: number, numbers: number): PageToken | undefined {
  const parts = partsOf(token);
  const sorted = parts.slice(0, keys);
  const name = parts.slice(keys);
  const fits = parts.length === keys + numbers && sorted.every(isSortedBy) && name.every(isCount);
  return fits ? { sorted, name } : undefined;
}

function partsOf(token: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(parts) ? (parts as unknown[]) : [];
  } catch {
    return [];
  }
}

function isSortedBy(value: unknown): value is string | null {
  if (value === null) return true;
  return (
    typeof value === 'string' &&
    value.length <= 2 * SORTED_CHARACTERS &&
    [...value].length <= SORTED_CHARACTERS &&
    whyUnstorable(value) === undefined
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
