import { readXlsx } from 'hucre';
import { columnName, rowXml, XlsxCell } from './xlsx-cells';
import { assertSheetSize, XlsxSheet, xlsxBytes, xlsxStream, SheetNames } from './xlsx-stream';

/** Reads the bytes with another library. */
async function readBack(sheets: XlsxSheet[]) {
  return (await readXlsx(await xlsxBytes(sheets), { readStyles: true })).sheets;
}

describe('assertSheetSize', () => {
  const limits = { columns: 3, rows: 5 };

  it.each([
    [{ columns: 3, rows: 5 }, undefined],
    [{ columns: 4, rows: 5 }, 'has 4 columns; a workbook allows 3'],
    [{ columns: 3, rows: 6 }, 'more than 5 rows'],
  ])('of %j', (size, sentence) => {
    const assert = () => assertSheetSize({ name: 'kids', ...size }, limits);
    if (sentence === undefined) expect(assert).not.toThrow();
    else expect(assert).toThrow(sentence);
  });
});

describe('dates of 1900', () => {
  it.each([
    ['1900-01-01', 1],
    ['1900-02-28', 59],
    ['1900-02-28T12:00:00', 59.5],
    ['1900-03-01', 61],
    ['2024-05-01', 45413],
  ])('%s is day %d', (text, serial) => {
    const date = new Date(text.includes('T') ? `${text}Z` : text);
    expect(rowXml(1, [date])).toContain(`<v>${serial}</v>`);
  });
});

describe('xlsxStream', () => {
  it('writes text, numbers, booleans and dates that another program reads', async () => {
    const rows: XlsxCell[][] = [
      ['text', ' spaces ', 'a & <b> "c" 😀', 'two\nlines\r\n', '\u0001_x0041_', ''],
      [1, -0.5, 1e21, Number.NaN, null, undefined],
      [true, false],
      [new Date(Date.UTC(2024, 4, 1)), new Date(Date.UTC(2024, 4, 1, 18, 30, 15))],
    ];
    const [sheet] = await readBack([{ name: 'data', rows }]);
    const empty: XlsxCell = null;
    expect(sheet).toMatchObject({
      name: 'data',
      rows: [
        ['text', ' spaces ', 'a & <b> "c" 😀', 'two\nlines\r\n', '\u0001_x0041_'],
        [1, -0.5, 1e21, 'NaN', empty],
        [true, false, empty, empty, empty],
        [new Date(Date.UTC(2024, 4, 1)), new Date(Date.UTC(2024, 4, 1, 18, 30, 15)), empty, empty, empty],
      ],
    });
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('never writes %j as a formula', async (text) => {
    const [sheet] = await readBack([{ name: 's', rows: [[text]] }]);
    expect(sheet?.rows[0]?.[0]).toBe(text);
    const cells = [...(sheet?.cells?.values() ?? [])];
    expect(cells.filter((cell) => cell.formula !== undefined)).toEqual([]);
  });

  it('writes many sheets, and requests each one after the last is written', async () => {
    const order: string[] = [];
    async function* sheets(): AsyncGenerator<XlsxSheet> {
      for (const name of ['a', 'b/c', 'A']) {
        order.push(`sheet ${name}`);
        yield { name, rows: rows(name) };
      }
    }
    async function* rows(name: string): AsyncGenerator<string[]> {
      order.push(`rows of ${name}`);
      yield [name];
    }
    const read = await readXlsx(await xlsxBytes(sheets()));
    expect(read.sheets.map((sheet) => [sheet.name, sheet.rows])).toEqual([
      ['a', [['a']]],
      ['b_c', [['b/c']]],
      ['A (1)', [['A']]],
    ]);
    expect(order).toEqual(['sheet a', 'rows of a', 'sheet b/c', 'rows of b/c', 'sheet A', 'rows of A']);
  });

  it('returns the same bytes for the same rows', async () => {
    const sheets = [{ name: 's', rows: [['x']] }];
    expect(await xlsxBytes(sheets)).toEqual(await xlsxBytes(sheets));
  });

  it('fails with the error of its rows', async () => {
    async function* rows(): AsyncGenerator<string[]> {
      yield ['x'];
      throw new Error('the cursor broke');
    }
    await expect(xlsxBytes([{ name: 's', rows: rows() }])).rejects.toThrow('the cursor broke');
  });

  it('reads rows with backpressure, and closes them when the reader disconnects', async () => {
    const text = 'x'.repeat(1000);
    let taken = 0;
    let closed: (() => void) | undefined;
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    async function* rows(): AsyncGenerator<XlsxCell[]> {
      try {
        for (;;) {
          taken += 1;
          yield [Math.random(), text];
        }
      } finally {
        closed?.();
      }
    }
    const stream = xlsxStream([{ name: 's', rows: rows() }]);
    for await (const piece of stream) {
      expect((piece as Uint8Array).length).toBeGreaterThan(0);
      break;
    }
    await isClosed;
    // Rows taken fit into the stream buffers: a few megabytes before compression.
    expect(taken).toBeLessThan(10_000);
  });
});

describe('columnName', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('%i is %s', (column, expected) => {
    expect(columnName(column)).toBe(expected);
  });
});

describe('SheetNames', () => {
  it.each([
    [
      ['a', 'A', 'a'],
      ['a', 'A (1)', 'a (2)'],
    ],
    [['[x]:*?/\\y'], ['_x______y']],
    [[''], ['Sheet']],
    [
      ['History', 'history'],
      ['History (1)', 'history (2)'],
    ],
    [
      ['x'.repeat(40), 'x'.repeat(40)],
      [`${'x'.repeat(28)}...`, `${'x'.repeat(24)}... (1)`],
    ],
    [['x'.repeat(31)], ['x'.repeat(31)]],
    [[`${'x'.repeat(27)}😀xxx`], [`${'x'.repeat(27)}...`]],
  ])('%j become %j', (requested, expected) => {
    const names = new SheetNames();
    expect(requested.map((name) => names.claim(name))).toEqual(expected);
  });
});
