import { InvalidError } from '../errors';
import { readPageToken, type SortedBy, writePageToken } from './page-token';
import type { SubmissionOrder } from './submission-order';

/** The last submission of a page: the next one starts behind it, whatever came or went meanwhile (decision 11). */
export interface SubmissionPosition {
  /** A value for each key of the order. */
  readonly sorted: SortedBy;
  readonly id: number;
}

/** A position as the parameter `after` of the data list: the bare id where ids are the order. */
export function writePosition({ sorted, id }: SubmissionPosition): string {
  return sorted.length === 0 ? String(id) : writePageToken({ sorted, name: [id] });
}

/** @throws InvalidError for what no page of this order ends with */
export function readPosition(after: unknown, { by }: SubmissionOrder): SubmissionPosition | undefined {
  if (after === undefined) return undefined;
  const text = typeof after === 'string' ? after : '';
  if (by.length === 0) {
    if (/^\d{1,15}$/.test(text)) return { sorted: [], id: Number(text) };
    throw new InvalidError({ after: ['A positive integer is required.'] });
  }
  const end = readPageToken(text, by.length, 1);
  if (end === undefined) {
    throw new InvalidError({
      after: ['Value does not belong to this `sort`. Follow `next` as it is, or ask by `start`.'],
    });
  }
  return { sorted: end.sorted, id: end.name[0]! };
}
