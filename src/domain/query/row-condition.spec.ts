import { InvalidError } from '../errors';
import { readSimpleRowFilter, type SimpleRowFilter, toRowFilter, assertRowFilter } from './row-condition';

const isNumeric = (question: string): boolean => question === 'person/age';

const only = (...conditions: SimpleRowFilter['conditions']): SimpleRowFilter => ({
  submitters: [],
  conditions,
});

describe('a row filter that was put together', () => {
  it.each<[SimpleRowFilter, object]>([
    [{ submitters: ['ann'], conditions: [] }, { _submitted_by: { $eq: 'ann' } }],
    [{ submitters: ['ann', 'ben'], conditions: [] }, { _submitted_by: { $in: ['ann', 'ben'] } }],
    [only({ question: 'consent', comparison: 'is', value: 'yes' }), { consent: { $eq: 'yes' } }],
    [only({ question: 'person/age', comparison: 'at-least', value: '18' }), { 'person/age': { $gte: 18 } }],
    [only({ question: 'name', comparison: 'at-least', value: '18' }), { name: { $gte: '18' } }],
    [
      only({ question: 'person/age', comparison: 'is', value: '1234567890123456789' }),
      { 'person/age': { $eq: '1234567890123456789' } },
    ],
    [
      only({ question: 'name', comparison: 'contains', value: 'a.b*' }),
      { name: { $regex: String.raw`a\.b\*`, $options: 'i' } },
    ],
    [only({ question: 'name', comparison: 'not-answered', value: '' }), { name: { $exists: false } }],
    [
      {
        submitters: ['ann'],
        conditions: [
          { question: 'person/age', comparison: 'at-least', value: '18' },
          { question: 'person/age', comparison: 'less-than', value: '60' },
        ],
      },
      {
        $and: [
          { _submitted_by: { $eq: 'ann' } },
          { 'person/age': { $gte: 18 } },
          { 'person/age': { $lt: 60 } },
        ],
      },
    ],
  ])('%j is stored as a query and read back', (simple, stored) => {
    const filter = toRowFilter(simple, isNumeric);
    expect(filter).toEqual([stored]);
    expect(() => {
      assertRowFilter(filter);
    }).not.toThrow();
    expect(readSimpleRowFilter(filter)).toEqual(simple);
  });

  it.each<[SimpleRowFilter, string]>([
    [only(), 'at least one condition'],
    [only({ question: 'person/age', comparison: 'is', value: 'many' }), 'Enter a number'],
    [only({ question: 'name', comparison: 'is', value: '' }), 'Enter a value'],
  ])('refuses %j', (simple, message) => {
    try {
      toRowFilter(simple, isNumeric);
      throw new Error('accepted');
    } catch (error) {
      expect((error as InvalidError).fields?.['rows']).toEqual([expect.stringContaining(message)]);
    }
  });
});

describe('a stored row filter', () => {
  it.each([
    [{ _submitted_by: 'ann' }, { submitters: ['ann'], conditions: [] }],
    [
      { consent: 'yes', age: { $gte: 1, $lt: 5 } },
      only(
        { question: 'consent', comparison: 'is', value: 'yes' },
        { question: 'age', comparison: 'at-least', value: '1' },
        { question: 'age', comparison: 'less-than', value: '5' },
      ),
    ],
  ])('%j is shown as conditions', (document, simple) => {
    expect(readSimpleRowFilter([document])).toEqual(simple);
  });

  it.each([
    [[]],
    [[{}]],
    [[{ _submitted_by: 'ann' }, { _submitted_by: 'ben' }]],
    [[{ $or: [{ a: '1' }, { b: '2' }] }]],
    [[{ _submitted_by: { $ne: 'ann' } }]],
    [[{ _id: 4 }]],
    [[{ name: { $regex: '^a', $options: 'i' } }]],
    [[{ name: { $not: { $eq: 'a' } } }]],
    [[{ name: null }]],
    [[{ $and: [{ $or: [{ a: '1' }] }] }]],
  ])('%j is not', (filter) => {
    expect(readSimpleRowFilter(filter)).toBeUndefined();
  });
});
