import type { Filter } from './mongo-expression';
import type { SubmissionField } from './submission-field';
import type { SubmissionOrder } from './submission-order';

/** Question outside of repeats whose answers a filter compares, or by which submissions are sorted. */
export interface ComparedAnswer {
  readonly path: string;
  /** Answers compare as texts, and as numbers where they are some; `double`: those that sort as numbers. */
  readonly kind: 'text' | 'number' | 'double';
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

/** The answer that alone sorts submissions, before the id, if an index can have its order. Times depend on settings of the database. */
export function sortedAnswer({ by }: SubmissionOrder): ComparedAnswer | undefined {
  const [key, ...more] = by;
  if (key?.field.source !== 'answer' || key.type === 'time' || more.length > 0) return undefined;
  return { path: key.field.path, kind: key.type === 'text' ? 'text' : 'double' };
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
