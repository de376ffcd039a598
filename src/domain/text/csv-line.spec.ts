import { asByteWords } from './byte-words';
import { CsvBytes } from './csv-bytes';
import { csvLine } from './csv-line';

describe('csvLine', () => {
  it('quotes every cell and doubles inner quotes', () => {
    expect(csvLine(['a', '', 'b;"c"\r\nd'])).toBe('"a";"";"b;""c""\r\nd"\r\n');
  });

  it.each([
    '-5.0E-4x',
    '-1e5+A1',
    '-Infinity!A1',
    '- refused',
    '=1+1',
    '+1-2a',
    '-2+3',
    '-1;A1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\n=1',
    '\0=1',
    ...['＝1+1', '＋1', '－1', '＠SUM(1)'],
    "=cmd|' /C calc'!A0",
  ])('prefixes %j with an apostrophe against formula injection', (text) =>
    expect(csvLine([text])).toBe(`"'${text}"\r\n`),
  );

  it.each([
    ...[
      '-5.0E-4',
      '-1.2e-7',
      '-5.',
      '+3',
      '-Infinity',
      '-1,5',
      '-5.0E-4 36.8 0 0',
      '-1 2 0 0;-1.5e-5 2 0 0;',
      '-.5',
    ],
    ...[
      '-7',
      '-3.5',
      '+255 712 000 000',
      '-3.35 35.85 0 0;-3.36 35.86 0 0',
      '-',
      '=',
      'a=b',
      '＝',
      '１＋１',
      '（1）',
      'ａ',
    ],
  ])('leaves %j unchanged', (text) => {
    expect(csvLine([text])).toBe(`"${text}"\r\n`);
  });

  it('treats cells of bytes alike', () => {
    const cells = ['=1', '+x', '-x', '@x', '\tx', '\rx', '\n=1', '\0=1', '＝1+1', '＋1', '－1', '＠x'];
    for (const cell of [...cells, 'ａ', '（1）', '＝', '-5.0E-4', '-1,5', 'é', '']) {
      const bytes = new CsvBytes();
      const words = asByteWords(new TextEncoder().encode(cell));
      bytes.writeBytes(words, 0, words.bytes.length);
      bytes.endLine();
      expect(new TextDecoder().decode(bytes.take())).toBe(csvLine([cell]));
    }
  });

  it('leaves formulas as answered on request', () => {
    expect(csvLine(['=1+1', '-x'], ';', false)).toBe('"=1+1";"-x"\r\n');
  });
});
