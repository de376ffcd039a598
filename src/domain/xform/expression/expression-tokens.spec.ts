import fc from '../../../../test/fixtures/fast-check';
import {
  callsOf,
  readReference,
  splitAtReferences,
  TokenKind,
  tokenize,
  withPlainSpaces,
} from './expression-tokens';

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
    ['if (a)', ['function', 'name', ')']],
    ["'1'and 2", ['literal', 'operator', 'number']],
    ['1and 2', ['number', 'operator', 'number']],
    ['(a)or(b)', ['(', 'name', ')', 'operator', '(', 'name', ')']],
    ['a[1]and b', ['name', '[', 'number', ']', 'operator', 'name']],
    ['.=1 or.=9', ['step', 'operator', 'number', 'operator', 'step', 'operator', 'number']],
    ['7div 2', ['number', 'operator', 'number']],
    ['and and and', ['name', 'operator', 'name']],
    ['and (1)', ['function', 'number', ')']],
    ['order', ['name']],
    ['../order or ../android', ['step', 'step', 'name', 'operator', 'step', 'step', 'name']],
    ['* * *', ['operator', 'operator', 'operator']],
    ['x:*', ['name']],
    ['2024-01-31.5', ['number', 'number', 'number']],
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
    ['pulldata (1)', [['1']]],
    ['pulldata\n(1, 2)', [['1', '2']]],
    ["'pulldata(1)'", []],
    ['pulldata(1', []],
  ])('%s', (source, calls) => {
    expect(callsOf(source, 'pulldata')).toEqual(calls);
  });
});

describe('withPlainSpaces', () => {
  it.each([
    ["${a}\u00a0= '\u00a0'\u2009and\u00a0if\u202f(1, 2, 3)", "${a} = '\u00a0' and if (1, 2, 3)"],
    ['${a}\n=\t1', '${a}\n=\t1'],
  ])('%j', (source, plain) => {
    expect(withPlainSpaces(source)).toBe(plain);
  });
});
