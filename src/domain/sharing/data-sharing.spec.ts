import {
  intersectFields,
  isSharing,
  readDataSharing,
  readNewDataSharing,
  sharedFields,
} from './data-sharing';

const PATHS = ['city', 'g/people', 'secret'];

describe('readDataSharing', () => {
  it.each<[object, object]>([
    [{}, {}],
    [{ enabled: true }, { enabled: true, fields: [] }],
    [
      { enabled: true, fields: ['city', 'city'] },
      { enabled: true, fields: ['city'] },
    ],
    [
      { enabled: true, fields: ['secret', 'g/people', 'city'] },
      { enabled: true, fields: [] },
    ],
    [{ enabled: 'no' }, { enabled: false, fields: [] }],
    [{ enabled: null }, { enabled: false, fields: [] }],
    [{ enabled: [] }, { enabled: false, fields: [] }],
    [
      { enabled: true, fields: [], more: 1 },
      { enabled: true, fields: [], more: 1 },
    ],
  ])('normalizes %j', (sent, expected) => {
    expect(readDataSharing(sent as Record<string, unknown>, PATHS)).toEqual(expected);
  });

  it.each<[object, object]>([
    [{ fields: ['city'] }, { enabled: ['The property is required'] }],
    [
      { fields: 'city' },
      { enabled: ['The property is required'], fields: ['The property must be an array'] },
    ],
    [{ enabled: 3 }, { enabled: ['Must be a valid boolean.'] }],
    [{ enabled: 'perhaps' }, { enabled: ['Must be a valid boolean.'] }],
    [
      { enabled: true, field: ['city'] },
      { field: ['Unknown property. Send `fields` with the questions to share, or [] for all.'] },
    ],
    [{ enabled: true, fields: null }, { fields: ['The property must be an array'] }],
    [{ enabled: true, fields: {} }, { fields: ['The property must be an array'] }],
    [
      { enabled: true, fields: ['people'] },
      { fields: ['Some fields are invalid, choices are: `city`,`g/people`,`secret`'] },
    ],
    [
      { enabled: true, fields: [['city']] },
      { fields: ['Some fields are invalid, choices are: `city`,`g/people`,`secret`'] },
    ],
  ])('rejects %j', (sent, errors) => {
    const read = (): unknown => readDataSharing(sent as Record<string, unknown>, PATHS);
    expect(read).toThrow(expect.objectContaining({ fields: { data_sharing: errors } }));
  });
});

it('accepts any field of a form without questions', () => {
  expect(readDataSharing({ enabled: true, fields: ['later'] }, [])).toEqual({
    enabled: true,
    fields: ['later'],
  });
  expect(() => readDataSharing({ enabled: true, fields: [7] }, [])).toThrow(
    expect.objectContaining({ fields: { data_sharing: { fields: [expect.stringContaining('invalid')] } } }),
  );
});

it.each<[object, object]>([
  [{ fields: 'city' }, { fields: 'city' }],
  [
    { enabled: 'yes', fields: ['later'] },
    { enabled: true, fields: ['later'] },
  ],
])('normalizes %j of a new asset to %j', (sent, expected) => {
  expect(readNewDataSharing(sent as Record<string, unknown>)).toEqual(expected);
});

describe('shared fields', () => {
  it('are not shared by default', () => {
    expect([{}, { enabled: false }, { enabled: 'yes' }].map(isSharing)).toEqual([false, false, false]);
    expect(isSharing({ enabled: true })).toBe(true);
  });

  it.each<[object, readonly string[] | undefined]>([
    [{ enabled: true }, undefined],
    [{ enabled: true, fields: [] }, undefined],
    [{ enabled: true, fields: ['city'] }, ['city']],
    [{ enabled: true, fields: 'city' }, []],
    [{ enabled: true, fields: [{ toString: 1 }, 2, 'city'] }, ['city']],
    [{ enabled: true, fields: [null] }, []],
  ])('of %j are %j', (sharing, fields) => {
    expect(sharedFields(sharing as Record<string, unknown>)).toEqual(fields);
  });

  it.each<[string[] | undefined, string[] | undefined, string[] | undefined]>([
    [undefined, undefined, undefined],
    [['a'], undefined, ['a']],
    [undefined, ['a'], ['a']],
    [['a', 'b'], ['b', 'c'], ['b']],
    [['a'], ['b'], []],
  ])('of %j and %j intersect to %j', (one, other, both) => {
    expect(intersectFields(one, other)).toEqual(both);
  });
});
