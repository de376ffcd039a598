import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOds, writeXlsx } from 'hucre';
import { readWorkbook } from './read-workbook';
import { Workbook } from './workbook';

const SAMPLES = join(__dirname, '../../../test/fixtures/xlsform-in');

/** Every sheet as a list of rows, header first. */
function tablesOf(workbook: Workbook): Record<string, string[][]> {
  return Object.fromEntries(
    [...workbook.sheets.values()].map(({ name, headers, rows }) => [
      name,
      [[...headers], ...rows.map(({ cells }) => headers.map((header) => cells.get(header) ?? ''))],
    ]),
  );
}

const FORM = {
  survey: [
    ['type', 'name', 'label::English (en)', 'label::Français (fr)', 'required', 'default', 'notes'],
    ['text', 'who', 'Who are you? 😀', 'Qui êtes-vous ? 😀', 'TRUE', '', 'first'],
    ['integer', 'age', 'Age', 'Âge', 'FALSE', '3', 'whole'],
    ['decimal', 'w', 'Weight', 'Poids', '', '0.1', 'fraction'],
    ['date', 'd', 'Day', 'Jour', '', '2024-05-01 00:00:00', 'date'],
    ['datetime', 'dt', 'When', 'Quand', '', '2024-05-01 18:00:00', 'moment'],
    ['time', 't', 'Time', 'Heure', '', '08:30:00', 'time'],
    ['select_one yn', 'ok', 'OK?', 'Ça va ?', '', 'yes', 'formula'],
    ['calculate', 'c', 'spaced out', '', '', '7', 'formula'],
  ],
  choices: [
    ['list_name', 'name', 'label::English (en)', 'label::Français (fr)'],
    ['yn', '1', 'Yes', 'Oui'],
    ['yn', '2', 'No', 'Non'],
  ],
  settings: [
    ['form_title', 'form_id', 'default_language'],
    ['Sample', 'sample', 'English (en)'],
  ],
};

describe('workbooks written by other programs', () => {
  it.each(['sample-openpyxl.xlsx', 'sample-sheetjs.xlsx', 'sample-sheetjs.xls', 'sample-sheetjs.ods'])(
    'reads the same tables from %s',
    async (file) => {
      expect(tablesOf(await readWorkbook(readFileSync(join(SAMPLES, file))))).toEqual(FORM);
    },
  );

  it('joins a shared string table over many records of an .xls', async () => {
    const { survey = [] } = tablesOf(await readWorkbook(readFileSync(join(SAMPLES, 'many-strings.xls'))));
    const expected = Array.from({ length: 200 }, (_, i) => [
      'note',
      `n${i}`,
      `Étiquette № ${i} ${'long '.repeat(i % 40)}${i % 3 === 0 ? '日本語' : ''}`.trim(),
    ]);
    expect(survey).toEqual([['type', 'name', 'label'], ...expected]);
  });

  it.each([
    ['.xlsx', writeXlsx],
    ['.ods', writeOds],
  ])('reads %s of a spreadsheet library', async (_extension, write) => {
    const rows = [
      ['type', 'name', 'label'],
      ['text', 'a', 'Line one\nline   two\t& <b> 😀'],
      ['date', 'b', new Date(Date.UTC(2024, 4, 1, 9, 30))],
      [],
      ['integer', 'c', 12.5],
      ['note', 'd', true],
    ];
    const workbook = await readWorkbook(await write({ sheets: [{ name: 'survey', rows }] }));
    expect(tablesOf(workbook)).toEqual({
      survey: [
        ['type', 'name', 'label'],
        ['text', 'a', 'Line one\nline   two\t& <b> 😀'],
        ['date', 'b', '2024-05-01 09:30:00'],
        ['integer', 'c', '12.5'],
        ['note', 'd', 'TRUE'],
      ],
    });
    expect(workbook.sheets.get('survey')?.rows.map(({ number }) => number)).toEqual([2, 3, 5, 6]);
  });
});
