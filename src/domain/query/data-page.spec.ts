import { type DataPage, readDataPage } from './data-page';

const CAP = 1000;
const BY_ID = { by: [], descending: false };
const DEFAULT: DataPage = {
  limit: CAP,
  start: 0,
  after: undefined,
  order: BY_ID,
  projection: undefined,
  query: undefined,
};
const village = { source: 'answer', path: 'village' } as const;
const ALWAYS = ['_id', '_uuid', 'meta/rootUuid', '_validation_status'];

describe('readDataPage', () => {
  it.each<[object, Partial<DataPage>]>([
    [{}, {}],
    [
      { limit: '10', start: '20' },
      { limit: 10, start: 20 },
    ],
    [{ limit: '30000' }, {}],
    [{ limit: '99999999999999999999' }, {}],
    [{ offset: '7' }, { start: 7 }],
    [
      { start: '5', after: '99' },
      { start: 5, after: { sorted: [], id: 99 } },
    ],
    [{ query: '{"a":1}' }, { query: '{"a":1}' }],
    [{ unknown: 'x', format: 'json' }, {}],
    [{ sort: '{}' }, {}],
    [{ sort: '{"_id":-1}' }, { order: { by: [], descending: true } }],
    [{ sort: '{"_id":"-1"}' }, { order: { by: [], descending: true } }],
    [{ sort: '{"_id":"1"}' }, {}],
    [{ sort: '{"_id":0}' }, {}],
    [
      { sort: '{"village":1}' },
      { order: { by: [{ field: village, type: 'text', descending: false }], descending: false } },
    ],
    [
      { sort: '{"village":-1,"_id":-1,"depth":1}' },
      { order: { by: [{ field: village, type: 'text', descending: true }], descending: true } },
    ],
    [{ fields: '[]' }, {}],
    [{ fields: '["village"]' }, { projection: { keys: [...ALWAYS, 'village'], validationStatus: false } }],
    [{ fields: '{"village":1}' }, { projection: { keys: [...ALWAYS, 'village'], validationStatus: false } }],
    [{ fields: '["_id","_validation_status"]' }, { projection: { keys: ALWAYS, validationStatus: true } }],
  ])('%j', (query, page) => {
    expect(readDataPage(query as Record<string, unknown>, CAP)).toEqual({ ...DEFAULT, ...page });
  });

  const NOT_JSON = ['Value must be valid JSON.'];
  it.each([
    [{ limit: '0' }, { limit: ['A positive integer is required'] }],
    [{ limit: '-1' }, { limit: ['A positive integer is required'] }],
    [{ limit: 'x' }, { limit: ['A positive integer is required'] }],
    [{ limit: '0000000000000000' }, { limit: ['A positive integer is required'] }],
    [{ start: '99999999999999999999' }, { start: ['A positive integer is required.'] }],
    [{ start: '-1' }, { start: ['A positive integer is required.'] }],
    [{ start: ['1', '2'] }, { start: ['A positive integer is required.'] }],
    [{ after: 'x' }, { after: ['A positive integer is required.'] }],
    [{ sort: '' }, { sort: NOT_JSON }],
    [{ sort: '_id' }, { sort: NOT_JSON }],
    [{ sort: '[1]' }, { sort: NOT_JSON }],
    [{ sort: '{"_id":"down"}' }, { sort: [expect.stringContaining('1 or -1')] }],
    [{ sort: '{"a":{"money":1}}' }, { sort: [expect.stringContaining('name a type')] }],
    [
      { sort: '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1}' },
      { sort: [expect.stringContaining('10 keys')] },
    ],
    [{ count: '1' }, { count: [expect.stringContaining('Use `count` property')] }],
    [{ submission_ids: '1' }, { submission_ids: [expect.stringContaining('Value must be a list.')] }],
    [{ fields: 'village' }, { fields: NOT_JSON }],
    [{ fields: '"village"' }, { fields: NOT_JSON }],
    [{ fields: '[1]' }, { fields: NOT_JSON }],
    [{ fields: JSON.stringify(Array(1001).fill('a')) }, { fields: [expect.stringContaining('1000 paths')] }],
  ])('refuses %j', (query, fields) => {
    expect(() => readDataPage(query, CAP)).toThrow(expect.objectContaining({ fields }));
  });
});
