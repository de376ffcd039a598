import { DomainError } from '../errors';
import type { SubmissionCondition, SubmissionFilter } from '../permission/partial-grant';
import { anyOf, type Filter, NOTHING } from './filter';
import { type MongoDialect, readMongoFilter } from './mongo-filter';
import type { SubmissionField } from './submission-field';

const DIALECT: MongoDialect = { isNumeric: () => true, unknownOperator: 'refuse' };

/**
 * Compiles the row filter of a partial permission: any condition must match (contract-assets 3.5). Numbers compare with
 * all answers that parse as one, in any form version. Fails closed: an invalid condition matches nothing.
 */
export function compileRowFilter(conditions: SubmissionFilter): Filter<SubmissionField> {
  return anyOf(conditions.map(compileCondition));
}

/** Validates a row filter, its conditions within the limits of one query. @throws InvalidError with the reason */
export function assertRowFilter(conditions: SubmissionFilter): void {
  readMongoFilter({ $or: conditions }, DIALECT);
}

function compileCondition(condition: SubmissionCondition): Filter<SubmissionField> {
  try {
    return readMongoFilter(condition, DIALECT);
  } catch (error) {
    if (error instanceof DomainError) return NOTHING;
    throw error;
  }
}
