import fc from '../../../../test/fixtures/fast-check';
import { callsOf, readReference, splitAtReferences, TokenKind, tokenize } from './expression-tokens';

const kinds = (source: string): TokenKind[] =>
  tokenize(source)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'space');

describe('tokenize', () => {
  const cases: [string, TokenKind[]][] = [
    ['${a} + 1', ['reference', 'operator', 'number']],
    ['${last-saved#a}', ['reference']],
    ['${ a}', ['broken-reference', 'name', 'other']],
    ['concat(\'a\', "b")', ['function', 'literal', ',', 'literal', ')']],
    ['jr:choice-name(../q)', ['function', 'step', 'step', 'name', ')']],
    ['a div b', ['name', 'operator', 'name']],
    ['div', ['name']],
    ['x and (y)', ['name', 'operator', '(', 'name', ')']],
    ['2024-01-31', ['date']],
    ['10:30:00', ['date']],
    ['-1.5', ['number']],
    ['foo-bar', ['name']],
    ['https://x.example/a+b', ['address']],
    ['a[b != 1]', ['name', '[', 'name', 'operator', 'number', ']']],
    ['. <= 5', ['step', 'operator', 'number']],
    ["'never closed", ['other', 'name', 'name']],
  ];
  it.each(cases)('%s', (source, expected) => {
    expect(kinds(source)).toEqual(expected);
  });

  it('is lossless for any source', () => {
    const source = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('${a}', '${', '}', "'", '"', '(', ')', '[', ']', ' ', 'and', '-', '1', '.'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(source, (text) => {
        const tokens = tokenize(text);
        expect(tokens.map((token) => token.text).join('')).toBe(text);
        for (const token of tokens) expect(text.startsWith(token.text, token.start)).toBe(true);
      }),
    );
  });
});

describe('readReference', () => {
  it.each([
    ['${a}', { name: 'a', lastSaved: false }],
    ['${last-saved#a}', { name: 'a', lastSaved: true }],
    ['${a', null],
    ['a', null],
    ['${a} ', null],
  ])('%s', (text, expected) => {
    expect(readReference(text)).toEqual(expected);
  });
});

describe('splitAtReferences', () => {
  it.each([
    ['a ${b} c', ['a ', '${b}', ' c']],
    ['${a}${b}', ['', '${a}', '', '${b}', '']],
    ['none', ['none']],
    ['${broken', ['${broken']],
  ])('%s', (text, pieces) => {
    expect(splitAtReferences(text)).toEqual(pieces);
  });
});

describe('callsOf', () => {
  it.each([
    ["pulldata('f', 'a', 'b', ${c})", [["'f'", "'a'", "'b'", '${c}']]],
    [
      "if(pulldata('f', 'a') = '', pulldata('g', concat(1, 2)), 3)",
      [
        ["'f'", "'a'"],
        ["'g'", 'concat(1, 2)'],
      ],
    ],
    ['pulldata()', [['']]],
    ['pulldata (1)', []],
    ["'pulldata(1)'", []],
    ['pulldata(1', []],
  ])('%s', (source, calls) => {
    expect(callsOf(source, 'pulldata')).toEqual(calls);
  });
});
