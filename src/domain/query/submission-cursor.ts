import { InvalidError } from '../errors';
import { readPageToken, type SortValues, writePageToken } from './page-token';
import type { SubmissionOrder } from './submission-order';

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
