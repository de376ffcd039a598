import { SheetSource, xlsxOf } from '../../../test/fixtures/xlsform-in/xlsx-builder';
import { FormProblemsError } from '../content/form-problem';
import { formFromWorkbook, ImportContext, ImportedForm } from './form-from-workbook';
import { readWorkbook } from './read-workbook';

type Sheets = Record<string, SheetSource>;

async function imported(sheets: Sheets, context: Partial<ImportContext> = {}): Promise<ImportedForm> {
  const workbook = await readWorkbook(xlsxOf({ sheets }));
  return formFromWorkbook(workbook, { library: false, random: Math.random, ...context });
}

async function problemsOf(sheets: Sheets, context: Partial<ImportContext> = {}): Promise<string[]> {
  const error: unknown = await imported(sheets, context).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FormProblemsError);
  return (error as FormProblemsError).message.split('\n');
}

describe('rows of an imported form', () => {
  it('keeps the order of rows, and names notes by their row', async () => {
    const survey = [
      ['type', 'name', 'label'],
      ['email', 'email', ''],
      ['note', '', 'Hello'],
      ['', '', ''],
      ['start-geopoint', 'warmup', ''],
      ['note', '', 'Hello'],
      ['start', 'start', ''],
    ];
    const { content } = await imported({ survey });
    const names = ['email', 'generated_note_name_3', 'warmup', 'generated_note_name_6', 'start'];
    expect(content.survey.map(({ name }) => name)).toEqual(names);
    expect(content.survey.map(({ $xpath }) => $xpath)).toEqual(names);
  });

  it('names notes of library items by their label', async () => {
    const survey = [
      ['type', 'name', 'label'],
      ['note', '', 'Hello'],
      ['text', 'a', 'A'],
    ];
    const { content } = await imported({ survey }, { library: true });
    expect(content.survey.map(({ $autoname }) => $autoname)).toEqual(['Hello', 'a']);
  });

  it('keeps a version row of a plain form, and drops it from a project', async () => {
    const survey = [
      ['type', 'name', 'calculation', 'label'],
      ['text', 'a', '', 'A'],
      ['calculate', '__version__', "'v1'", ''],
    ];
    const plain = await imported({ survey }, { strictNames: false });
    expect(plain.content.survey.map(({ name }) => name)).toEqual(['a', '__version__']);
    expect((await imported({ survey })).content.survey.map(({ name }) => name)).toEqual(['a']);
  });

  it.each([
    ['caseid', 'unknown type "caseid": it belongs to SurveyCTO; use hidden, or entities for cases.'],
    ['comments', 'unknown type "comments": it belongs to SurveyCTO; use text.'],
    ['text audit', 'unknown type "text audit": it belongs to SurveyCTO; use audit.'],
    ['sensor_stream light', 'unknown type "sensor_stream light": it belongs to SurveyCTO; use file.'],
    [
      'tel',
      'unknown type "tel": it belongs to the Community Health Toolkit; use text with the appearance numbers.',
    ],
    [
      'db:person',
      'unknown type "db:person": it belongs to the Community Health Toolkit; use select_one_from_file, or text.',
    ],
    ['dbase', 'unknown type "dbase": use a type that XLSForm knows.'],
  ])('names the tool of the type %s', async (type, message) => {
    const survey = [
      ['type', 'name', 'label'],
      [type, 'a', 'A'],
    ];
    expect(await problemsOf({ survey })).toEqual([`survey, row 2, column type: ${message}`]);
  });
});
