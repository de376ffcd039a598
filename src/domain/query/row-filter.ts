import { DomainError } from '../errors';
import type { SubmissionCondition, SubmissionFilter } from '../permission/partial-grant';
import { anyOf, type Filter, NOTHING } from './filter';
import { type MongoDialect, readMongoFilter } from './mongo-filter';
import type { SubmissionField } from './submission-field';

const DIALECT: MongoDialect = { isNumeric: () => true, unknown: 'refuse' };

/**
 * The row filter of a partial permission as a filter on submissions: a submission passes when it meets one of the
 * conditions (contract-assets 3.5). It belongs to no version of the form, so a number in it is compared with every
 * answer that reads as one. Total: a condition that can't be read lets nothing pass.
 */
export function compileRowFilter(conditions: SubmissionFilter): Filter<SubmissionField> {
  return anyOf(conditions.map(compileCondition));
}

/**
 * Refuses a row filter that could not be read, before it is given to anybody. All its conditions together are bounded as
 * those of one query are.
 * @throws InvalidError that says what is wrong with it
 */
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
