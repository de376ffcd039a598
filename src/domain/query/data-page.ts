import { InvalidError } from '../errors';
import type { PageWindow } from '../page';
import {
  readSubmissionOrder,
  type SubmissionOrder,
  readCursor,
  type SubmissionCursor,
} from './submission-order';
import { isJsonObject, parseJson } from '../text/json-members';
import { QUERY_LIMITS } from './operand';

/** Keys of the submission JSON to return. */
export interface Projection {
  readonly keys: readonly string[];
  /** False: returned as if unset (contract-data 2.3). */
  readonly validationStatus: boolean;
}

const ALWAYS = ['_id', '_uuid', 'meta/rootUuid'];
const VALIDATION_STATUS = '_validation_status';

/**
 * Reads the `fields` parameter of the data list (contract-data 2.1): a JSON array of whole paths.
 * @returns undefined for all keys
 * @throws InvalidError unless it is such an array
 */
export function readProjection(fields: unknown): Projection | undefined {
  if (fields === undefined) return undefined;
  const paths = pathsOf(fields);
  if (paths.length === 0) return undefined;
  return {
    keys: [...new Set([...ALWAYS, VALIDATION_STATUS, ...paths])],
    validationStatus: paths.includes(VALIDATION_STATUS),
  };
}

/** Accepts a MongoDB projection object too. */
function pathsOf(fields: unknown): string[] {
  const parsed = parseJson(fields);
  const paths = isJsonObject(parsed) ? Object.keys(parsed) : parsed;
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string')) {
    throw InvalidError.at('fields', 'Value must be valid JSON.');
  }
  if (paths.length > QUERY_LIMITS.listValues) {
    throw InvalidError.at('fields', `Use at most ${QUERY_LIMITS.listValues} paths.`);
  }
  return paths;
}

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
