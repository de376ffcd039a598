import { InvalidError } from '../errors';
import { parseJson } from '../text/json-value';
import { EVERYTHING, type Filter } from './filter';
import { readMongoFilter } from './mongo-filter';
import type { IsNumeric } from './operand';
import { QUERY_LIMITS } from './query-limits';
import type { SubmissionField } from './submission-field';

/** Ignored: KoboToolbox overwrites it with its own value (contract-data 2.2). */
const PARTITION_KEY = '_userform_id';

/**
 * Parses `query` of the data list (contract-data 2.2): JSON of a MongoDB filter; undefined matches all submissions.
 * @throws InvalidError for invalid JSON or an unsupported query
 */
export function readSubmissionQuery(text: unknown, isNumeric: IsNumeric): Filter<SubmissionField> {
  if (text === undefined) return EVERYTHING;
  const document = parse(text);
  if (document === null) return EVERYTHING;
  if (typeof document !== 'object' || Array.isArray(document)) {
    throw InvalidError.at('query', 'Value must be a JSON object, such as {"village":"Karatu"}.');
  }
  const { [PARTITION_KEY]: _overwritten, ...filter } = document as Record<string, unknown>;
  return readMongoFilter(filter, { isNumeric, unknownOperator: 'match-nothing' });
}

function parse(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > QUERY_LIMITS.textLength) {
    throw InvalidError.at('query', `Value must be JSON of at most ${QUERY_LIMITS.textLength} characters.`);
  }
  const parsed = parseJson(text);
  if (parsed === undefined) throw InvalidError.at('query', 'Value must be valid JSON.');
  return parsed;
}
