import { readMongoFilter } from './mongo-filter';
import type { Filter } from './mongo-expression';
import type { SubmissionField } from './submission-field';

const dialect = { isNumeric: () => false, unknownOperator: 'refuse' } as const;
const read = (expression: unknown) => readMongoFilter({ $expr: expression }, dialect);

/** Evaluates a filter of comparisons on answers. */
function matches(filter: Filter<SubmissionField>, answers: Readonly<Record<string, string>>): boolean {
  const valueOf = (field: SubmissionField) => (field.source === 'answer' ? answers[field.path] : undefined);
  switch (filter.kind) {
    case 'and':
      return filter.of.every((each) => matches(each, answers));
    case 'or':
      return filter.of.some((each) => matches(each, answers));
    case 'not':
      return !matches(filter.of, answers);
    case 'exists':
      return valueOf(filter.field) !== undefined;
    case 'compare': {
      const [value, { relation, value: other }] = [valueOf(filter.field), filter];
      if (value === undefined) return false;
      if (relation === 'eq') return value === other;
      return relation === 'gt' ? value > other : relation === 'lt' ? value < other : false;
    }
    default:
      throw new Error(`No comparison: ${filter.kind}`);
  }
}

describe('$expr', () => {
  const rows = { none: {}, a5: { a: '5' }, b5: { b: '5' }, a3b5: { a: '3', b: '5' } };
  const first = { $ifNull: ['$a', '$b'] };
  it.each([
    [{ $eq: ['$a', '5'] }, ['a5']],
    [{ $eq: ['5', '$a'] }, ['a5']],
    [{ $ne: ['$a', '5'] }, ['none', 'b5', 'a3b5']],
    [{ $gt: ['$a', '3'] }, ['a5']],
    [{ $gt: ['4', '$a'] }, ['none', 'b5', 'a3b5']],
    [{ $lt: ['$a', '4'] }, ['none', 'b5', 'a3b5']],
    [{ $eq: [first, '5'] }, ['a5', 'b5']],
    [{ $ne: [first, '5'] }, ['none', 'a3b5']],
    [{ $eq: [{ $ifNull: ['$a', 'none'] }, 'none'] }, ['none', 'b5']],
    [{ $gt: [{ $ifNull: ['$a', '9'] }, '4'] }, ['none', 'a5', 'b5']],
    [{ $eq: [{ $ifNull: ['$a', first] }, { $ifNull: [null, '5'] }] }, ['a5', 'b5']],
    [{ $eq: ['$a', null] }, []],
    [{ $and: [{ $eq: ['$b', '5'] }, { $ne: ['$a', '3'] }] }, ['b5']],
    [{ $or: [{ $eq: ['$a', '5'] }, { $eq: ['$b', '5'] }] }, ['a5', 'b5', 'a3b5']],
    [{ $not: [{ $eq: ['$a', '5'] }] }, ['none', 'b5', 'a3b5']],
    [{ $not: { $eq: ['$a', '5'] } }, ['none', 'b5', 'a3b5']],
    [{ $eq: ['x', 'x'] }, ['none', 'a5', 'b5', 'a3b5']],
    [{ $ne: ['x', 'x'] }, []],
    [{ $lte: [1, 2] }, ['none', 'a5', 'b5', 'a3b5']],
    [{ $gte: [1, 'x'] }, []],
  ])('%j matches %j', (expression, names) => {
    const filter = read(expression);
    expect(Object.entries(rows).flatMap(([name, row]) => (matches(filter, row) ? name : []))).toEqual(names);
  });

  it.each([
    [5],
    [{}],
    [{ $gt: ['$a'] }],
    [{ $gt: ['$a', '$b'] }],
    [{ $gt: ['$a', '1'], $lt: ['$a', '5'] }],
    [{ $add: ['$a', '1'] }],
    [{ $eq: ['$$ROOT', '1'] }],
    [{ $eq: ['$', '1'] }],
    [{ $eq: [{ $ifNull: ['$a'] }, '1'] }],
    [{ $eq: [{ $toInt: '$a' }, 1] }],
    [{ $not: [{ $eq: ['$a', '5'] }, { $eq: ['$a', '6'] }] }],
  ])('refuses %j', (expression) => {
    expect(() => read(expression)).toThrow(/^Unsupported query: .{20,}/);
  });
});
