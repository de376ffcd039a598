import { InvalidError } from '../errors';
import type { PageWindow } from '../page';
import { type Projection, readProjection } from './projection';
import { readSubmissionOrder, type SubmissionOrder } from './submission-order';
import { readCursor, type SubmissionCursor } from './submission-cursor';

/** Parameters of the data list: window, order and projection. */
export interface DataPage extends PageWindow {
  /** Keyset cursor: last submission of the previous page. Overrides `start`. */
  readonly after: SubmissionCursor | undefined;
  readonly order: SubmissionOrder;
  /** Undefined: all keys. */
  readonly projection: Projection | undefined;
  /** Unparsed `query`; undefined: all submissions. */
  readonly query: unknown;
}

const NOT_POSITIVE = 'A positive integer is required';

/**
 * Reads the parameters of the data list (contract-data 2.1, decision 11).
 * @param defaultLimit also the maximum page size; larger limits are reduced to it
 * @throws InvalidError for invalid values, and for unsupported parameters that would change the result
 */
export function readDataPage(query: Readonly<Record<string, unknown>>, defaultLimit: number): DataPage {
  if (query['count'] !== undefined) {
    throw InvalidError.at(
      'count',
      'This param is not implemented. Use `count` property of the response instead.',
    );
  }
  if (query['submission_ids'] !== undefined) {
    throw InvalidError.at('submission_ids', 'Value must be a list. Use `query={"_id":{"$in":[…]}}`.');
  }
  const order = readSubmissionOrder(query['sort']);
  return {
    limit: limitOf(query['limit'], defaultLimit),
    start:
      wholeNumber(query['start'], 'start', 0, `${NOT_POSITIVE}.`) ??
      wholeNumber(query['offset'], 'offset', 0, `${NOT_POSITIVE}.`) ??
      0,
    after: readCursor(query['after'], order),
    order,
    projection: readProjection(query['fields']),
    query: query['query'],
  };
}

/** Reduces limits to the maximum, numbers beyond 15 digits too. */
function limitOf(value: unknown, max: number): number {
  const isHuge = typeof value === 'string' && /^0*[1-9]\d{15,}$/.test(value);
  return isHuge ? max : Math.min(wholeNumber(value, 'limit', 1, NOT_POSITIVE) ?? max, max);
}

function wholeNumber(value: unknown, name: string, min: number, message: string): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (!(number >= min)) throw InvalidError.at(name, message);
  return number;
}
