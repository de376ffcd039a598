import { xlsxOf } from '../../../test/fixtures/xlsform-in/xlsx-builder';
import { describeProblem } from '../content/form-problem';
import { UnreadableFileError } from './read/sheet-grid';
import { readWorkbook } from './read-workbook';
import { Workbook } from './workbook';

/** The rows of a sheet as plain objects, by row number. */
function rowsOf(workbook: Workbook, sheet = 'survey'): Record<number, Record<string, string>> {
  const rows = workbook.sheets.get(sheet)?.rows ?? [];
  return Object.fromEntries(rows.map(({ number, cells }) => [number, Object.fromEntries(cells)]));
}

const HEADER =
  '<row r="1"><c t="inlineStr"><is><t>type</t></is></c><c t="inlineStr"><is><t>x</t></is></c></row>';

/** Text of one cell given as XML, in column x. */
async function cellOf(
  xml: string,
  source: Partial<Parameters<typeof xlsxOf>[0]> = {},
): Promise<string | undefined> {
  const bytes = xlsxOf({ sheets: { survey: `${HEADER}<row r="2">${xml}</row>` }, ...source });
  return rowsOf(await readWorkbook(bytes))[2]?.x;
}

describe('readWorkbook on .xlsx', () => {
  it('reads sheets by name in any letter case, and skips other sheets', async () => {
    const workbook = await readWorkbook(
      xlsxOf({
        sheets: {
          Survey: [
            ['type', 'name'],
            ['text', 'a'],
          ],
          CHOICES: [['list_name'], ['l']],
          'kobo–locking-profiles': [['restriction']],
          notes: 'not even <xml',
          survey_header: [['type']],
        },
      }),
    );
    expect([...workbook.sheets.keys()]).toEqual(['survey', 'choices', 'kobo--locking-profiles']);
    expect(rowsOf(workbook)).toEqual({ 2: { type: 'text', name: 'a' } });
  });

  it('reads a single sheet of any name as the survey', async () => {
    const workbook = await readWorkbook(xlsxOf({ sheets: { Feuil1: [['type'], ['text']] } }));
    expect(rowsOf(workbook)).toEqual({ 2: { type: 'text' } });
  });

  const strings =
    '<si><t> a&#160;b </t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si><si><t>_x0041__x005F_x0041_ 😀</t></si>';
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="[$-409]d\\ mmm;@"/><numFmt numFmtId="171" formatCode="0.0&quot;days&quot;"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="21"/></cellXfs>';

  it.each([
    ['a shared string, trimmed, with plain spaces', '<c r="B2" t="s"><v>0</v></c>', 'a b'],
    ['rich text without its phonetic reading', '<c r="B2" t="s"><v>1</v></c>', 'rich'],
    ['escaped characters and emoji', '<c r="B2" t="s"><v>2</v></c>', 'A_x0041_ 😀'],
    ['a missing string', '<c r="B2" t="s"><v>99</v></c>', undefined],
    ['an inline string', '<c r="B2" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>', 'inline'],
    ['the cached text of a formula', '<c r="B2" t="str"><f>CONCAT("a","b")</f><v>ab</v></c>', 'ab'],
    ['the cached number of a formula', '<c r="B2"><f>1+1</f><v>2</v></c>', '2'],
    ['a formula that was never calculated', '<c r="B2"><f>1+1</f></c>', undefined],
    ['true', '<c r="B2" t="b"><v>1</v></c>', 'TRUE'],
    ['false', '<c r="B2" t="b"><v>0</v></c>', 'FALSE'],
    ['an error', '<c r="B2" t="e"><v>#REF!</v></c>', '#REF!'],
    ['a whole number', '<c r="B2"><v>3.0</v></c>', '3'],
    ['a large whole number', '<c r="B2"><v>1e21</v></c>', '1000000000000000000000'],
    ['a fraction', '<c r="B2"><v>0.1</v></c>', '0.1'],
    ['a small fraction', '<c r="B2"><v>1E-7</v></c>', '1e-07'],
    ['a date', '<c r="B2" s="1"><v>45413</v></c>', '2024-05-01 00:00:00'],
    ['a date and time in a format of its own', '<c r="B2" s="2"><v>45413.75</v></c>', '2024-05-01 18:00:00'],
    ['a time', '<c r="B2" s="4"><v>0.354166666666667</v></c>', '08:30:00'],
    ['the first day of the calendar', '<c r="B2" s="1"><v>1</v></c>', '1900-01-01 00:00:00'],
    ['a date beyond the calendar', '<c r="B2" s="1"><v>99999999</v></c>', '99999999'],
    ['a number with a quoted word days', '<c r="B2" s="3"><v>2.5</v></c>', '2.5'],
    ['an ISO date', '<c r="B2" t="d"><v>2024-05-01T10:20:30.5Z</v></c>', '2024-05-01 10:20:30'],
    ['a cell without reference, after another', '<c/><c t="str"><v>next</v></c>', 'next'],
    ['white space only', '<c r="B2" t="str"><v>  </v></c>', undefined],
  ])('reads %s', async (_name, xml, expected) => {
    expect(await cellOf(xml, { strings, styles })).toBe(expected);
  });

  it('uses the 1904 date system if the workbook declares it', async () => {
    expect(await cellOf('<c r="B2" s="1"><v>43951</v></c>', { styles, calendar1904: true })).toBe(
      '2024-05-01 00:00:00',
    );
  });

  it('reads elements with namespace prefixes', async () => {
    const data = `<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="str"><x:v>type</x:v></x:c></x:row><x:row r="5"><x:c r="A5" t="str"><x:v>text</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const bytes = xlsxOf({ sheets: { survey: '' }, parts: [{ name: 'xl/worksheets/sheet0.xml', data }] });
    expect(rowsOf(await readWorkbook(bytes))).toEqual({ 5: { type: 'text' } });
  });

  it('ignores all rows after 60 empty ones', async () => {
    const text = (ref: string) => `<row r="${ref.slice(1)}"><c r="${ref}" t="str"><v>text</v></c></row>`;
    const bytes = xlsxOf({
      sheets: { survey: HEADER + text('A2') + text('A63') + text('A125') + text('A126') },
    });
    expect(Object.keys(rowsOf(await readWorkbook(bytes)))).toEqual(['2', '63']);
  });

  it('reports problems of headers and cells with locations', async () => {
    const workbook = await readWorkbook(
      xlsxOf({
        sheets: {
          survey: [
            ['type', ' my  label', 'my label', '__proto__', '', 'my label'],
            ['text', 'a_xD800_', '', 'x', 'no header'],
          ],
          Choices: [['list_name']],
          choices: [['list_name']],
        },
      }),
    );
    expect(workbook.problems.map(describeProblem)).toEqual([
      'choices: the workbook has the sheet "Choices" too; keep one of the two.',
      'survey, row 1, column my label: the header appears more than once; keep one of the columns.',
      'survey, row 1, column __proto__: the header is named __proto__; choose another name.',
      'survey, row 2, column my label: the cell holds a lone surrogate; send well-formed Unicode text.',
    ]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('readWorkbook on .csv', () => {
  const read = (text: string) => readWorkbook(Buffer.from(text));

  it.each([
    ['commas', 'type,name,label\ntext,a,"Hello, ""you"""\n'],
    ['semicolons', 'type;name;label\r\ntext;a;Hello, "you"\r\n'.replace('Hello, "you"', '"Hello, ""you"""')],
    ['tabs and a byte order mark', '\ufefftype\tname\tlabel\ntext\ta\t"Hello, ""you"""'],
  ])('reads a survey with %s', async (_name, text) => {
    expect(rowsOf(await read(text))).toEqual({ 2: { type: 'text', name: 'a', label: 'Hello, "you"' } });
  });

  it('numbers rows with empty lines and quoted line breaks as a spreadsheet does', async () => {
    expect(rowsOf(await read('type,label\n\ntext,"two\nlines"\nnote,x\n'))).toEqual({
      3: { type: 'text', label: 'two\nlines' },
      4: { type: 'note', label: 'x' },
    });
  });

  it.each([
    ['CSV', 'Survey,,\n,type,label\n\n,text,"a, b"\n"CHOICES"\n,list_name,name\n,l,x\nnotes,,\n,type,x\n'],
    ['semicolons', 'survey ;;\n;type;label\n;;\n;text;"a, b"\nchoices;;\n;list_name;name\n;l;x'],
    [
      'Markdown',
      '\n| survey |\n| | type | label |\n| | | |\n| | text | a, b |\n| choices |\n| | list_name | name |\n|--|--|--|\n| | l | x |',
    ],
  ])('reads several sheets from %s, with the rows of each from its header', async (_name, text) => {
    const workbook = await read(text);
    expect([...workbook.sheets.keys()]).toEqual(['survey', 'choices']);
    expect(rowsOf(workbook)).toEqual({ 3: { type: 'text', label: 'a, b' } });
    expect(rowsOf(workbook, 'choices')).toEqual({ 2: { list_name: 'l', name: 'x' } });
  });

  it('reads bars in cells of Markdown', async () => {
    expect(rowsOf(await read('| survey |\n| | type | label |\n| | text | a \\| b |'))).toEqual({
      2: { type: 'text', label: 'a | b' },
    });
  });

  it('reports a sheet that is there twice', async () => {
    const { problems } = await read('survey\n,type\n,text\nsurvey\n,type\n,note\n');
    expect(problems.map(describeProblem)).toEqual([
      'survey: the workbook has the sheet "survey" too; keep one of the two.',
    ]);
  });

  it('rejects Markdown of too many rows', async () => {
    await expect(read('|a|\n'.repeat(20_001))).rejects.toThrow(
      'it has more than 20000 rows; split the form.',
    );
  });

  it('tolerates rows that are shorter or longer than the header', async () => {
    expect(rowsOf(await read('type,name\ntext\nnote,a,b,c\n'))).toEqual({
      2: { type: 'text' },
      3: { type: 'note', name: 'a' },
    });
  });
});

describe('readWorkbook on other files', () => {
  it.each([
    ['nothing', ''],
    ['a sentence', 'Hello, world'],
    ['HTML', '<!DOCTYPE html><html><body>type</body></html>'],
    ['a quote that never closes', 'type,label\ntext,"abc\n'],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
    ['NUL in text', 'type,label\ntext,\0'],
    ['the beginning of an archive', Buffer.from('504b0304', 'hex')],
  ])('rejects %s', async (_name, bytes) => {
    await expect(readWorkbook(Buffer.from(bytes))).rejects.toThrow(UnreadableFileError);
    await expect(readWorkbook(Buffer.from(bytes))).rejects.toThrow(
      /^Unsupported format, or corrupt file: .*\.$/,
    );
  });
});
