import { type Filter, NOTHING } from './mongo-expression';
import { readMongoFilter } from './mongo-filter';
import type { SubmissionField } from './submission-field';
import { QUERY_LIMITS } from './operand';

const numeric = new Set(['age', 'child/age']);
const read = (document: object, unknownOperator: 'match-nothing' | 'refuse' = 'match-nothing') =>
  readMongoFilter(document as Record<string, unknown>, {
    isNumeric: (path) => numeric.has(path),
    unknownOperator,
  });

const answer = (path: string): SubmissionField => ({ source: 'answer', path });
const column = (name: 'id' | 'uuid' | 'submittedBy' | 'submittedAt'): SubmissionField => ({
  source: 'column',
  column: name,
});
const is = (field: SubmissionField, value: string | number): Filter<SubmissionField> => ({
  kind: 'compare',
  field,
  relation: 'eq',
  value,
});
const missing = (field: SubmissionField): Filter<SubmissionField> => ({
  kind: 'not',
  of: { kind: 'exists', field },
});

describe('a filter document', () => {
  it.each<[document: object, filter: Filter<SubmissionField>]>([
    [{}, { kind: 'and', of: [] }],
    [{ village: 'Karatu' }, is(answer('village'), 'Karatu')],
    [{ 'pump/state': { $eq: 'works' } }, is(answer('pump/state'), 'works')],
    [
      { village: 'Karatu', age: '9' },
      { kind: 'and', of: [is(answer('village'), 'Karatu'), is(answer('age'), '9')] },
    ],
    [
      { $or: [{ village: 'a' }, { village: 'b' }] },
      { kind: 'or', of: [is(answer('village'), 'a'), is(answer('village'), 'b')] },
    ],
    [{ $and: [{ village: 'a' }] }, is(answer('village'), 'a')],
    [{ village: { $ne: 'a' } }, { kind: 'not', of: is(answer('village'), 'a') }],
    [{ village: null }, missing(answer('village'))],
    [{ user: [] }, { kind: 'length', field: answer('user'), length: 0 }],
    [{ village: {} }, NOTHING],
    [{ _validation_status: {} }, missing({ source: 'system', path: ['_validation_status', 'uid'] })],
    [{ village: { $ne: null } }, { kind: 'not', of: missing(answer('village')) }],
    [
      { village: { $gte: 'a', $lt: 'b' } },
      {
        kind: 'and',
        of: [
          { kind: 'compare', field: answer('village'), relation: 'gte', value: 'a' },
          { kind: 'compare', field: answer('village'), relation: 'lt', value: 'b' },
        ],
      },
    ],
    [{ village: { $in: ['a', 'b'] } }, { kind: 'in', field: answer('village'), values: ['a', 'b'] }],
    [
      { village: { $nin: ['a'] } },
      { kind: 'not', of: { kind: 'in', field: answer('village'), values: ['a'] } },
    ],
    [
      { village: { $in: ['a', null] } },
      {
        kind: 'or',
        of: [{ kind: 'in', field: answer('village'), values: ['a'] }, missing(answer('village'))],
      },
    ],
    [{ village: { $exists: true } }, { kind: 'exists', field: answer('village') }],
    [{ village: { $exists: 'true' } }, { kind: 'exists', field: answer('village') }],
    [{ village: { $exists: false } }, missing(answer('village'))],
    [{ _submitted_by: { $exists: true } }, { kind: 'and', of: [] }],
    [
      { village: { $not: { $gt: 'a' } } },
      { kind: 'not', of: { kind: 'compare', field: answer('village'), relation: 'gt', value: 'a' } },
    ],
    [{ parts: { $all: ['a b'] } }, is(answer('parts'), 'a b')],
    [{ parts: { $all: [] } }, NOTHING],
  ])('%j', (document, filter) => {
    expect(read(document)).toEqual(filter);
  });

  it.each<[why: string, document: object, filter: Filter<SubmissionField>]>([
    ['a number is compared as a number if the question is numeric', { age: 34 }, is(answer('age'), 34)],
    ['and matches no text otherwise', { village: 34 }, NOTHING],
    ['text is always compared as text', { age: '34' }, is(answer('age'), '34')],
    ['true is no answer', { village: true }, NOTHING],
    ['an object is no answer', { village: { a: 1 } }, NOTHING],
    ['a list is no answer', { village: ['a'] }, NOTHING],
    [
      'an extended JSON date is no answer',
      { _submission_time: { $gt: { $date: '2020-01-01T00:00:00Z' } } },
      NOTHING,
    ],
    ['an id is a number', { _id: 5 }, is(column('id'), 5)],
    ['also as text', { _id: '5' }, is(column('id'), 5)],
    ['also beyond the safe integers', { _id: 1e300 }, is(column('id'), Number.MAX_SAFE_INTEGER)],
    ['null matches anonymous submissions', { _submitted_by: null }, missing(column('submittedBy'))],
    [
      'a dot leads into the validation status',
      { '_validation_status.uid': 'validation_status_approved' },
      is({ source: 'system', path: ['_validation_status', 'uid'] }, 'validation_status_approved'),
    ],
    ['other dots are part of the key', { 'a.b': 'x' }, is(answer('a.b'), 'x')],
    ['a time is a text', { _submission_time: '2026-03-01' }, is(column('submittedAt'), '2026-03-01')],
    [
      'a time with a zone is converted to UTC text',
      { _submission_time: '2026-03-01T12:00:00.000+03:00' },
      is(column('submittedAt'), '2026-03-01T09:00:00'),
    ],
    [
      'with its fraction',
      { _submission_time: '2026-03-01T12:00:00.250Z' },
      is(column('submittedAt'), '2026-03-01T12:00:00.250'),
    ],
    [
      'an invalid time is left unchanged',
      { _submission_time: '2026-99-01T12:00:00Z' },
      is(column('submittedAt'), '2026-99-01T12:00:00Z'),
    ],
  ])('%s: %j', (_why, document, filter) => {
    expect(read(document)).toEqual(filter);
  });

  it('matches elements of repeats', () => {
    const elements = { child: { $elemMatch: { 'child/name': 'Eve', 'child/age': { $gt: 3 } } } };
    expect(read(elements)).toEqual({
      kind: 'some',
      field: answer('child'),
      where: {
        kind: 'and',
        of: [
          {
            kind: 'compare',
            field: { source: 'member', path: ['child/name'] },
            relation: 'eq',
            value: 'Eve',
          },
          { kind: 'compare', field: { source: 'member', path: ['child/age'] }, relation: 'gt', value: 3 },
        ],
      },
    });
  });

  it.each([
    [{ village: { $nonsense: 1 } }],
    [{ $where: 'sleep(1000)' }],
    [{ $where: null }],
    [{ $or: [{ $nonsense: 1 }] }],
    [{ child: { $elemMatch: { $gt: 1 } } }],
  ])('%j has an unknown operator: matches nothing, or is refused in row filters', (document) => {
    expect(JSON.stringify(read(document))).toContain(JSON.stringify(NOTHING));
    expect(() => read(document, 'refuse')).toThrow('Unsupported query');
  });

  it.each([
    [{ $or: [] }],
    [{ $or: { village: 'x' } }],
    [{ $and: ['x'] }],
    [{ $expr: { $gt: ['$a', '$b'] } }],
    [{ village: { $in: 'Karatu' } }],
    [{ village: { $nin: {} } }],
    [{ village: { $all: 'x' } }],
    [{ village: { $gt: 'a', $nonsense: 1 } }],
    [{ village: { $gt: 'a', name: 1 } }],
    [{ village: { $not: 'a' } }],
    [{ village: { $not: { $nonsense: 1 } } }],
    [{ village: { $regex: 5 } }],
    [{ village: { $options: 'i' } }],
    [{ village: { $regex: 'a', $options: 'g' } }],
    [{ village: { $elemMatch: 'x' } }],
    [{ _id: 'x' }],
    [{ _id: { $in: [1, true] } }],
    [{ _submission_time: { $gt: { $date: 'yesterday' } } }],
    [{ _submission_time: { $date: {} } }],
    [{ village: { $in: Array.from({ length: QUERY_LIMITS.listValues + 1 }, String) } }],
    [{ $or: Array.from({ length: QUERY_LIMITS.conditions }, () => ({ village: 'x' })) }],
  ])('refuses %j', (document) => {
    expect(() => read(document)).toThrow(expect.objectContaining({ kind: 'invalid' }));
  });

  it('limits the depth', () => {
    const nested = (levels: number): object =>
      levels === 0 ? { village: 'x' } : { $and: [nested(levels - 1), { village: 'y' }] };
    expect(read(nested(QUERY_LIMITS.depth - 1))).toBeDefined();
    expect(() => read(nested(QUERY_LIMITS.depth))).toThrow('deep');
    const repeats = (levels: number): object =>
      levels === 0 ? { x: 'y' } : { child: { $elemMatch: repeats(levels - 1) } };
    expect(() => read(repeats(QUERY_LIMITS.depth))).toThrow('deep');
  });
});
