import { InvalidError } from '../errors';
import { isJsonObject, parseJson } from '../text/json-value';
import { QUERY_LIMITS } from './query-limits';

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
