import type { Field } from './version-schema';

/** Parameters before the marked words of an answer: word at flash, duration, words attempted, and seven that are reserved. */
export const LITERACY_PARAMETER_COUNT = 10;

/** True for a literacy test: a select_multiple of words with parameters. */
export function isLiteracyTest({ type, row: { appearance } }: Pick<Field, 'type' | 'row'>): boolean {
  if (type !== 'select_multiple') return false;
  return typeof appearance === 'string' && appearance.split(/\s+/).includes('literacy');
}
