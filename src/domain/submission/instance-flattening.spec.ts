import { TooLargeError } from '../errors';
import { type FlatInstance, flattenInstance, type FormPaths } from './instance-flattening';
import { parseInstance } from './instance-parser';

function form(paths: { repeats?: string[]; geo?: string[]; files?: string[] } = {}): FormPaths {
  return {
    repeatPaths: new Set(paths.repeats),
    geoPaths: new Set(paths.geo),
    filePaths: new Set(paths.files),
  };
}

const flatten = (xml: string, paths: FormPaths = form()): FlatInstance =>
  flattenInstance(parseInstance(xml), paths);

function answers(xml: string, paths: FormPaths = form()): unknown {
  return JSON.parse(`{${flatten(xml, paths).membersJson}}`);
}

describe('flat JSON of answers', () => {
  it('matches the contract', () => {
    const xml =
      '<a id="a"><formhub><uuid>8b1f</uuid></formhub><person><name>Asha</name><age>34</age></person>' +
      '<crops>maize beans</crops><household><member><first_name>Ben</first_name></member>' +
      '<member><first_name>Eve</first_name><illness><code>B54</code></illness></member></household>' +
      '<__version__>vW</__version__><meta><instanceID>uuid:3f</instanceID></meta></a>';
    const repeats = ['household/member', 'household/member/illness'];
    expect(flatten(xml, form({ repeats })).membersJson).toBe(
      '"formhub/uuid":"8b1f","person/name":"Asha","person/age":"34","crops":"maize beans",' +
        '"household/member":[{"household/member/first_name":"Ben"},{"household/member/first_name":"Eve",' +
        '"household/member/illness":[{"household/member/illness/code":"B54"}]}],' +
        '"__version__":"vW","meta/instanceID":"uuid:3f"',
    );
  });

  it.each<[why: string, xml: string, repeats: string[], expected: unknown]>([
    ['nothing answered', '<d><a/><g><b/></g></d>', [], {}],
    ['empty groups leave no trace', '<d><a>1</a><g><h><b/></h></g></d>', [], { a: '1' }],
    ['one repetition is an array', '<d><r><a>1</a></r></d>', ['r'], { r: [{ 'r/a': '1' }] }],
    ['empty copies are dropped', '<d><r><a/></r><r><a>2</a></r><r/></d>', ['r'], { r: [{ 'r/a': '2' }] }],
    [
      'copies answered in part stay',
      '<d><r><a/><b>1</b></r><r><a>2</a><b/></r></d>',
      ['r'],
      { r: [{ 'r/b': '1' }, { 'r/a': '2' }] },
    ],
    ['a repeat without answers leaves no trace', '<d><r><a/></r><r/><b>1</b></d>', ['r'], { b: '1' }],
    [
      'a question that occurs twice',
      '<d><a>1</a><b>x</b><a>2</a></d>',
      [],
      { a: [{ a: '1' }, { a: '2' }], b: 'x' },
    ],
    ['a question answered once of two times', '<d><a/><a>2</a></d>', [], { a: '2' }],
    [
      'a group that occurs twice',
      '<d><g><a>1</a></g><g><b>2</b></g></d>',
      [],
      { g: [{ 'g/a': '1' }, { 'g/b': '2' }] },
    ],
    ['a group answered once of two times', '<d><g><a/></g><g><b>2</b></g></d>', [], { 'g/b': '2' }],
    [
      'instances of a repeat separated by other questions',
      '<d><r>1</r><a>x</a><r>2</r></d>',
      ['r'],
      {
        r: [{ r: '1' }, { r: '2' }],
        a: 'x',
      },
    ],
    ['a prefix in the key', '<d xmlns:x="u"><x:g><x:a>1</x:a></x:g></d>', [], { 'x:g/x:a': '1' }],
    [
      'metadata in any prefix of OpenRosa under one key',
      '<d xmlns:o="http://openrosa.org/xforms"><o:meta><o:instanceID>uuid:e</o:instanceID><o:rootUuid>uuid:r</o:rootUuid></o:meta></d>',
      [],
      { 'meta/instanceID': 'uuid:e' },
    ],
    [
      'metadata in a default namespace',
      '<d><meta xmlns="http://openrosa.org/xforms"><instanceID>uuid:e</instanceID></meta></d>',
      [],
      { 'meta/instanceID': 'uuid:e' },
    ],
    [
      'metadata in the prefix of the root',
      '<h:d xmlns:h="u"><a>1</a><h:meta><h:instanceID>uuid:e</h:instanceID></h:meta></h:d>',
      [],
      { a: '1', 'meta/instanceID': 'uuid:e' },
    ],
    [
      'two elements with metadata',
      '<d><orx:meta><orx:instanceID>uuid:e</orx:instanceID></orx:meta><a>1</a><meta><audit>audit.csv</audit></meta></d>',
      [],
      { 'meta/instanceID': 'uuid:e', 'meta/audit': 'audit.csv', a: '1' },
    ],
    [
      'a question named `meta` in another namespace',
      '<d xmlns:hr="u"><hr:meta><hr:a>1</hr:a></hr:meta><meta><instanceID>uuid:e</instanceID></meta></d>',
      [],
      { 'hr:meta/hr:a': '1', 'meta/instanceID': 'uuid:e' },
    ],
    ['system keys are left to the service', '<d><_id>9</_id><_uuid>x</_uuid><a>1</a></d>', [], { a: '1' }],
    ['system keys twice or in a repeat', '<d><_id>1</_id><_id>2</_id><a>1</a></d>', ['_id'], { a: '1' }],
    ['a system name deeper down is a question', '<d><g><_id>9</_id></g></d>', [], { 'g/_id': '9' }],
    [
      'the root uuid is left to the service',
      '<d><meta><rootUuid>uuid:r</rootUuid><instanceID>uuid:i</instanceID></meta></d>',
      [],
      { 'meta/instanceID': 'uuid:i' },
    ],
    ['quotes and lines', '<d><a>"x"\\\n\ty</a></d>', [], { a: '"x"\\\n\ty' }],
  ])('%s', (_why, xml, repeats, expected) => {
    expect(answers(xml, form({ repeats }))).toEqual(expected);
  });

  it('treats __proto__ and constructor like any other name', () => {
    expect(flatten('<d><__proto__>1</__proto__><constructor>2</constructor></d>').membersJson).toBe(
      '"__proto__":"1","constructor":"2"',
    );
  });

  it('rejects nested long names whose paths would be too large', () => {
    const long = 'x'.repeat(100_000);
    const nested = (answers: number) => `<d><${long}>${'<a>1</a>'.repeat(answers)}</${long}></d>`;
    expect(() => flatten(nested(100))).not.toThrow();
    const distinct = Array.from({ length: 250 }, (_, index) => `<a${index}>1</a${index}>`).join('');
    expect(() => flatten(`<d><${long}>${distinct}</${long}></d>`)).toThrow(TooLargeError);
  });

  it('is linear in the number of duplicate nodes', () => {
    const names = Array.from({ length: 40_000 }, (_, index) => `<q${index}>1</q${index}>`).join('');
    const { membersJson } = flatten(`<d>${names}${names}</d>`);
    expect(membersJson.slice(0, 40)).toBe('"q0":[{"q0":"1"},{"q0":"1"}],"q1":[{"q1"');
  });
});

describe('geolocation of a submission', () => {
  it.each<[why: string, xml: string, expected: unknown]>([
    [
      'the first geopoint that has one',
      '<d><p/><q>-1.286389 36.817223 1795.0 4.5</q><r>1 2</r></d>',
      [-1.286389, 36.817223],
    ],
    ['latitude and longitude alone', '<d><p>1.5 -2</p></d>', [1.5, -2]],
    ['none', '<d><a>1 2 3 4</a></d>', [null, null]],
    ['no numbers, then one that has', '<d><p>here</p><q>x y</q><r>3 4 0 0</r></d>', [3, 4]],
    ['not a number', '<d><p>NaN Infinity</p></d>', [null, null]],
    ['an incomplete point', '<d><p>1 east</p><q>1</q></d>', [null, null]],
  ])('%s', (_why, xml, expected) => {
    expect(flatten(xml, form({ geo: ['p', 'q', 'r'] })).geolocation).toEqual(expected);
  });
});

describe('file answers', () => {
  it('have the index of each array in their path', () => {
    const xml =
      '<d><p>a.jpg</p><g><rep><photo/></rep><rep><photo>b.jpg</photo></rep><rep><inner><photo>c.jpg</photo></inner>' +
      '<inner><photo>d.jpg</photo></inner></rep></g><twin>e.jpg</twin><twin>f.jpg</twin><text>g.jpg</text></d>';
    const paths = form({
      repeats: ['g/rep', 'g/rep/inner'],
      files: ['p', 'g/rep/photo', 'g/rep/inner/photo', 'twin'],
    });
    expect(flatten(xml, paths).fileAnswers.map((each) => [each.fileName, each.questionXpath])).toEqual([
      ['a.jpg', 'p'],
      ['b.jpg', 'g/rep[1]/photo'],
      ['c.jpg', 'g/rep[2]/inner[1]/photo'],
      ['d.jpg', 'g/rep[2]/inner[2]/photo'],
      ['e.jpg', 'twin[1]'],
      ['f.jpg', 'twin[2]'],
    ]);
  });
});

it('reads nothing of an encrypted submission but its manifest', () => {
  const manifest =
    '<data encrypted="yes" xmlns:orx="o"><base64EncryptedKey>k</base64EncryptedKey><place>1 2 0 0</place>' +
    '<media><file>a.jpg.enc</file></media><media><file>b.jpg.enc</file></media>' +
    '<encryptedXmlFile>submission.xml.enc</encryptedXmlFile></data>';
  const paths = form({ repeats: ['media'], geo: ['place'], files: ['place'] });
  expect(flatten(manifest, paths)).toMatchObject({
    isEncrypted: true,
    geolocation: [null, null],
    fileAnswers: [
      { fileName: 'a.jpg.enc', questionXpath: 'media[1]/file' },
      { fileName: 'b.jpg.enc', questionXpath: 'media[2]/file' },
      { fileName: 'submission.xml.enc', questionXpath: 'encryptedXmlFile' },
    ],
  });
  expect(flatten('<data><base64EncryptedKeys>k</base64EncryptedKeys></data>').isEncrypted).toBe(false);
});
