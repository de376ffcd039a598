import { InvalidError } from '../errors';
import type { PageWindow } from '../page';
import { type Projection, readProjection } from './projection';
import { readSubmissionOrder, type SubmissionOrder } from './submission-order';
import { readPosition, type SubmissionPosition } from './submission-position';

/** Which page of submissions is asked for, and what of each is shown. */
export interface DataPage extends PageWindow {
  /** The last submission before the page; wins over `start`. */
  readonly after: SubmissionPosition | undefined;
  readonly order: SubmissionOrder;
  /** Undefined shows everything. */
  readonly projection: Projection | undefined;
  /** The text of the query as it was sent; undefined asks for everything. */
  readonly query: unknown;
}

const NOT_POSITIVE = 'A positive integer is required';

/**
 * Reads the parameters of the data list (contract-data 2.1, decision 11).
 * @param defaultLimit also the most that a page holds; larger ones are cut
 * @throws InvalidError for values that do not hold, and for parameters whose absence would change the answer
 */
export function readDataPage(query: Readonly<Record<string, unknown>>, defaultLimit: number): DataPage {
  if (query['count'] !== undefined) {
    throw new InvalidError({
      count: ['This param is not implemented. Use `count` property of the response instead.'],
    });
  }
  if (query['submission_ids'] !== undefined) {
    throw new InvalidError({
      submission_ids: ['Value must be a list. Ask for `query={"_id":{"$in":[…]}}`.'],
    });
  }
  const order = readSubmissionOrder(query['sort']);
  return {
    limit: limitOf(query['limit'], defaultLimit),
    start:
      wholeNumber(query['start'], 'start', 0, `${NOT_POSITIVE}.`) ??
      wholeNumber(query['offset'], 'offset', 0, `${NOT_POSITIVE}.`) ??
      0,
    after: readPosition(query['after'], order),
    order,
    projection: readProjection(query['fields']),
    query: query['query'],
  };
}

/** However many are asked for, the page holds no more than the most. */
function limitOf(value: unknown, most: number): number {
  const isHuge = typeof value === 'string' && /^0*[1-9]\d{15,}$/.test(value);
  return isHuge ? most : Math.min(wholeNumber(value, 'limit', 1, NOT_POSITIVE) ?? most, most);
}

function wholeNumber(value: unknown, name: string, least: number, refusal: string): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (!(number >= least)) throw new InvalidError({ [name]: [refusal] });
  return number;
}
