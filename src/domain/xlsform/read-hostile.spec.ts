import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from '../../../test/fixtures/fast-check';
import { rejectionOf } from '../../../test/fixtures/rejection';
import { zipOf } from '../../../test/fixtures/xlsform-in/zip-builder';
import { cpuTimeOf } from '../../../test/measure/cpu-time';
import { UnreadableFileError } from './read/sheet-grid';
import { readWorkbook } from './read-workbook';

const SAMPLES = join(__dirname, '../../../test/fixtures/xlsform-in');

/** Error message of a rejected file. */
async function refusal(bytes: Uint8Array): Promise<string> {
  const error = await rejectionOf(readWorkbook(bytes));
  expect(error).toBeInstanceOf(UnreadableFileError);
  return (error as Error).message.replace('Unsupported format, or corrupt file: ', '');
}

describe('malicious OpenDocument', () => {
  const ods = (table: string) =>
    zipOf([
      {
        name: 'content.xml',
        data: `<d xmlns:table="t" xmlns:text="x" xmlns:office="o"><table:table table:name="survey">${table}</table:table></d>`,
      },
    ]);
  const header =
    '<table:table-row><table:table-cell><text:p>type</text:p></table:table-cell></table:table-row>';

  it.each([
    [
      'rows',
      '<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="999"><text:p>x</text:p></table:table-cell></table:table-row>',
      /more than \d+ (cells|rows)/,
    ],
    [
      'spaces',
      `<table:table-row><table:table-cell><text:p>${'<text:s text:c="999999999"/>'.repeat(2000)}</text:p></table:table-cell></table:table-row>`,
      /too much text/,
    ],
  ])('limits repeated %s', async (_name, table, message) => {
    const taken = await cpuTimeOf(async () => {
      expect(await refusal(ods(header + table))).toMatch(message);
    });
    expect(taken).toBeLessThan(3000);
  });

  it('skips a million repeated empty rows', async () => {
    const empty =
      '<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
    expect((await readWorkbook(ods(header + empty + header))).sheets.get('survey')?.rows).toEqual([]);
  });
});

describe('malicious CSV', () => {
  const MEGABYTE = 1024 * 1024;

  it.each<[string, Buffer, RegExp]>([
    ['fields without text', Buffer.alloc(20 * MEGABYTE, ','), /too many columns/],
    ['fields in a later line', Buffer.from(`type,name\ntext,a${','.repeat(MEGABYTE)}`), /too many columns/],
    ['rows', Buffer.from(`type,name\n${'x\n'.repeat(MEGABYTE)}`), /more than 20000 rows/],
  ])('rejects too many %s', async (_name, bytes, message) => {
    const taken = await cpuTimeOf(async () => {
      expect(await refusal(bytes)).toMatch(message);
    });
    expect(taken).toBeLessThan(4000);
  });

  it('skips millions of empty lines', async () => {
    const taken = await cpuTimeOf(async () => {
      const workbook = await readWorkbook(Buffer.from(`type,name\ntext,a\n${'\n'.repeat(10 * MEGABYTE)}`));
      expect(workbook.sheets.get('survey')?.rows).toHaveLength(1);
    });
    expect(taken).toBeLessThan(4000);
  });
});

describe('malicious .xls', () => {
  const good = readFileSync(join(SAMPLES, 'sample-sheetjs.xls'));
  const changed = (at: number, value: number): Buffer => {
    const bytes = Buffer.from(good);
    bytes.writeUInt32LE(value, at);
    return bytes;
  };

  it.each<[string, Uint8Array]>([
    ['only its first bytes', good.subarray(0, 100)],
    ['half of it', good.subarray(0, good.length / 2)],
    ['a sector table larger than the file', changed(44, 0x7fffffff)],
    ['a directory outside the file', changed(48, 0x00ffffff)],
    ['an absurd sector size', changed(30, 0x001f001f)],
  ])('rejects %s', async (_name, bytes) => {
    await refusal(bytes);
  });

  it('rejects a cyclic chain of sectors', async () => {
    const tableSector = good.readUInt32LE(76);
    const bytes = Buffer.from(good);
    for (let i = 0; i < 128; i++) bytes.writeUInt32LE(i, (tableSector + 1) * 512 + 4 * i);
    expect(await refusal(bytes)).toMatch(/damaged/);
  });
});

function isWorkbook(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'sheets' in outcome;
}

describe('damaged files', () => {
  it.each(['sample-openpyxl.xlsx', 'sample-sheetjs.xls', 'sample-sheetjs.ods'])(
    'like %s are read or rejected without a crash',
    async (file) => {
      const good = readFileSync(join(SAMPLES, file));
      const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), {
        minLength: 1,
        maxLength: 12,
      });
      await fc.assert(
        fc.asyncProperty(damage, fc.nat(good.length), async (changes, cut) => {
          const bytes = Buffer.from(cut % 5 === 0 ? good.subarray(0, cut) : good);
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          const outcome: unknown = await readWorkbook(bytes).catch((error: unknown) => error);
          if (!isWorkbook(outcome)) expect(outcome).toBeInstanceOf(UnreadableFileError);
        }),
        { numRuns: 300 },
      );
    },
  );
});
