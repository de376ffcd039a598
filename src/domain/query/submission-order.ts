import { InvalidError } from '../errors';
import { isJsonObject, parseJson } from '../text/json-value';
import { QUERY_LIMITS } from './query-limits';
import { type SubmissionField, submissionField } from './submission-field';

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
 * may name a type, `{"age":{"number":-1}}` (decision 166); fields other than answers sort by their own.
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
