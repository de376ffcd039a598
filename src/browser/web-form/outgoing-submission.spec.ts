import { ChosenFiles, originalNames, splitRequests, withFileNames } from './outgoing-submission';

const MEGABYTE = 1_000_000;

describe('the requests of a submission', () => {
  it.each([
    ['no files', [], [[]]],
    ['small files', [1, 2, 3], [[1, 2, 3]]],
    ['files of more than one request', [6, 3, 2, 8], [[6, 3], [2], [8]]],
    ['a file that is larger than a request', [1, 15, 1], [[1], [15], [1]]],
    ['such a file first', [15, 1], [[15], [1]]],
  ])('hold %s', (_, sizes, expected) => {
    const xml = { size: 1000 };
    const files = sizes.map((size) => ({ size: size * MEGABYTE }));
    expect(splitRequests(xml, files)).toEqual(
      expected.map((request) => [xml, ...request.map((size) => ({ size: size * MEGABYTE }))]),
    );
  });
});

describe('the names of files', () => {
  const names = (files: readonly [string, string][], answers: readonly string[] = []) => {
    const chosen = new ChosenFiles();
    chosen.add(files.map(([, name], size) => ({ name, size, type: 'x' })));
    const made = files.map(([name], size) => [name, { name, size, type: 'x' }] as const);
    return Object.fromEntries(originalNames(made, [...files.map(([name]) => name), ...answers], chosen));
  };

  it.each([
    ['are those of the device', [['1.pdf', 'Prénom été.pdf']], [], { '1.pdf': 'Prénom été.pdf' }],
    [
      'differ',
      [
        ['1.jpg', 'image.jpg'],
        ['2.jpg', 'Image.jpg'],
      ],
      [],
      { '1.jpg': 'image.jpg', '2.jpg': 'Image-2.jpg' },
    ],
    ['differ from other answers', [['1.jpg', 'a.jpg']], ['A.jpg'], { '1.jpg': 'a-1.jpg' }],
    ['are safe', [['1.jpg', '../a\u202e<b>&"\n.jpg']], [], { '1.jpg': '.._a__b____.jpg' }],
    ['are short', [['1.jpg', `${'x'.repeat(300)}.jpg`]], [], { '1.jpg': `${'x'.repeat(80)}.jpg` }],
    ['have short endings', [['1.jpg', `a.${'x'.repeat(300)}`]], [], { '1.jpg': `a.${'x'.repeat(78)}` }],
    ['stay if the XML has them with escapes', [['1.a&b', 'x.a&b']], [], {}],
    [
      'stay as the engine made them without an original',
      [
        ['1.png', '1.png'],
        ['2.png', '.png'],
      ],
      [],
      {},
    ],
    ['stay if another answer has the same text', [['1.png', 'a.png']], ['1.png'], {}],
  ] as const)('%s', (_, files, answers, expected) => {
    expect(names(files as unknown as [string, string][], answers)).toEqual(expected);
  });

  it('stay if a file may have either of two names', () => {
    const chosen = new ChosenFiles();
    const facts = { size: 9, type: 'text/csv' };
    for (const name of ['a.csv', 'b.csv', 'b.csv']) chosen.add([{ ...facts, name }]);
    expect(chosen.nameOf({ ...facts, name: '1.csv' })).toBeUndefined();
    expect(chosen.nameOf({ ...facts, size: 8, name: '1.csv' })).toBeUndefined();
    chosen.add([{ ...facts, size: 8, name: 'c.csv' }]);
    chosen.add([{ ...facts, size: 8, name: 'c.csv' }]);
    expect(chosen.nameOf({ ...facts, size: 8, name: '1.csv' })).toBe('c.csv');
  });

  it('are written into the answers', () => {
    expect(withFileNames('<a><p>1.jpg</p><n>1.jpg 2</n></a>', new Map([['1.jpg', '$&.jpg']]))).toBe(
      '<a><p>$&.jpg</p><n>1.jpg 2</n></a>',
    );
  });
});
