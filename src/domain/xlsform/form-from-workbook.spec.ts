import { SheetSource, xlsxOf } from '../../../test/fixtures/xlsform-in/xlsx-builder';
import { FormProblemsError, sourceRowOf } from '../content/form-problem';
import { formFromWorkbook, ImportContext, ImportedForm, withCellTexts } from './form-from-workbook';
import { readWorkbook } from './read-workbook';
import type { Workbook } from './workbook';

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

const ONE = [
  ['type', 'name', 'label'],
  ['text', 'a', 'A'],
];
const TWO = [...ONE, ['integer', 'b', 'B']];

describe('formFromWorkbook', () => {
  it('converts every sheet to standard content', async () => {
    const form = await imported({
      survey: [
        [
          'type',
          'name',
          'label::English (en)',
          'label::Kiswahili (sw)',
          'hint',
          'required',
          'image::English (en)',
        ],
        ['select_one yn', 'ok', 'OK?', 'Sawa?', '', 'TRUE', 'ok.png'],
        ['', 'comment row'],
        ['begin_group', 'g', 'G'],
        ['decimal', 'd', 'D'],
        ['end_group'],
      ],
      choices: [
        ['list name', 'name', 'label::English (en)'],
        ['yn', '1', 'Yes'],
        ['', 'lost'],
      ],
      settings: [
        ['form_title', 'form_id', 'default_language'],
        ['My form', 'my_form', 'Kiswahili (sw)'],
      ],
      external_choices: [
        ['list_name', 'name'],
        ['towns', 'x'],
      ],
      'kobo--locking-profiles': [
        ['restriction', 'core', 'soft'],
        ['question_delete', 'locked', 'LOCKED'],
        ['choice_add', '', 'locked'],
      ],
    });
    expect(form).toMatchObject({
      assetType: 'survey',
      title: 'My form',
      content: {
        schema: '1',
        translations: ['Kiswahili (sw)', 'English (en)'],
        translated: ['label', 'media::image'],
        settings: { id_string: 'my_form', default_language: 'Kiswahili (sw)' },
        external_choices: [{ list_name: 'towns', name: 'x' }],
        'kobo--locking-profiles': [
          { name: 'core', restrictions: ['question_delete'] },
          { name: 'soft', restrictions: ['question_delete', 'choice_add'] },
        ],
      },
    });
    expect(form.content.survey).toMatchObject([
      { type: 'select_one', select_from_list_name: 'yn', label: ['Sawa?', 'OK?'], required: true },
      { type: 'begin_group', label: [null, 'G'] },
      { type: 'decimal', $xpath: 'g/d' },
      { type: 'end_group' },
    ]);
    expect(form.content.choices).toMatchObject([{ list_name: 'yn', name: '1', $autovalue: '1' }]);
    expect(form.content.survey.map(sourceRowOf)).toEqual([2, 4, 5, 6]);
  });

  it('keeps a language with an empty column', async () => {
    const { content } = await imported({
      survey: [
        ['type', 'name', 'label::en', 'label::fr'],
        ['text', 'a', 'A'],
      ],
    });
    expect(content).toMatchObject({ translations: ['en', 'fr'], survey: [{ label: ['A', null] }] });
  });

  it.each<[string, Sheets, Partial<ImportContext>, string]>([
    ['a survey', { survey: ONE }, {}, 'survey'],
    ['one question for the library', { survey: ONE }, { library: true }, 'question'],
    ['two questions for the library', { survey: TWO }, { library: true }, 'block'],
    ['a library sheet', { library: ONE, choices: [['list_name']] }, { library: true }, 'question'],
    ['the requested type', { survey: TWO }, { library: true, desiredType: 'template' }, 'template'],
  ])('returns the asset type of %s', async (_name, sheets, context, expected) => {
    expect((await imported(sheets, context)).assetType).toBe(expected);
  });

  it('removes the settings from a block, and returns the title', async () => {
    const settings = [
      ['form_title', 'style'],
      ['T', 'pages'],
    ];
    const form = await imported({ survey: TWO, settings }, { library: true, stem: 'x' });
    expect(form).toMatchObject({ assetType: 'block', title: 'T', content: { settings: {} } });
  });

  it('uses the file name as id if the settings have none', async () => {
    expect((await imported({ survey: ONE }, { stem: '2024 base-line' })).content.settings).toEqual({
      id_string: '_2024_base_line',
    });
    const long = 'a_survey_of_wells_and_pumps_in_all_villages_of_the_northern_district';
    expect((await imported({ survey: ONE }, { stem: long })).content.settings).toEqual({ id_string: long });
    const settings = [['id_string'], ['mine']];
    expect((await imported({ survey: ONE, settings }, { stem: 'x' })).content.settings).toEqual({
      id_string: 'mine',
    });
  });

  it.each<[string, Sheets, boolean, string]>([
    [
      'both sheets',
      { survey: ONE, library: ONE },
      true,
      'library: the workbook has a sheet survey too; keep one of the two.',
    ],
    [
      'a library for the form list',
      { library: ONE, choices: ONE },
      false,
      'library: a library cannot be imported into the form list.',
    ],
    [
      'neither sheet',
      { choices: ONE, notes: ONE },
      false,
      'survey: xls upload must have one of these sheets: survey, library, with a column "type".',
    ],
    [
      'a single sheet of something else',
      { Budget: [['item', 'price']] },
      false,
      'survey: xls upload must have one of these sheets: survey, library, with a column "type".',
    ],
  ])('rejects %s', async (_name, sheets, library, message) => {
    expect(await problemsOf(sheets, { library })).toEqual([message]);
  });

  it('reports problems of headers, cells, types and names together', async () => {
    expect(
      await problemsOf({
        survey: [
          ['type', 'name', 'label::en', 'x', 'x'],
          ['text', 'a b', 'A'],
          ['', ''],
          ['texxt', 'c', 'C'],
        ],
      }),
    ).toEqual([
      'survey, row 1, column x: the header appears more than once; keep one of the columns.',
      'survey, row 2, column name: Invalid node name: a b. Use letters, digits and "_", and begin with a letter or "_".',
      'survey, row 4, column type: unknown type "texxt": use a type that XLSForm knows.',
    ]);
  });

  it('reads the first row of the settings alone', async () => {
    const { content } = await imported({
      survey: ONE,
      settings: [
        ['form_id', 'public_key', 'style'],
        ['f', 'AAAA', ''],
        ['', 'BBBB', 'pages'],
      ],
    });
    expect(content.settings).toEqual({ id_string: 'f', public_key: 'AAAA' });
  });

  it('reads the columns of every sheet in any letter case', async () => {
    const { content } = await imported({
      survey: [
        ['TYPE', 'Name', 'Label::en'],
        ['text', 'a', 'A'],
      ],
      external_choices: [
        ['List_Name', 'NAME', 'State'],
        ['towns', 'x', 's'],
      ],
      entities: [
        ['DATASET', 'Label', 'Create_If'],
        ['trees', '${a}', 'true()'],
      ],
    });
    expect(content['external_choices']).toEqual([{ list_name: 'towns', name: 'x', State: 's' }]);
    expect(content['entities']).toEqual([{ dataset: 'trees', label: '${a}', create_if: 'true()' }]);
  });
});

describe('formFromWorkbook of a plain XLSForm', () => {
  it('keeps rows without names, the type trigger and form_id', async () => {
    const { content } = await imported(
      {
        survey: [
          ['type', 'name', 'label::en'],
          ['trigger', 'a', 'A'],
          ['note', '', 'B'],
        ],
        choices: [
          ['list_name', 'label::en'],
          ['l', 'L'],
        ],
        settings: [
          ['form_id', 'id_string', 'default_language'],
          ['f', 'i', 'de'],
        ],
      },
      { strictNames: false },
    );
    expect(content.settings.id_string).toBe('f');
    expect(content.survey.map(({ type, $autoname }) => [type, $autoname])).toEqual([
      ['trigger', undefined],
      ['note', undefined],
    ]);
    expect(content.choices?.[0]?.$autovalue).toBeUndefined();
  });

  it('refuses rows with a name or label and no type', async () => {
    expect(
      await problemsOf(
        {
          survey: [
            ['type', 'name', 'label', 'note'],
            ['text', 'a', 'A'],
            ['', '', '', 'a comment'],
            ['', 'b'],
            ['', '', 'C'],
          ],
        },
        { strictNames: false },
      ),
    ).toEqual([
      'survey, row 4, column type: the row has no type; give it one, such as text, or empty the row.',
      'survey, row 5, column type: the row has no type; give it one, such as text, or empty the row.',
    ]);
  });
});

const workbookOf = (text: string): Workbook => {
  const rows = [{ number: 7, cells: new Map([['Relevant', text]]) }];
  return {
    sheets: new Map([['survey', { name: 'survey', headers: ['type', 'Relevant'], rows }]]),
    problems: [],
  };
};
const workbook = workbookOf('${missing} = 1');
const problem = { sheet: 'survey', row: 7, column: 'relevant', message: 'Unknown question.' };

describe('withCellTexts', () => {
  it('adds the text of the cell, for any case of the header', () => {
    expect(withCellTexts([problem], workbook)).toEqual([{ ...problem, text: '${missing} = 1' }]);
  });

  it.each([
    ['another sheet', { ...problem, sheet: 'choices' }],
    ['another row', { ...problem, row: 8 }],
    ['an empty cell', { ...problem, column: 'type' }],
    ['an unknown column', { ...problem, column: 'label' }],
    ['a whole sheet', { sheet: 'survey', message: 'Empty.' }],
  ])('leaves a problem of %s as it is', (_, other) => {
    expect(withCellTexts([other], workbook)).toEqual([other]);
  });

  it('abridges long texts', () => {
    expect(withCellTexts([problem], workbookOf('x'.repeat(5000)))[0]!.text).toBe(`${'x'.repeat(200)}…`);
  });
});
