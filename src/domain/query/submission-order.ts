import { InvalidError } from '../errors';
import { QUERY_LIMITS } from './query-limits';
import { type SubmissionField, submissionField } from './submission-field';

/** Sorts by a field as text. Missing values sort first, or last if descending. */
export interface SortKey {
  readonly field: SubmissionField;
  readonly descending: boolean;
}

/** Sort keys, then the id as a tie-breaker. */
export interface SubmissionOrder {
  readonly by: readonly SortKey[];
  readonly descending: boolean;
}

const NOT_JSON = 'Value must be valid JSON.';

/**
 * Parses `sort` of the data list (contract-data 2.1): JSON of keys and directions (negative: descending), in order.
 * @throws InvalidError unless it is such an object
 */
export function readSubmissionOrder(sort: unknown): SubmissionOrder {
  const keys: SortKey[] = [];
  for (const [key, direction] of sort === undefined ? [] : entriesOf(sort)) {
    const descending = readDirection(key, direction) < 0;
    // Ids are unique: later keys have no effect.
    if (key === '_id') return { by: keys, descending };
    keys.push({ field: submissionField(key), descending });
  }
  return { by: keys, descending: false };
}

function entriesOf(sort: unknown): [string, unknown][] {
  let order: unknown;
  try {
    order = typeof sort === 'string' ? (JSON.parse(sort) as unknown) : undefined;
  } catch {
    order = undefined;
  }
  if (typeof order !== 'object' || order === null || Array.isArray(order)) {
    throw new InvalidError({ sort: [NOT_JSON] });
  }
  const entries = Object.entries(order);
  if (entries.length > QUERY_LIMITS.sortKeys) {
    throw new InvalidError({ sort: [`Use at most ${QUERY_LIMITS.sortKeys} keys.`] });
  }
  return entries;
}

function readDirection(key: string, direction: unknown): number {
  const isText = typeof direction === 'string' && /^\s*[-+]?\d{1,9}\s*$/.test(direction);
  if (isText || typeof direction === 'number') return Number(direction);
  throw new InvalidError({ sort: [`The direction of ${JSON.stringify(key)} must be 1 or -1.`] });
}
