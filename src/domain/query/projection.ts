import { InvalidError } from '../errors';
import { QUERY_LIMITS } from './query-limits';

/** Which keys of a submission's JSON are shown. */
export interface Projection {
  readonly keys: readonly string[];
  /** Shown by its value when asked for, and else as if there were none (contract-data 2.3). */
  readonly validationStatus: boolean;
}

const ALWAYS = ['_id', '_uuid', 'meta/rootUuid'];
const VALIDATION_STATUS = '_validation_status';

/**
 * Reads the `fields` parameter of the data list (contract-data 2.1): a JSON array of whole paths.
 * @returns undefined when everything is to be shown
 * @throws InvalidError for what is no such array
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

/** An object asks for its keys, as clients of MongoDB write it. */
function pathsOf(fields: unknown): string[] {
  let asked: unknown;
  try {
    asked = typeof fields === 'string' ? (JSON.parse(fields) as unknown) : undefined;
  } catch {
    asked = undefined;
  }
  const paths: unknown =
    typeof asked === 'object' && asked !== null && !Array.isArray(asked) ? Object.keys(asked) : asked;
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string')) {
    throw new InvalidError({ fields: ['Value must be valid JSON.'] });
  }
  if (paths.length > QUERY_LIMITS.listValues) {
    throw new InvalidError({ fields: [`At most ${QUERY_LIMITS.listValues} paths are taken.`] });
  }
  return paths;
}
