import { InvalidError } from '../errors';
import { entityCsvRow, unescapeFormula, piecesOf, readCsvRows } from './entity-csv-rows';
import { readUploadColumns } from './entity-upload';

async function rowsOf(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of readCsvRows(piecesOf(bytes))) rows.push(row);
  return rows;
}

async function problemOf(bytes: Buffer): Promise<string> {
  try {
    await rowsOf(bytes);
    return 'none';
  } catch (error) {
    if (error instanceof InvalidError) return JSON.stringify(error.fields);
    throw error;
  }
}

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const TEXT = 'label,village\r\nJosé,كيسومو\r\n';
const ROWS = [
  ['label', 'village'],
  ['José', 'كيسومو'],
];

describe('readCsvRows', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16, little-endian', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16, big-endian', swapped(`\ufeff${TEXT}`)],
    ['UTF-16 without a mark, little-endian', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16 without a mark, big-endian', swapped(TEXT)],
  ])('reads %s', async (_, bytes) => {
    expect(await rowsOf(bytes)).toEqual(ROWS);
  });

  it.each([
    ['Latin-1', Buffer.from('label\nJosé\n', 'latin1'), 'not in UTF-8. Save it as'],
    ['half a character', Buffer.from('label\nJosé', 'utf16le').subarray(0, 19), 'not in UTF-8. Save it as'],
    ['XLSX', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]), 'an Excel workbook or a ZIP'],
    ['XLS', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'an Excel workbook or a ZIP'],
    ['an unclosed quote', Buffer.from('label\nA\n"B\nC\n'), 'A quotation mark is not closed'],
    ['a long cell', Buffer.from(`label\nA\n"${'x'.repeat(1_100_000)}"\n`), 'larger than 1 MB. Shorten it'],
    ['a quote within a cell', Buffer.from('label\nA\nB "C"\n'), 'Line 3 has a quotation mark inside a cell'],
    ['text after a quote', Buffer.from('label\nA\n"B" C\n'), 'Line 3 has a quotation mark inside a cell'],
  ])('says what to do with %s', async (_, bytes, problem) => {
    expect(await problemOf(bytes)).toContain(problem);
  });

  it('reads nothing of an empty file', async () => {
    expect(await rowsOf(Buffer.alloc(0))).toEqual([]);
  });
});

describe('formulas', () => {
  it.each(['=cmd()', '+1+1', '-x', '@sum', "'=x", "''=x", '-5', '+254 700', "'tis", '=', '', '\t=1'])(
    'come back as they were from a downloaded list: %j',
    (text) => {
      const [, label = ''] = entityCsvRow([], { uuid: 'u', label: text, version: 1, data: {} }, true).split(
        ',',
      );
      expect(unescapeFormula(label)).toBe(text);
      expect(label).not.toMatch(/^[=@]./);
    },
  );

  it('have an apostrophe for spreadsheets, and none for forms', () => {
    const row = { uuid: 'u', label: '=A', version: 1, data: { place: '@b', phone: '+254 700' } };
    const properties = ['place', 'phone'];
    expect(entityCsvRow(properties, row, true)).toBe("u,'=A,1,'@b,+254 700\n");
    expect(entityCsvRow(properties, row)).toBe('u,=A,1,@b,+254 700\n');
  });
});

describe('readUploadColumns', () => {
  it('finds a repeated name among very many', () => {
    const names = Array.from({ length: 200_000 }, (_, index) => `c${index}`);
    expect(readUploadColumns([...names, 'c7'])).toEqual({ repeated: 'c7' });
  });
});
