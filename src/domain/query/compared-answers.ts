import type { Filter } from './filter';
import type { SubmissionField } from './submission-field';

/** Question outside of repeats whose answers a filter compares. */
export interface ComparedAnswer {
  readonly path: string;
  /** Type of its operand: answers compare as texts, and as numbers where they are some. */
  readonly kind: 'text' | 'number';
}

/** Comparisons of a filter that an index can answer: negated ones, searches and those in repeats are not among them. */
export function comparedAnswers(filter: Filter<SubmissionField>): readonly ComparedAnswer[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.flatMap(comparedAnswers);
    case 'compare':
      return comparison(filter.field, [filter.value]);
    case 'in':
      return comparison(filter.field, filter.values);
    default:
      return [];
  }
}

function comparison(field: SubmissionField, operands: readonly unknown[]): ComparedAnswer[] {
  if (field.source !== 'answer') return [];
  const { path } = field;
  const isText = operands.some((operand) => typeof operand === 'string');
  const isNumber = operands.some((operand) => typeof operand === 'number' || typeof operand === 'bigint');
  return [
    ...(isText ? [{ path, kind: 'text' } as const] : []),
    ...(isNumber ? [{ path, kind: 'number' } as const] : []),
  ];
}
