import {
  intersectFields,
  isSharing,
  readDataSharing,
  readNewDataSharing,
  sharedFields,
  pairedXml,
  readPairedFilename,
  sharingEvent,
} from './data-sharing';
import { InvalidError } from '../errors';
import { parseInstance } from '../submission/instance-parser';

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

it.each([true, false])('keeps stored fields that the form has lost, with sharing %s', (enabled) => {
  const stored = { enabled: true, fields: ['gone'] };
  expect(readDataSharing({ enabled, fields: ['gone'] }, PATHS, stored)).toEqual({
    enabled,
    fields: ['gone'],
  });
  expect(readDataSharing({ enabled, fields: ['gone'] }, ['city'], stored)['fields']).toEqual(['gone']);
  const read = () => readDataSharing({ enabled, fields: ['gone', 'never'] }, PATHS, stored);
  expect(read).toThrow(InvalidError);
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

const XML =
  '<f id="f" version="1"><city>Paris &amp; more</city><g><people>2</people><secret>x</secret></g>' +
  '<r><city>inner</city></r><r><city>other</city></r><meta><instanceID>uuid:1</instanceID></meta></f>';
const of = (fields: string[] | undefined): string => pairedXml(parseInstance(XML), fields);

describe('pairedXml', () => {
  it('includes all fields without a restriction', () => {
    expect(of(undefined)).toBe(XML.replace('<f ', '<data ').replace('</f>', '</data>'));
  });

  it.each<[string[], string]>([
    [['city'], '<city>Paris &amp; more</city>'],
    [['g/people'], '<g><people>2</people></g>'],
    [['r/city'], '<r><city>inner</city></r><r><city>other</city></r>'],
    [['people'], ''],
  ])('includes the paths %j with their groups', (fields, inner) => {
    const start = '<data id="f" version="1"';
    expect(of(fields)).toBe(inner === '' ? `${start}/>` : `${start}>${inner}</data>`);
  });
});

describe('readPairedFilename', () => {
  it.each([
    ['cities', 'cities.xml'],
    ['cities.xml', 'cities.xml'],
    ['Cities-2_b.XML', 'Cities-2_b.xml'],
  ])('parses %j as %j', (sent, name) => {
    expect(readPairedFilename(sent)).toBe(name);
  });

  it.each([
    ['', 'This field may not be blank.'],
    ['a b', 'Only letters, numbers and `-` are allowed'],
    ['é.xml', 'Only letters, numbers and `-` are allowed'],
    ['a/b', 'Only letters, numbers and `-` are allowed'],
    ['.xml', 'Only letters, numbers and `-` are allowed'],
    ['a\n', 'Only letters, numbers and `-` are allowed'],
    ['a.csv', 'Extension must be `xml`'],
    ['a.b.xml', 'Only letters, numbers and `-` are allowed'],
    ['x'.repeat(201), 'Ensure this field has no more than 200 characters.'],
  ])('rejects %j: %s', (sent, message) => {
    const read = (): unknown => readPairedFilename(sent);
    expect(read).toThrow(expect.objectContaining({ fields: { filename: [message] } }));
  });
});

const on = (...fields: string[]) => ({ enabled: true, fields });
const OFF = { enabled: false, fields: ['a'] };

describe('sharingEvent', () => {
  it.each([
    [{}, {}, undefined],
    [{}, OFF, undefined],
    [OFF, { enabled: false, fields: [] }, undefined],
    [on('a'), on('a'), undefined],
    [{}, on('a'), { action: 'enable-sharing', metadata: { shared_fields: { added: ['a'] } } }],
    [OFF, on(), { action: 'enable-sharing', metadata: { shared_fields: { added: [] } } }],
    [on('a'), {}, { action: 'disable-sharing' }],
    [
      on('a', 'b'),
      on('b', 'c'),
      { action: 'modify-sharing', metadata: { shared_fields: { added: ['c'], removed: ['a'] } } },
    ],
    [on('a'), on(), { action: 'modify-sharing', metadata: { shared_fields: { added: [], removed: ['a'] } } }],
  ])('from %j to %j is %j', (before, after, event) => {
    expect(sharingEvent(before, after)).toEqual(event);
  });
});
