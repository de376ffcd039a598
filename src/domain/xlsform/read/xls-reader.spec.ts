import { compoundFileOf, record, text, u16, xlsOf } from '../../../../test/fixtures/xlsform-in/xls-builder';
import { readWorkbook } from '../read-workbook';
import { BIFF } from './biff-records';
import { UnreadableFileError } from './sheet-grid';

const label = (row: number, column: number, value: string) =>
  record(BIFF.LABEL, [...u16(row, column, 0), ...text(value)]);
const HEADER = [label(0, 0, 'type'), label(0, 1, 'x')];

/** Little-endian bytes, as those of this machine. */
const f64 = (value: number) => [...new Uint8Array(new Float64Array([value]).buffer)];
const u32 = (value: number) => [...new Uint8Array(new Uint32Array([value]).buffer)];

/** Text of one cell given as records, in column x. */
async function cellOf(records: Uint8Array[], globals: Uint8Array[] = []): Promise<string | undefined> {
  const workbook = await readWorkbook(xlsOf([...HEADER, label(1, 0, 'note'), ...records], globals));
  return workbook.sheets.get('survey')?.rows[0]?.cells.get('x');
}

const at = u16(1, 1, 0);
const style = (format: number) => record(BIFF.EXTENDED_FORMAT, u16(0, format));

describe('readXls', () => {
  it.each<[string, Uint8Array[], string | undefined]>([
    ['text', [label(1, 1, ' A\u00a0B ')], 'A B'],
    ['rich text', [record(BIFF.RICH_STRING, [...at, ...text('rich')])], 'rich'],
    ['a number', [record(BIFF.NUMBER, [...at, ...f64(0.25)])], '0.25'],
    ['a small integer', [record(BIFF.RK, [...at, ...u32((7 << 2) | 2)])], '7'],
    ['a negative integer', [record(BIFF.RK, [...at, ...u32((-7 << 2) | 2)])], '-7'],
    ['hundredths', [record(BIFF.RK, [...at, ...u32((725 << 2) | 3)])], '7.25'],
    ['a shortened float', [record(BIFF.RK, [...at, ...u32(0x3fe00000)])], '0.5'],
    [
      'one of several numbers',
      [record(BIFF.MULTIPLE_RK, [...u16(1, 0, 0), ...u32(2), ...u16(0), ...u32((9 << 2) | 2), ...u16(1)])],
      '9',
    ],
    ['true', [record(BIFF.BOOLEAN_OR_ERROR, [...at, 1, 0])], 'TRUE'],
    ['an error', [record(BIFF.BOOLEAN_OR_ERROR, [...at, 0x2a, 1])], '#N/A'],
    ['the number of a formula', [record(BIFF.FORMULA, [...at, ...f64(3)])], '3'],
    ['the truth of a formula', [record(BIFF.FORMULA, [...at, 1, 0, 0, 0, 0, 0, 0xff, 0xff])], 'FALSE'],
    ['the error of a formula', [record(BIFF.FORMULA, [...at, 2, 0, 0x07, 0, 0, 0, 0xff, 0xff])], '#DIV/0!'],
    [
      'the text of a formula',
      [record(BIFF.FORMULA, [...at, 0, 0, 0, 0, 0, 0, 0xff, 0xff]), record(BIFF.STRING, text('ab'))],
      'ab',
    ],
    ['an empty formula', [record(BIFF.FORMULA, [...at, 3, 0, 0, 0, 0, 0, 0xff, 0xff])], undefined],
    ['a missing shared text', [record(BIFF.SHARED_STRING_CELL, [...at, ...u32(5)])], undefined],
  ])('reads %s', async (_name, records, expected) => {
    expect(await cellOf(records)).toBe(expected);
  });

  it.each([
    [45496.88982951389, '2024-07-23 21:21:21'],
    [45496.999999, '2024-07-24 00:00:00'],
    [0.395374, '09:29:20'],
    [0.39538, '09:29:21'],
  ])('rounds the date %d to seconds', async (serial, expected) => {
    const cell = record(BIFF.NUMBER, [...at, ...f64(serial)]);
    expect(await cellOf([cell], [style(22)])).toBe(expected);
  });

  it.each([
    ['a built-in format', [style(14)], '2024-05-01 00:00:00'],
    [
      'a format of its own',
      [record(BIFF.FORMAT, [...u16(200), ...text('dd.mm.yy')]), style(200)],
      '2024-05-01 00:00:00',
    ],
    ['a format without dates', [record(BIFF.FORMAT, [...u16(200), ...text('0.00')]), style(200)], '45413'],
    ['the calendar of 1904', [record(BIFF.DATE_1904, u16(1)), style(14)], '2028-05-02 00:00:00'],
  ])('reads a date by %s', async (_name, globals, expected) => {
    expect(await cellOf([record(BIFF.NUMBER, [...at, ...f64(45413)])], globals)).toBe(expected);
  });

  it.each([
    [1252, 0xe9, 'é'],
    [1251, 0xe9, 'й'],
    [10000, 0x8e, 'é'],
    [4242, 0xe9, 'é'],
  ])('reads texts of Excel 95 in code page %d', async (codePage, byte, expected) => {
    const bytes = (...parts: (string | number)[]) =>
      parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [part]));
    const cell = (row: number, column: number, ...parts: (string | number)[]) => {
      const value = bytes(...parts);
      return record(BIFF.LABEL, [...u16(row, column, 0, value.length), ...value]);
    };
    const globals = [
      record(BIFF.CODE_PAGE, u16(codePage)),
      record(BIFF.FORMAT, [...u16(200), 8, ...bytes('dd.mm.yy')]),
      style(200),
    ];
    const cells = [
      ...[cell(0, 0, 'type'), cell(0, 1, 'x'), cell(1, 0, 'note'), cell(1, 1, 'a', byte)],
      ...[cell(2, 0, 'note'), record(BIFF.NUMBER, [...u16(2, 1, 0), ...f64(45413)])],
    ];
    const { sheets } = await readWorkbook(xlsOf(cells, globals, 0x0500));
    expect(sheets.get('survey')?.rows.map((row) => row.cells.get('x'))).toEqual([
      `a${expected}`,
      '2024-05-01 00:00:00',
    ]);
  });

  it('skips a chart inside the sheet, and sorts rows', async () => {
    const chart = [record(BIFF.BOF, u16(0x0600, 0x0020)), label(3, 0, 'chart'), record(BIFF.EOF)];
    const cells = [label(4, 0, 'text'), ...chart, label(2, 0, 'note'), ...HEADER];
    const rows = (await readWorkbook(xlsOf(cells))).sheets.get('survey')?.rows;
    expect(rows?.map(({ number, cells: [...entries] }) => [number, entries])).toEqual([
      [3, [['type', 'note']]],
      [5, [['type', 'text']]],
    ]);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['an encrypted workbook', xlsOf(HEADER, [record(BIFF.FILE_PASS, [1, 0])]), /without a password/],
    ['an encrypted .xlsx', compoundFileOf('EncryptedPackage', Buffer.from('x')), /without a password/],
    ['an older version', xlsOf(HEADER, [], 0x0400), /older than Excel 97/],
    ['a text document', compoundFileOf('WordDocument', Buffer.from('x')), /not an Excel 97-2003 workbook/],
    [
      'a record cut short',
      xlsOf([...HEADER, record(BIFF.LABEL, [...at, ...u16(500), 0, 0x41])]),
      /ends too early/,
    ],
  ])('rejects %s', async (_name, bytes, message) => {
    await expect(readWorkbook(bytes)).rejects.toThrow(UnreadableFileError);
    await expect(readWorkbook(bytes)).rejects.toThrow(message);
  });
});
