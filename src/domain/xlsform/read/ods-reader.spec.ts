import { zipOf } from '../../../../test/fixtures/xlsform-in/zip-builder';
import { readWorkbook } from '../read-workbook';

const NAMESPACES = 'xmlns:office="o" xmlns:table="t" xmlns:text="x"';

/** Rows of the survey sheet of a document with these tables. */
async function rowsOf(tables: string): Promise<Record<number, string[] | undefined>> {
  const data = `<office:document-content ${NAMESPACES}><office:body>${tables}</office:body></office:document-content>`;
  const workbook = await readWorkbook(zipOf([{ name: 'content.xml', data }]));
  const sheet = workbook.sheets.get('survey');
  return Object.fromEntries(
    (sheet?.rows ?? []).map(({ number, cells }) => [
      number,
      sheet?.headers.map((header) => cells.get(header) ?? ''),
    ]),
  );
}

const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const text = (inner: string) => `<table:table-cell><text:p>${inner}</text:p></table:table-cell>`;
const value = (attributes: string, shown = '?') =>
  `<table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
const survey = (...rows: string[]) => `<table:table table:name="Survey">${rows.join('')}</table:table>`;

/** Text of one cell, in column x. */
async function cellOf(xml: string): Promise<string | undefined> {
  const rows = await rowsOf(survey(row(text('type'), text('x')), row(text('note'), xml)));
  return rows[2]?.[1];
}

describe('readOds', () => {
  it.each([
    ['text', text('a <text:span>b</text:span>'), 'a b'],
    ['spaces, tabs and breaks', text('a<text:s text:c="2"/>b<text:tab/>c<text:line-break/>d'), 'a  b\tc\nd'],
    ['paragraphs', '<table:table-cell><text:p>a</text:p>\n <text:p>b</text:p></table:table-cell>', 'a\nb'],
    [
      'a comment beside the text',
      `<table:table-cell><office:annotation><text:p>no</text:p></office:annotation><text:p>yes</text:p></table:table-cell>`,
      'yes',
    ],
    ['a whole number', value('office:value-type="float" office:value="3"', '3.00'), '3'],
    [
      'a long number',
      value('office:value-type="float" office:value="1234567890123456789"', '1.23E+18'),
      '1234567890123456789',
    ],
    [
      'a long number with a fraction of zeros',
      value('office:value-type="float" office:value="1234567890123456789.0"', '1.23E+18'),
      '1234567890123456789',
    ],
    ['a fraction', value('office:value-type="float" office:value="0.25"', '0,25'), '0.25'],
    ['a percentage', value('office:value-type="percentage" office:value="0.5"', '50%'), '0.5'],
    ['truth', value('office:value-type="boolean" office:boolean-value="true"', 'WAHR'), 'TRUE'],
    [
      'a date',
      value('office:value-type="date" office:date-value="2024-05-01"', '1.5.24'),
      '2024-05-01 00:00:00',
    ],
    ['a time', value('office:value-type="time" office:time-value="PT08H30M00S"', '8:30'), '08:30:00'],
    [
      'the result of a formula',
      value('table:formula="of:=1+1" office:value-type="float" office:value="2"'),
      '2',
    ],
    [
      'text that differs from the displayed one',
      value('office:value-type="string" office:string-value="kept"', 'shown'),
      'kept',
    ],
    ['an empty cell', '<table:table-cell/>', ''],
  ])('reads %s', async (_name, xml, expected) => {
    expect(await cellOf(xml)).toBe(expected);
  });

  it('counts repeated rows and columns', async () => {
    const rows = await rowsOf(
      survey(
        row(text('type'), text('a'), text('b'), text('c')),
        '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="4"/></table:table-row>',
        row(text('note'), value('table:number-columns-repeated="2"', 'x'), text('y')),
        `<table:table-row table:number-rows-repeated="2">${text('text')}</table:table-row>`,
      ),
    );
    expect(rows).toEqual({ 5: ['note', 'x', 'x', 'y'], 6: ['text', '', '', ''], 7: ['text', '', '', ''] });
  });

  it('skips other sheets and tables inside cells', async () => {
    const inner = `<table:table-cell><table:table table:name="inner">${row(text('no'))}</table:table><text:p>x</text:p></table:table-cell>`;
    const rows = await rowsOf(
      `<table:table table:name="notes">${row(text('type'))}${row(text('no'))}</table:table>${survey(row(text('type'), text('b')), row(text('note'), inner))}`,
    );
    expect(rows).toEqual({ 2: ['note', 'x'] });
  });
});
