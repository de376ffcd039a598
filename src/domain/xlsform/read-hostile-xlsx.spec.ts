import { constants, deflateRawSync } from 'node:zlib';
import { rejectionOf } from '../../../test/fixtures/rejection';
import { xlsxOf } from '../../../test/fixtures/xlsform-in/xlsx-builder';
import { ZipPart, zipOf } from '../../../test/fixtures/xlsform-in/zip-builder';
import { cpuTimeOf } from '../../../test/measure/cpu-time';
import { UnreadableFileError } from './read/sheet-grid';
import { readWorkbook } from './read-workbook';
import { ReadLimits } from './workbook';

const SHEET = 'xl/worksheets/sheet0.xml';

/** Error message of a rejected file. */
async function refusal(bytes: Uint8Array, limits: Partial<ReadLimits> = {}): Promise<string> {
  const error = await rejectionOf(readWorkbook(bytes, limits));
  expect(error).toBeInstanceOf(UnreadableFileError);
  return (error as Error).message.replace('Unsupported format, or corrupt file: ', '');
}

function surveyWith(...parts: ZipPart[]): Uint8Array {
  return xlsxOf({ sheets: { survey: [['type'], ['text']] }, parts });
}

/** A worksheet part: `before`, a repeated piece, and `after`. */
function worksheet(before: string, piece: string, times: number, after = ''): ZipPart {
  const data = `<worksheet><sheetData>${before}${piece.repeat(times)}${after}</sheetData></worksheet>`;
  return { name: SHEET, data };
}

const TYPE_HEADER = '<row r="1"><c r="A1" t="str"><v>type</v></c></row>';

describe('malicious archives', () => {
  it('stops a zip bomb at the limit, even if its headers are wrong', async () => {
    // A gigabyte of meaningless elements, concatenated from deflated blocks.
    const block = (text: string | Buffer) => deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH });
    const megabyte = block(`<x r="${'A'.repeat(1014)}"/>`.repeat(1024));
    const bomb = Buffer.concat([block('<worksheet>'), ...Array.from({ length: 1024 }, () => megabyte)]);
    const bytes = surveyWith({ name: SHEET, data: '', compressed: [bomb], claimedSize: 10 });
    const before = process.memoryUsage();
    const taken = await cpuTimeOf(async () => {
      expect(await refusal(bytes)).toMatch(/^its contents are larger than 64 MB/);
    });
    expect(taken).toBeLessThan(6000);
    const after = process.memoryUsage();
    expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(
      256 * 1024 * 1024,
    );
  });

  it('counts the bytes of well-formed XML too', async () => {
    const part = worksheet('<row>', '<c t="str"><v>some text</v></c>', 20_000);
    expect(await refusal(surveyWith(part), { inflatedBytes: 100_000 })).toMatch(
      /^its contents are larger than/,
    );
  });

  it('never decompresses unused parts', async () => {
    const media: ZipPart = {
      name: 'xl/media/bomb.bin',
      data: '',
      compressed: [Buffer.alloc(50_000, 0xff)],
      claimedSize: 5,
    };
    await expect(readWorkbook(surveyWith(media))).resolves.toBeDefined();
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['a name with path traversal', surveyWith({ name: '../../etc/passwd', data: 'x' }), /unsafe path/],
    ['an absolute name', surveyWith({ name: '/etc/passwd', data: 'x' }), /unsafe path/],
    ['a name with a drive', surveyWith({ name: 'C:evil', data: 'x' }), /unsafe path/],
    ['a name with backslashes', surveyWith({ name: '..\\evil', data: 'x' }), /unsafe path/],
    ['two parts of one name', surveyWith({ name: 'a', data: 'x' }, { name: 'a', data: 'y' }), /twice/],
    ['an encrypted part', surveyWith({ name: 'a', data: 'x', flags: 1 }), /without a password/],
    [
      'a damaged part',
      surveyWith({ name: SHEET, data: '', compressed: [Buffer.alloc(100, 0xff)] }),
      /damaged/,
    ],
    [
      'a part cut short',
      surveyWith({
        name: SHEET,
        data: '',
        compressed: [deflateRawSync('<worksheet>'.repeat(100)).subarray(0, 10)],
      }),
      /damaged/,
    ],
    ['an unknown compression', surveyWith({ name: SHEET, data: 'x', method: 99 }), /unsupported compression/],
    ['a directory that claims more than there is', zipOf([{ name: 'a', data: 'x' }], 5), /damaged/],
    [
      'more parts than a workbook has',
      surveyWith(...Array.from({ length: 2001 }, (_, i) => ({ name: `p${i}`, data: '' }))),
      /more than 2000 parts/,
    ],
    ['an archive of something else', zipOf([{ name: 'word/document.xml', data: '<a/>' }]), /not a workbook/],
    [
      'an archive inside an archive',
      zipOf([{ name: 'inner.zip', data: zipOf([{ name: 'a', data: 'x' }]) }]),
      /not a workbook/,
    ],
    [
      'a workbook without its sheet',
      xlsxOf({ sheets: { survey: [['type']] }, parts: [{ name: SHEET, data: '' }] }),
      /not well-formed/,
    ],
  ])('rejects %s', async (_name, bytes, message) => {
    expect(await refusal(bytes)).toMatch(message);
  });

  it('reads parts with 64-bit sizes', async () => {
    const part = {
      ...worksheet(TYPE_HEADER, '<row r="2"><c r="A2" t="str"><v>text</v></c></row>', 1),
      zip64: true,
    };
    const workbook = await readWorkbook(surveyWith(part));
    expect(workbook.sheets.get('survey')?.rows).toHaveLength(1);
  });

  it('rejects a file that is too large before parsing it', async () => {
    expect(await refusal(Buffer.alloc(2000), { fileBytes: 1000 })).toMatch(/the file is larger/);
  });
});

describe('malicious XML', () => {
  const lol = '<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>';

  it.each<[string, ZipPart, RegExp]>([
    ['entities in a sheet', { name: SHEET, data: `${lol}<worksheet>&b;</worksheet>` }, /DOCTYPE/],
    [
      'an external entity',
      { name: 'xl/workbook.xml', data: '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>' },
      /DOCTYPE/,
    ],
    ['entities in the relationships', { name: '_rels/.rels', data: `${lol}<a/>` }, /DOCTYPE/],
    ['entities in the strings', { name: 'xl/sharedStrings.xml', data: `${lol}<sst/>` }, /DOCTYPE/],
    ['an unknown entity', { name: SHEET, data: '<worksheet>&b;</worksheet>' }, /not well-formed/],
    ['deep nesting', { name: SHEET, data: '<a>'.repeat(100_000) }, /nested too deep/],
    ['an open tag', { name: SHEET, data: '<worksheet><sheetData>' }, /not well-formed/],
    ['text of excessive length', { name: SHEET, data: `<a>${'&amp;'.repeat(500_000)}` }, /too much text/],
    ['another encoding', { name: SHEET, data: Buffer.from('\ufeff<worksheet/>', 'utf16le') }, /UTF-8/],
    ['no XML', { name: SHEET, data: 'hello' }, /not well-formed/],
  ])('rejects %s', async (_name, part, message) => {
    expect(await refusal(surveyWith(part))).toMatch(message);
  });
});

describe('malicious sheets', () => {
  it('ignores declared dimensions and far cells', async () => {
    const far = '<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row>';
    const data = `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${TYPE_HEADER}<row r="2"><c r="A2" t="str"><v>text</v></c><c r="XFD2" t="str"><v>x</v></c><c r="ZZZZZZ2"><v>1</v></c></row>${far}</sheetData></worksheet>`;
    const taken = await cpuTimeOf(async () => {
      const workbook = await readWorkbook(surveyWith({ name: SHEET, data }));
      expect(workbook.sheets.get('survey')?.rows).toHaveLength(1);
    });
    expect(taken).toBeLessThan(2000);
  });

  it('stops reading after 60 empty rows, so that a million of them are cheap', async () => {
    const file = surveyWith(worksheet(TYPE_HEADER, '<row><c/></row>', 1_000_000));
    expect(await cpuTimeOf(() => readWorkbook(file))).toBeLessThan(2000);
  });

  it.each<[string, ZipPart, RegExp]>([
    ['rows', worksheet(TYPE_HEADER, '<row><c t="str"><v>x</v></c></row>', 250_001), /more than 250000 rows/],
    ['columns', worksheet('<row>', '<c t="str"><v>x</v></c>', 1001, '</row>'), /more than 1000 columns/],
  ])('rejects more %s than a form can have', async (_name, part, message) => {
    expect(await refusal(surveyWith(part))).toMatch(message);
  });

  it.each<[string, ZipPart[], RegExp]>([
    ['cells in a row', [worksheet('<row>', '<c/>', 16_385)], /too many cells/],
    [
      'texts',
      [{ name: 'xl/sharedStrings.xml', data: `<sst>${'<si/>'.repeat(1_000_001)}</sst>` }],
      /more than 1000000 different texts/,
    ],
    [
      'cell formats',
      [{ name: 'xl/styles.xml', data: `<styleSheet>${'<xf/>'.repeat(140_001)}</styleSheet>` }],
      /too many cell formats/,
    ],
    [
      'relationships',
      [
        {
          name: 'xl/_rels/workbook.xml.rels',
          data: `<Relationships>${'<Relationship/>'.repeat(2001)}</Relationships>`,
        },
      ],
      /too many relationships/,
    ],
  ])('rejects more %s than a spreadsheet has, before counting all', async (_name, parts, message) => {
    expect(await refusal(surveyWith(...parts))).toMatch(message);
  });

  it('counts a shared text for every cell that uses it', async () => {
    const cells = worksheet(TYPE_HEADER, '<row><c t="s"><v>0</v></c></row>', 100_000);
    const strings = {
      name: 'xl/sharedStrings.xml',
      data: `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`,
    };
    const file = surveyWith(cells, strings);
    const taken = await cpuTimeOf(async () => {
      expect(await refusal(file)).toMatch(/more than 64000000 characters/);
    });
    expect(taken).toBeLessThan(3000);
  });
});
