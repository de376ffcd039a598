import { InvalidError, DomainError } from '../errors';
import type { SubmissionCondition, SubmissionFilter } from '../permission/permission-set';
import { isJsonObject } from '../text/json-members';
import { readTypedNumber } from '../text/lossless-json';
import { anyOf, type Filter, NOTHING } from './mongo-expression';
import { type MongoDialect, readMongoFilter } from './mongo-filter';
import type { SubmissionField } from './submission-field';

/** Comparisons that people choose for a row filter, in the order of the list. */
export const COMPARISONS = [
  'is',
  'is-not',
  'contains',
  'at-least',
  'at-most',
  'more-than',
  'less-than',
  'answered',
  'not-answered',
] as const;

export type Comparison = (typeof COMPARISONS)[number];

/** One condition on the answer to a question. */
export interface RowCondition {
  /** Path of the question. */
  readonly question: string;
  readonly comparison: Comparison;
  /** Empty for comparisons without a value. */
  readonly value: string;
}

/** A row filter as people put it together: submitters (any of them) and conditions (all of them). */
export interface SimpleRowFilter {
  readonly submitters: readonly string[];
  readonly conditions: readonly RowCondition[];
}

const OPERATORS: Readonly<Partial<Record<Comparison, string>>> = {
  is: '$eq',
  'is-not': '$ne',
  'at-least': '$gte',
  'at-most': '$lte',
  'more-than': '$gt',
  'less-than': '$lt',
};
const BY_OPERATOR = new Map(Object.entries(OPERATORS).map(([name, key]) => [key, name as Comparison]));
const SUBMITTER = '_submitted_by';
const PUNCTUATION = /[\\^$.|?*+()[\]{}]/g;

export function needsValue(comparison: Comparison): boolean {
  return comparison !== 'answered' && comparison !== 'not-answered';
}

/** @throws InvalidError without any condition: such a filter would grant all submissions */
export function toRowFilter(
  { submitters, conditions }: SimpleRowFilter,
  isNumeric: (question: string) => boolean,
): SubmissionFilter {
  const documents = conditions.map((each) => ({
    [each.question]: operationOf(each, isNumeric(each.question)),
  }));
  const [first, ...others] = submitters;
  if (first !== undefined) {
    documents.unshift({ [SUBMITTER]: others.length === 0 ? { $eq: first } : { $in: [...submitters] } });
  }
  if (documents.length === 0) {
    throw InvalidError.at('rows', 'Choose at least one condition, or allow all submissions.');
  }
  return documents.length === 1 ? [documents[0]!] : [{ $and: documents }];
}

/** @returns undefined for a filter that needs more than submitters and conditions */
export function readSimpleRowFilter(filter: SubmissionFilter): SimpleRowFilter | undefined {
  const [document, ...others] = filter;
  if (document === undefined || others.length > 0) return undefined;
  const submitters: string[] = [];
  const conditions: RowCondition[] = [];
  for (const [question, value] of entriesOf(document)) {
    if (question === SUBMITTER && submitters.length === 0) {
      const names = readSubmitters(value);
      if (names === undefined) return undefined;
      submitters.push(...names);
      continue;
    }
    const read = question.startsWith('_') || question.startsWith('$') ? undefined : readOperations(value);
    if (read === undefined) return undefined;
    conditions.push(...read.map((each) => ({ question, ...each })));
  }
  return submitters.length + conditions.length === 0 ? undefined : { submitters, conditions };
}

function operationOf({ question, comparison, value }: RowCondition, isNumeric: boolean): unknown {
  if (!needsValue(comparison)) return { $exists: comparison === 'answered' };
  if (value === '') throw InvalidError.at('rows', `Enter a value for \`${question}\`.`);
  if (comparison === 'contains') {
    return { $regex: value.replace(PUNCTUATION, String.raw`\$&`), $options: 'i' };
  }
  if (!isNumeric) return { [OPERATORS[comparison]!]: value };
  const number = readTypedNumber(value);
  if (number === undefined) {
    throw InvalidError.at('rows', `Enter a number for \`${question}\`, such as 12.5.`);
  }
  return { [OPERATORS[comparison]!]: number };
}

/** Members of the document, and of its `$and`. */
function entriesOf(document: SubmissionCondition): [string, unknown][] {
  return Object.entries(document).flatMap(([key, value]): [string, unknown][] =>
    key === '$and' && Array.isArray(value) ? value.flatMap(membersOf) : [[key, value]],
  );
}

function membersOf(document: unknown): [string, unknown][] {
  return isJsonObject(document) ? Object.entries(document) : [['$and', document]];
}

function readSubmitters(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return undefined;
  const { $eq, $in } = value;
  if (typeof $eq === 'string') return [$eq];
  const isNames = Array.isArray($in) && $in.length > 0 && $in.every((each) => typeof each === 'string');
  return isNames ? $in : undefined;
}

type Operation = Pick<RowCondition, 'comparison' | 'value'>;

function readOperations(value: unknown): Operation[] | undefined {
  if (isPlain(value)) return [{ comparison: 'is', value: String(value) }];
  if (!isJsonObject(value)) return undefined;
  const { $regex, $options, $exists } = value;
  const keys = Object.keys(value);
  if (keys.length === 1 && typeof $exists === 'boolean') {
    return [{ comparison: $exists ? 'answered' : 'not-answered', value: '' }];
  }
  if (keys.length === 2 && typeof $regex === 'string' && $options === 'i') {
    const text = plainTextOf($regex);
    return text === undefined ? undefined : [{ comparison: 'contains', value: text }];
  }
  const read = Object.entries(value).map(([operator, operand]): Operation | undefined => {
    const comparison = BY_OPERATOR.get(operator);
    return comparison === undefined || !isPlain(operand) ? undefined : { comparison, value: String(operand) };
  });
  const known = read.filter((each) => each !== undefined);
  return known.length === read.length && known.length > 0 ? known : undefined;
}

/** Undefined for an expression that is more than escaped text. */
function plainTextOf(expression: string): string | undefined {
  const text = expression.replace(/\\([^A-Za-z0-9])/g, '$1');
  return text.replace(PUNCTUATION, String.raw`\$&`) === expression ? text : undefined;
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

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
