import { InvalidError } from '../errors';
import type { PageWindow } from '../page';

/** Which page of submissions is asked for. */
export interface DataPage extends PageWindow {
  /** Id of the last submission before the page; wins over `start`. */
  readonly after: number | undefined;
  readonly descending: boolean;
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
  for (const parameter of ['fields', 'submission_ids'] as const) {
    if (query[parameter] !== undefined) {
      throw new InvalidError({
        [parameter]: ['This parameter is not supported yet. Leave it out and filter the full list.'],
      });
    }
  }
  return {
    limit: Math.min(wholeNumber(query['limit'], 'limit', 1, NOT_POSITIVE) ?? defaultLimit, defaultLimit),
    start:
      wholeNumber(query['start'], 'start', 0, `${NOT_POSITIVE}.`) ??
      wholeNumber(query['offset'], 'offset', 0, `${NOT_POSITIVE}.`) ??
      0,
    after: wholeNumber(query['after'], 'after', 0, `${NOT_POSITIVE}.`),
    descending: readSort(query['sort']),
    query: query['query'],
  };
}

function wholeNumber(value: unknown, name: string, least: number, refusal: string): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (!(number >= least)) throw new InvalidError({ [name]: [refusal] });
  return number;
}

/** `{"_id": -1}`: newest first. */
function readSort(sort: unknown): boolean {
  if (sort === undefined || sort === '') return false;
  let order: unknown;
  try {
    order = typeof sort === 'string' ? JSON.parse(sort) : undefined;
  } catch {
    order = undefined;
  }
  if (typeof order !== 'object' || order === null || Array.isArray(order)) {
    throw new InvalidError({ sort: ['Value must be valid JSON.'] });
  }
  const keys = Object.entries(order);
  if (keys.length === 0) return false;
  const [[key, direction]] = keys as [[string, unknown]];
  if (keys.length > 1 || key !== '_id' || ![1, -1, '1', '-1'].includes(direction as number)) {
    throw new InvalidError({
      sort: ['Sort by {"_id": 1} or {"_id": -1}; other keys are not supported yet.'],
    });
  }
  return Number(direction) === -1;
}
