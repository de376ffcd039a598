import fc from '../../../test/fixtures/fast-check';
import { InvalidError } from '../errors';
import { flattenInstance } from './instance-flattening';
import { parseInstance } from './instance-parser';
import { writeInstance } from './instance-document';
import { type InstanceForm, jsonToInstance } from './json-instance';

const form: InstanceForm = { rootName: 'data', formId: 'aSAv' };
const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

const xmlOf = (json: unknown): string =>
  writeInstance(jsonToInstance(json, form)).replace(DECLARATION, '').replace(' id="aSAv"', '');

describe('jsonToInstance', () => {
  it.each<[why: string, json: unknown, xml: string]>([
    [
      'groups as objects',
      { person: { name: 'Asha', age: 34 } },
      '<person><name>Asha</name><age>34</age></person>',
    ],
    ['flat keys', { 'p/name': 'A', x: '1', 'p/age': '3' }, '<p><name>A</name><age>3</age></p><x>1</x>'],
    ['both ways', { p: { 'g/a': '1' }, 'p/g/b': '2' }, '<p><g><a>1</a><b>2</b></g></p>'],
    ['lists of text', { crops: ['maize', null, '', 'beans'] }, '<crops>maize beans</crops>'],
    [
      'numbers and booleans',
      { a: 3.5, b: true, c: 0, d: false },
      '<a>3.5</a><b>true</b><c>0</c><d>false</d>',
    ],
    ['empty values', { a: null, b: '', c: ' \n', d: [], e: {}, f: [''], z: '1' }, '<z>1</z>'],
    ['repeats', { r: [{ a: '1' }, { a: '2' }] }, '<r><a>1</a></r><r><a>2</a></r>'],
    [
      'repeats under full paths',
      { 'g/r': [{ 'g/r/h/a': '1', 'g/r/s': [{ 'g/r/s/b': '2' }] }] },
      '<g><r><h><a>1</a></h><s><b>2</b></s></r></g>',
    ],
    ['a group in a repeat', { r: [{ g: { a: '1' } }] }, '<r><g><a>1</a></g></r>'],
    ['a node that occurs twice', { a: [{ a: '1' }, { a: '2' }] }, '<a>1</a><a>2</a>'],
    ['special characters', { a: '<b> & ]]> "\t\r\n' }, '<a>&lt;b&gt; &amp; ]]&gt; "\t&#13;\n</a>'],
    ['system keys', { _id: 1, _uuid: 'x', _attachments: [], _geolocation: [null, null], a: '1' }, '<a>1</a>'],
    [
      'names of JavaScript',
      JSON.parse('{"__proto__":"1","constructor":{"toString":"2"}}'),
      '<__proto__>1</__proto__><constructor><toString>2</toString></constructor>',
    ],
    [
      'the prefix of OpenRosa',
      { 'orx:meta/orx:instanceID': 'uuid:e' },
      '<orx:meta xmlns:orx="http://openrosa.org/xforms"><orx:instanceID>uuid:e</orx:instanceID></orx:meta>',
    ],
  ])('converts %s', (_why, json, xml) => {
    expect(xmlOf(json)).toBe(`<data>${xml}</data>`);
  });

  it('adds the identifiers of form and submission', () => {
    const target = { ...form, version: '3 "x"', formUuid: '8b1f', versionUid: 'vW', instanceId: 'uuid:new' };
    expect(writeInstance(jsonToInstance({ a: '1' }, target))).toBe(
      `${DECLARATION}<data id="aSAv" version="3 &quot;x&quot;"><formhub><uuid>8b1f</uuid></formhub><a>1</a>` +
        '<__version__>vW</__version__><meta><instanceID>uuid:new</instanceID></meta></data>',
    );
  });

  it.each([
    { 'formhub/uuid': 'own', __version__: 'own', 'meta/instanceID': 'own' },
    { formhub: { uuid: 'own' }, __version__: 'own', meta: { instanceID: 'own' } },
    { 'formhub/uuid': 'own', __version__: 'own', 'orx:meta': { 'orx:instanceID': 'own' } },
  ])('keeps identifiers in the JSON: %j', (json) => {
    const target = { ...form, formUuid: 'f', versionUid: 'v', instanceId: 'i' };
    const xml = writeInstance(jsonToInstance(json, target));
    expect(xml.match(/own/g)).toHaveLength(3);
    expect(xml).not.toMatch(/>[fvi]</);
  });

  it('adds the id to a meta without one', () => {
    const xml = writeInstance(
      jsonToInstance({ meta: { deprecatedID: 'uuid:o' } }, { ...form, instanceId: 'uuid:n' }),
    );
    expect(xml).toContain('<meta><deprecatedID>uuid:o</deprecatedID><instanceID>uuid:n</instanceID></meta>');
  });
});

describe('jsonToInstance rejects', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 'x' : { a: deep(levels - 1) });

  it.each<[why: string, json: unknown, message: RegExp]>([
    ['text', 'x', /as a JSON object/],
    ['a list', [{ a: 1 }], /as a JSON object/],
    ['null', null, /as a JSON object/],
    ['an invalid name', { 'g/1a': 'x' }, /"g\/1a" is not a question path/],
    ['an empty step', { 'g//a': 'x' }, /is not an XML name/],
    ['a name with markup', { 'a><b': 'x' }, /is not an XML name/],
    ['an unknown prefix', { 'x:a': 'x' }, /is not an XML name/],
    ['an answer given twice', { g: { a: '1' }, 'g/a': '2' }, /"g\/a" is given twice/],
    ['a question that is a group too', { g: 'x', 'g/a': '1' }, /"g" is given twice/],
    ['a group that is a question too', { 'g/a': '1', g: 'x' }, /"g" is given twice/],
    ['a group that is a repeat too', { 'r/a': '1', r: [{ a: '2' }] }, /"r" is given twice/],
    ['a repeat that is a group too', { r: [{ a: '2' }], 'r/a': '1' }, /"r" is given twice/],
    ['a copy that is text too', { r: [{ r: 'x', a: '1' }] }, /"r" is given twice/],
    ['text that is a copy too', { r: [{ a: '1', r: 'x' }] }, /"r" is given twice/],
    ['a list of both kinds', { r: [{ a: '1' }, 'x'] }, /"r" mixes objects and plain values/],
    ['a list inside a list', { r: [['a']] }, /"r" is a list inside a list/],
    ['a control character', { g: { a: 'x\u0008' } }, /answer to "g\/a" contains the character U\+0008/],
    ['NUL', { a: '\u0000' }, /U\+0000/],
    ['half a surrogate pair', { a: '\uD83D' }, /U\+D83D/],
    ['a hundred levels', deep(100), /too many levels/],
    ['very many levels', { [Array(100_000).fill('a').join('/')]: 'x' }, /too many levels/],
  ])('%s', (_why, json, message) => {
    expect(() => jsonToInstance(json, form)).toThrow(InvalidError);
    expect(() => jsonToInstance(json, form)).toThrow(message);
  });

  it('more answers than an instance may have', () => {
    const copies = Array.from({ length: 99_999 }, () => ({ a: '1' }));
    expect(() => jsonToInstance({ r: copies, z: '1' }, form)).not.toThrow();
    expect(() => jsonToInstance({ r: copies, y: '1', z: '1' }, form)).toThrow(/too many answers/);
  });

  it('long names inside each other', () => {
    const long = 'x'.repeat(1_000_000);
    const copies = Array.from({ length: 30 }, () => ({ a: '1' }));
    expect(() => jsonToInstance({ [long]: copies }, form)).toThrow(/too long names/);
  });

  it('nothing at exactly the maximum depth', () => {
    expect(() => parseInstance(writeInstance(jsonToInstance(deep(99), form)))).not.toThrow();
  });
});

describe('JSON → XML → JSON', () => {
  /** Question if it has no members, else a group; either may repeat. */
  interface FormNode {
    name: string;
    repeats: boolean;
    members: FormNode[];
  }
  type Answers = Record<string, unknown>;

  const nodes = (depth: number): fc.Arbitrary<FormNode[]> =>
    fc.uniqueArray(
      fc.record({
        name: fc.constantFrom('a', 'b', 'Größe', '__proto__', 'constructor', 'x-1.2', 'orx:y'),
        repeats: fc.boolean(),
        members: depth === 0 ? fc.constant([]) : nodes(depth - 1),
      }),
      { maxLength: 3, selector: (node) => node.name },
    );

  const character = fc.oneof(
    fc.constantFrom('"', '\\', '<', '&', ']]>', '\r', '\n', ' ', '\t', 'é', '😀'),
    fc.string({ unit: 'grapheme', maxLength: 2 }),
  );
  const text = fc
    .string({ unit: character, maxLength: 10 })
    .filter(
      (each) =>
        /[^\t\n\r ]/.test(each) && /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u.test(each),
    );

  const below = (path: string, { name }: FormNode): string => (path === '' ? name : `${path}/${name}`);

  function answersTo(form: FormNode[], path: string): fc.Arbitrary<Answers> {
    return fc
      .tuple(...form.map((node) => answersToNode(node, below(path, node))))
      .map((answers) => Object.fromEntries(answers.flatMap((each) => Object.entries(each))));
  }

  function answersToNode(node: FormNode, path: string): fc.Arbitrary<Answers> {
    const once =
      node.members.length === 0 ? text.map((answer) => ({ [path]: answer })) : answersTo(node.members, path);
    if (!node.repeats) return once;
    return fc.array(once, { minLength: 1, maxLength: 3 }).map((copies) => ({ [path]: copies }));
  }

  function repeatPaths(form: FormNode[], path: string): string[] {
    return form.flatMap((node) => [
      ...(node.repeats ? [below(path, node)] : []),
      ...repeatPaths(node.members, below(path, node)),
    ]);
  }

  const sample = nodes(3).chain((form) =>
    answersTo(form, '').map((json) => ({ json, repeatPaths: new Set(repeatPaths(form, '')) })),
  );

  it('is the identity', () => {
    fc.assert(
      fc.property(sample, ({ json, repeatPaths }) => {
        fc.pre(Object.keys(json).length > 0);
        const xml = writeInstance(jsonToInstance(json, form));
        const paths = { repeatPaths, geoPaths: new Set<string>(), filePaths: new Set<string>() };
        expect(JSON.parse(`{${flattenInstance(parseInstance(xml), paths).membersJson}}`)).toEqual(json);
      }),
      { numRuns: 300 },
    );
  });
});
