import { comparedAnswers } from './compared-answers';
import { not } from './mongo-expression';
import { readMongoFilter } from './mongo-filter';

const compared = (document: object) =>
  comparedAnswers(
    readMongoFilter(document as Record<string, unknown>, {
      isNumeric: (path) => ['depth', 'day'].includes(path),
      unknownOperator: 'refuse',
    }),
  );

describe('comparedAnswers', () => {
  it('lists comparisons with texts and numbers, in conjunctions and disjunctions', () => {
    expect(
      compared({ $or: [{ 'a/village': 'Oda' }, { depth: { $gt: 3 }, day: { $in: ['2026-01-01', 7] } }] }),
    ).toEqual([
      { path: 'a/village', kind: 'text' },
      { path: 'depth', kind: 'number' },
      { path: 'day', kind: 'text' },
      { path: 'day', kind: 'number' },
    ]);
  });

  it('leaves out what no index answers', () => {
    const village = { kind: 'exists', field: { source: 'answer', path: 'village' } } as const;
    expect(comparedAnswers(village)).toEqual([]);
    expect(comparedAnswers(not({ ...village, kind: 'compare', relation: 'eq', value: 'Oda' }))).toEqual([]);
    expect(compared({ _id: 5, _submitted_by: 'ann', village: { $regex: 'O' } })).toEqual([]);
    expect(compared({ wells: { $elemMatch: { village: 'Oda' } } })).toEqual([]);
    expect(compared({ open: true })).toEqual([]);
  });
});
