import { Content } from '../content/content';
import { standardiseContent, takeFormTitle } from '../content/standard/standardise-content';
import { flatContent, contentToXlsx, withNames, contentToSheets, tableView } from './flat-sheet';
import fc from '../../../test/fixtures/fast-check';
import { formFromWorkbook } from './form-from-workbook';
import { readWorkbook } from './read-workbook';

const contentOf = (raw: object): Content =>
  standardiseContent(raw, { assetType: 'survey', random: Math.random });

const KEY = expect.stringMatching(/^[A-Za-z0-9]{9}$/) as string;

describe('flatContent', () => {
  it('returns rows of text by sheet, with Kobo rows and $ keys', () => {
    const content = contentOf({
      survey: [
        { type: 'select_one yn', name: 'ok', 'label::English (en)': 'OK?', required: 'yes' },
        { type: 'begin rank', name: 'r', 'kobo--rank-items': 'yn', 'label::English (en)': 'R' },
        { type: 'rank__level', name: 'l1', 'label::English (en)': '1st' },
        { type: 'end rank' },
      ],
      choices: [{ list_name: 'yn', name: '1', 'label::English (en)': '007', filter: 'x' }],
      settings: { style: 'pages' },
    });
    const flat = flatContent(content);
    expect(flat.survey?.[0]).toEqual({
      type: 'select_one yn',
      name: 'ok',
      'label::English (en)': 'OK?',
      required: 'true',
      $kuid: KEY,
      $autoname: 'ok',
      $xpath: 'ok',
    });
    expect(flat.survey?.map((row) => row.type)).toContain('rank__level');
    expect(flat.choices).toEqual([
      {
        list_name: 'yn',
        name: '1',
        'label::English (en)': '007',
        filter: 'x',
        $kuid: KEY,
        $autovalue: '1',
      },
    ]);
    expect(flat.settings).toEqual([{ style: 'pages' }]);
  });

  it('always has settings', () => {
    expect(flatContent(contentOf({}))).toEqual({ survey: [], settings: [{}] });
  });

  it.each(['hint', 'kobo--rank-constraint-message'])(
    'flattens lists of texts (%s) missing in `translated`',
    (column) => {
      const survey = [{ type: 'text', name: 'a', [column]: ['Here'] }];
      const header = { schema: '1', translated: ['label'], translations: [null] };
      expect(flatContent(contentOf({ ...header, survey })).survey).toEqual([
        expect.objectContaining({ [column]: 'Here' }),
      ]);
    },
  );
});

function contentReadFrom(raw: object): Content {
  return standardiseContent(raw, { assetType: 'survey', random: Math.random });
}

/** Content without `$` keys, which are regenerated. */
function bare(content: Content): unknown {
  return JSON.parse(
    JSON.stringify(content, (key, value: unknown) => (key.startsWith('$') ? undefined : value)),
  );
}

async function roundTrip(content: Content): Promise<Content> {
  const bytes = await contentToXlsx(content, { expandKobo: false });
  const { content: again, title } = formFromWorkbook(await readWorkbook(bytes), {
    library: false,
    random: Math.random,
  });
  if (title !== undefined) again.settings.form_title = title;
  return again;
}

const FORM = {
  survey: [
    { type: 'start', name: 'start' },
    {
      type: 'select_one yn or_other',
      name: 'ok',
      'label::English (en)': 'OK?',
      hint: 'plain',
      required: 'yes',
      hxl: '#a+b',
      tags: 't',
    },
    { type: 'begin group', name: 'g', relevant: "${ok} = 'y'", 'media::image::Français (fr)': 'a.png' },
    {
      type: 'select_multiple_from_file f.csv',
      name: 'm',
      parameters: 'value=id',
      'label::Français (fr)': 'M',
    },
    { type: 'begin rank', name: 'r', 'kobo--rank-items': 'yn', 'label::English (en)': 'R' },
    { type: 'rank__level', name: 'l1', 'label::English (en)': '1st' },
    { type: 'end rank' },
    { type: 'end group' },
  ],
  choices: [
    { list_name: 'yn', name: '1', 'label::English (en)': '007', filter: 'x' },
    { list_name: 'yn', name: 'n', 'label::Français (fr)': '=1+1' },
  ],
  settings: { form_title: 'T', id_string: 'f', style: 'pages', 'kobo--lock_all': 'true' },
  'kobo--locking-profiles': [
    { name: 'p', restrictions: ['a', 'b'] },
    { name: 'q', restrictions: ['b'] },
  ],
  external_choices: [{ list_name: 'e', name: '1' }],
};

describe('contentToSheets', () => {
  it('writes columns, types and tags as in an XLSForm', () => {
    const sheets = contentToSheets(contentReadFrom(FORM), {
      expandKobo: false,
      settings: { form_title: 'Asset name' },
    });
    const translated = (column: string) => [`${column}::English (en)`, column, `${column}::Français (fr)`];
    const survey = [
      ...['type', 'name', ...translated('label'), ...translated('hint'), 'required', 'tags', 'hxl'],
      ...['relevant', ...translated('media::image'), 'parameters', 'kobo--rank-items'],
    ];
    expect(sheets.map(({ name, headers }) => [name, headers])).toEqual([
      ['survey', survey],
      ['choices', ['list_name', 'name', ...translated('label'), 'filter']],
      ['settings', ['id_string', 'form_title', 'style', 'kobo--lock_all']],
      ['kobo--locking-profiles', ['restriction', 'p', 'q']],
      ['external_choices', ['list_name', 'name']],
    ]);
    const [questions, choices, settings, profiles] = sheets;
    expect(questions?.rows[1]?.slice(0, 12).join('|')).toBe(
      'select_one yn or_other|ok|OK?||||plain||true|t|#a+b|',
    );
    expect(questions?.rows[3]?.[0]).toBe('select_multiple_from_file f.csv');
    expect(choices?.rows[0]).toEqual(['yn', '1', '007', '', '', 'x']);
    expect(settings?.rows).toEqual([['f', 'Asset name', 'pages', 'true']]);
    expect(profiles?.rows).toEqual([
      ['a', 'locked', ''],
      ['b', 'locked', 'locked'],
    ]);
  });

  it('writes lists of rows of additional sheets, and skips other values', () => {
    const content = contentReadFrom({ constructor: [{ toString: 'x' }], odd: 'text', lists: [[1]] });
    expect(contentToSheets(content, { expandKobo: true })).toEqual([
      { name: 'survey', headers: ['type', 'name'], rows: [] },
      { name: 'constructor', headers: ['toString'], rows: [['x']] },
    ]);
  });
});

describe('tableView', () => {
  it('formats sheets as aligned text', () => {
    const content = contentReadFrom({
      survey: [{ type: 'text', name: 'a', label: 'one|two\nthree 😀' }],
      settings: { id_string: 'f' },
    });
    expect(tableView(contentToSheets(content, { expandKobo: false })).split('\n')).toEqual([
      '| survey |',
      '|        | type | name | label             |',
      '|        | text | a    | one\\|two\\nthree 😀 |',
      '| settings |',
      '|          | id_string |',
      '|          | f         |',
    ]);
  });
});

describe('content → .xlsx → content', () => {
  it.each<[string, object]>([
    ['all kinds of rows', FORM],
    ['nothing', {}],
    ['languages without questions', { survey: [{ 'label::en': '', 'label::fr': '' }] }],
    ['choices without rows', { survey: [{ type: 'note', name: 'a' }], choices: [] }],
    ['an empty language', { survey: [{ type: 'note', 'label::en': 'x', 'label::fr': '' }] }],
    ['an empty column without language', { survey: [{ type: 'note', label: '', 'label::en': 'x' }] }],
    [
      'labels on choices alone',
      { survey: [{ type: 'note', name: 'a' }], choices: [{ list_name: 'l', 'label::en': 'x' }] },
    ],
    [
      'a default language',
      {
        survey: [{ type: 'note', 'label::en': 'x', 'label::fr': 'y' }],
        settings: { default_language: 'fr' },
      },
    ],
  ])('is the same form with %s', async (_name, raw) => {
    const content = contentReadFrom(raw);
    expect(bare(await roundTrip(content))).toEqual(bare(withNames(content)));
  });

  it('is the same form with any text in its cells', async () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 8 })
      .map((drawn) => drawn.replace(/[\u00a0\ufeff]/g, ' ').trim())
      .filter((drawn) => drawn !== '');
    const tricky = [
      '=1',
      '007',
      'TRUE',
      '1e3',
      '_x0041_',
      '\u0001',
      'a\r\nb',
      '2024-05-01',
      '<&">',
      'or_other',
    ];
    const cell = fc.oneof(text, fc.constantFrom(...tricky));
    const type = fc.constantFrom(
      ...['text', 'note', 'select_one a', 'select_multiple b or_other', 'calculate'],
      ...['begin group', 'end group', 'today', 'score__row'],
    );
    const columns = [
      ...['label', 'label::en', 'label::fr', 'hint::fr', 'constraint_message::sw', 'image'],
      ...['relevant', 'default', 'tags', 'required', 'my column', 'bind::odk:x'],
    ];
    const cells = (names: string[]) =>
      fc.record(Object.fromEntries(names.map((name) => [name, cell])), {
        requiredKeys: [],
        noNullPrototype: true,
      });
    const survey = fc.array(fc.tuple(type, cells(columns)), { maxLength: 8 }).map((rows) =>
      // Generated names could differ, or conflict.
      rows.map(([rowType, rest], index) => ({
        type: rowType,
        ...(rowType.startsWith('end') ? {} : { name: `q${index}` }),
        ...rest,
      })),
    );
    const choices = fc.array(
      cells(['label', 'label::fr', 'audio::en', 'x']).map((rest) => ({ list_name: 'a', name: 'c', ...rest })),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        survey,
        fc.option(choices, { nil: undefined }),
        cells(['style', 'version']),
        async (rows, list, settings) => {
          const content = contentReadFrom({ survey: rows, choices: list, settings });
          expect(bare(await roundTrip(content))).toEqual(bare(withNames(content)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is stable after one round trip of cells that spreadsheets cannot store', async () => {
    const content = contentReadFrom({
      survey: [
        { type: 'text', name: 'a', label: [' spaced '], read_only: true, n: 1.5, bind: { a: 1 } },
        { type: 'note', name: 'b', label: [null], tags: ['hxl:#x', 'word'] },
      ],
    });
    const once = await roundTrip(content);
    expect(bare(await roundTrip(once))).toEqual(bare(once));
    expect(once.survey).toMatchObject([
      { label: ['spaced'], read_only: 'true', n: '1.5', bind: '{"a":1}' },
      { tags: ['word', 'hxl:#x'] },
    ]);
  });

  it('keeps the names of a form without names', async () => {
    const content = contentReadFrom({
      survey: [
        { type: 'note', label: 'Welcome' },
        { type: 'select_one l', label: 'Your age?' },
        { type: 'begin_group', label: 'More' },
        { type: 'text' },
        { type: 'end_group' },
      ],
      choices: [{ list_name: 'l', label: 'Over 30' }],
    });
    const names = ({ survey, choices = [] }: Content) => [
      ...survey.map((row) => row.$xpath),
      ...choices.map((choice) => choice.$autovalue),
    ];
    const again = await roundTrip(content);
    expect(names(again)).toEqual(names(content));
    expect(names(await roundTrip(again))).toEqual(names(content));
  });

  it('separates the title', () => {
    expect(takeFormTitle(contentReadFrom(FORM)).title).toBe('T');
  });
});
