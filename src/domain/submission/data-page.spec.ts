import { readDataPage } from './data-page';

const CAP = 1000;

describe('readDataPage', () => {
  it.each([
    [{}, { limit: 1000, start: 0, after: undefined, descending: false, query: undefined }],
    [
      { limit: '10', start: '20' },
      { limit: 10, start: 20, after: undefined, descending: false, query: undefined },
    ],
    [{ limit: '30000' }, { limit: 1000, start: 0, after: undefined, descending: false, query: undefined }],
    [{ offset: '7' }, { limit: 1000, start: 7, after: undefined, descending: false, query: undefined }],
    [
      { start: '5', after: '99' },
      { limit: 1000, start: 5, after: 99, descending: false, query: undefined },
    ],
    [{ sort: '{"_id":-1}' }, { limit: 1000, start: 0, after: undefined, descending: true, query: undefined }],
    [
      { sort: '{"_id":"1"}' },
      { limit: 1000, start: 0, after: undefined, descending: false, query: undefined },
    ],
    [{ sort: '{}' }, { limit: 1000, start: 0, after: undefined, descending: false, query: undefined }],
    [
      { unknown: 'x', format: 'json' },
      { limit: 1000, start: 0, after: undefined, descending: false, query: undefined },
    ],
  ])('%j', (query, page) => {
    expect(readDataPage(query, CAP)).toEqual(page);
  });

  it.each([
    [{ limit: '0' }, { limit: ['A positive integer is required'] }],
    [{ limit: '-1' }, { limit: ['A positive integer is required'] }],
    [{ limit: 'x' }, { limit: ['A positive integer is required'] }],
    [{ start: '-1' }, { start: ['A positive integer is required.'] }],
    [{ start: ['1', '2'] }, { start: ['A positive integer is required.'] }],
    [{ sort: '_id' }, { sort: ['Value must be valid JSON.'] }],
    [{ sort: '[1]' }, { sort: ['Value must be valid JSON.'] }],
    [{ sort: '{"age":1}' }, { sort: [expect.stringContaining('_id')] }],
    [{ count: '1' }, { count: [expect.stringContaining('Use `count` property')] }],
    [{ fields: '["a"]' }, { fields: [expect.stringContaining('not supported')] }],
  ])('refuses %j', (query, fields) => {
    expect(() => readDataPage(query, CAP)).toThrow(expect.objectContaining({ fields }));
  });
});
