import { InvalidError } from '../errors';
import { entityCsvHeader, entityCsvRow, piecesOf, readCsvRows } from './entity-csv-rows';
import {
  decideRow,
  readUploadColumns,
  readUploadRow,
  type UploadColumns,
  type UploadRow,
  type UploadTarget,
} from './entity-upload';

const UUID = '3f15cdfb-8d5c-4a39-9fd1-58c9a1b6a0f2';

async function rowsOf(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of readCsvRows(piecesOf(bytes))) rows.push(row);
  return rows;
}

const columnsOf = (...headings: string[]): UploadColumns => readUploadColumns(headings) as UploadColumns;

describe('readCsvRows', () => {
  it('reads rows of a large file, with characters and lines at every boundary', async () => {
    const villages = Array.from({ length: 20_000 }, (_, index) => `Ñandú "${index}"\n😀`);
    const lines = villages.map((village, index) => `H${index},"${village.replaceAll('"', '""')}"`);
    const rows = await rowsOf(Buffer.from(`\uFEFFlabel,village\n${lines.join('\n')}\n`));
    expect(rows.slice(1)).toEqual(villages.map((village, index) => [`H${index}`, village]));
    expect(rows[0]).toEqual(['label', 'village']);
  });

  it('lets other work run while it parses', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await rowsOf(Buffer.from(`label,village\n${'Asha,Kisumu\n'.repeat(50_000)}`));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  it.each([
    ['tabs', Buffer.from('label\tplace\nAsha\ta, b; c\n')],
    ['semicolons', Buffer.from('label;place\r\nAsha;"a, b; c"\r\n')],
    ['UTF-16 as spreadsheets write it', Buffer.from('\uFEFFlabel\tplace\r\nAsha\ta, b; c\r\n', 'utf16le')],
  ])('reads %s', async (_, bytes) => {
    expect(await rowsOf(bytes)).toEqual([
      ['label', 'place'],
      ['Asha', 'a, b; c'],
    ]);
  });

  it.each([
    ['open quotes', Buffer.from('label,village\n"open'), /not closed/],
    ['a row without an end', Buffer.from(`label\n"${'x'.repeat(2 * 1024 * 1024)}"`), /larger than 1 MB/],
    ['a legacy encoding', Buffer.from('label\nJos\xe9\n', 'latin1'), /not in UTF-8/],
    ['half a character at the end', Buffer.from('label\nJosé', 'utf8').subarray(0, -1), /not in UTF-8/],
  ])('refuses %s', async (_, bytes, message) => {
    const error: unknown = await rowsOf(bytes).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidError);
    expect(JSON.stringify((error as InvalidError).fields)).toMatch(message);
  });

  it('reads nothing of an empty file', async () => {
    expect(await rowsOf(Buffer.alloc(0))).toEqual([]);
  });
});

describe('readUploadColumns', () => {
  it('sorts columns by what becomes of them', () => {
    const columns = columnsOf('__id', ' label ', 'village', '__version', '__createdAt', '2nd', '');
    expect(columns).toMatchObject({
      uuid: 0,
      label: 1,
      version: 3,
      properties: [{ name: 'village', index: 2 }],
      ignored: ['__createdAt'],
      invalid: [{ name: '2nd' }],
    });
  });

  it('names a column that is there twice', () => {
    expect(readUploadColumns(['label', 'a', 'a'])).toEqual({ repeated: 'a' });
  });
});

describe('readUploadRow', () => {
  const columns = columnsOf('label', 'name', '__version', 'place', '');
  const read = (...cells: string[]) => readUploadRow(columns, cells, 2);

  it('takes cells as they are, names and identifiers without blanks', () => {
    expect(read(' Asha ', ` uuid:${UUID.toUpperCase()}`, '3', ' x ')).toEqual({
      row: 2,
      uuid: UUID,
      label: 'Asha',
      version: 3,
      data: { place: ' x ' },
    });
  });

  it('takes a downloaded row', () => {
    const header = entityCsvHeader(['place']).trimEnd().split(',');
    const cells = entityCsvRow(['place'], { uuid: UUID, label: 'A', version: 3, data: {} })
      .trimEnd()
      .split(',');
    expect(readUploadRow(columnsOf(...header), cells, 2)).toMatchObject({
      uuid: UUID,
      label: 'A',
      version: 3,
    });
  });

  it('leaves out empty rows', () => {
    expect(read('', ' ', '', '')).toBeUndefined();
  });

  it.each([
    [['', '', '', 'x'], 'label_missing'],
    [['Asha', 'seven'], 'uuid_invalid'],
    [['Asha', '', '', 'x', 'more'], 'too_many_cells'],
    [['Asha', '', '', 'x', '', 'more'], 'too_many_cells'],
    [['Asha', '', '', 'a\0b'], 'text_invalid'],
  ])('refuses %j: %s', (cells, refusal) => {
    expect(read(...cells)).toMatchObject({ refusal });
  });

  it('needs no label of a row with an identifier, in a file without that column', () => {
    const unlabelled = columnsOf('name', 'place');
    expect(readUploadRow(unlabelled, [UUID, 'x'], 2)).not.toHaveProperty('refusal');
    expect(readUploadRow(unlabelled, ['', 'x'], 2)).toMatchObject({ refusal: 'label_missing' });
  });
});

describe('decideRow', () => {
  const target: UploadTarget = {
    version: 3,
    label: 'Asha',
    data: { village: 'Kisumu', roof: 'tin' },
    isDeleted: false,
  };
  const row = (values: Partial<UploadRow> = {}): UploadRow => ({
    row: 2,
    uuid: UUID,
    label: 'Asha',
    version: undefined,
    data: { village: 'Nakuru' },
    ...values,
  });

  it('creates what the list does not have', () => {
    expect(decideRow(row(), undefined, true)).toEqual({
      kind: 'create',
      label: 'Asha',
      data: { village: 'Nakuru' },
    });
    expect(decideRow(row({ uuid: undefined }), undefined, false)).toMatchObject({ kind: 'create' });
  });

  it('updates what the list has, and keeps what the file does not name', () => {
    expect(decideRow(row(), target, true)).toEqual({
      kind: 'update',
      version: 4,
      label: 'Asha',
      data: { village: 'Nakuru', roof: 'tin' },
      changes: [{ name: 'village', before: 'Kisumu', after: 'Nakuru' }],
    });
    expect(decideRow(row({ label: undefined, data: { roof: '' } }), target, true)).toMatchObject({
      label: 'Asha',
      changes: [{ name: 'roof', before: 'tin', after: '' }],
    });
  });

  it('changes nothing if all is equal', () => {
    expect(decideRow(row({ data: { village: 'Kisumu', other: '' } }), target, true)).toEqual({
      kind: 'unchanged',
      version: 3,
    });
  });

  it.each([
    ['exists', row(), target, false],
    ['deleted', row(), { ...target, isDeleted: true }, true],
    ['version_changed', row({ version: 2 }), target, true],
    ['label_missing', row({ label: undefined }), undefined, true],
    ['uuid_invalid', row({ refusal: 'uuid_invalid' }), target, true],
  ] as const)('refuses: %s', (refusal, sent, stored, updates) => {
    expect(decideRow(sent, stored, updates)).toEqual({ kind: 'refuse', refusal });
  });
});
