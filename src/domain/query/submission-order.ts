import { InvalidError } from '../errors';
import { QUERY_LIMITS } from './query-limits';
import { type SubmissionField, submissionField } from './submission-field';

/** Sorts by what a field says as text; where it says nothing comes first, or last when descending. */
export interface SortKey {
  readonly field: SubmissionField;
  readonly descending: boolean;
}

/** The order of a list of submissions: by these keys, and by id among equals. */
export interface SubmissionOrder {
  readonly by: readonly SortKey[];
  /** Of the ids. */
  readonly descending: boolean;
}

const NOT_JSON = 'Value must be valid JSON.';

/**
 * Reads the `sort` parameter of the data list (contract-data 2.1): a JSON object of directions, negative ones
 * descending, the first key being the most important.
 * @throws InvalidError for what is no such object
 */
export function readSubmissionOrder(sort: unknown): SubmissionOrder {
  const keys: SortKey[] = [];
  for (const [key, direction] of sort === undefined ? [] : entriesOf(sort)) {
    const descending = readDirection(key, direction) < 0;
    // Ids are unique: no key behind them changes anything.
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
    throw new InvalidError({ sort: [`At most ${QUERY_LIMITS.sortKeys} keys are taken.`] });
  }
  return entries;
}

function readDirection(key: string, direction: unknown): number {
  const isText = typeof direction === 'string' && /^\s*[-+]?\d{1,9}\s*$/.test(direction);
  if (isText || typeof direction === 'number') return Number(direction);
  throw new InvalidError({ sort: [`The direction of ${JSON.stringify(key)} is 1 or -1.`] });
}
