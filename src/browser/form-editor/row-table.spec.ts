import { tabSeparated } from './delimited';
import type { FormContent, Row } from './form-content';
import { type Pasted, pasteRows } from './row-paste';
import { type PastedTable, readPastedRows, tableOfRows } from './row-table';

let keys = 0;
const makeKey = (): string => `key${(keys += 1)}`;

const FORM: FormContent = {
  schema: '1',
  survey: [
    { type: 'begin_group', $kuid: 'g', name: 'g', label: ['Group', 'Groupe'] },
    {
      type: 'select_one',
      $kuid: 'a',
      name: 'a',
      select_from_list_name: 'yn',
      label: ['Tab\there', 'Deux\nlignes'],
      required: true,
      tags: ['x', 'hxl:#loc'],
      _or_other: true,
      $xpath: 'g/a',
    },
    { type: 'text', $kuid: 'b', name: 'b', label: ['Why', null], relevant: "${a} = 'no'" },
    { type: 'end_group', $kuid: 'e' },
  ],
  choices: [
    { list_name: 'yn', name: 'yes', label: ['Yes', 'Oui'], place: 'north' },
    { list_name: 'other', name: 'o', label: ['O', null] },
  ],
  translations: ['English (en)', 'French (fr)'],
  translated: ['label'],
};

const read = (text: string, content = FORM): PastedTable => readPastedRows(content, text)!;
const paste = (text: string, at = 4, content = FORM): Pasted =>
  pasteRows(content, read(text, content), { at, makeKey });
const added = (text: string, at = 4): Row[] =>
  paste(text, at).content.survey.filter((row) => !FORM.survey.includes(row));
const lines = (...rows: string[]): string => rows.map((row) => row.replaceAll('|', '\t')).join('\r\n');
const withoutKeys = ({ survey }: Pick<FormContent, 'survey'>) => survey.map(({ $kuid: _, ...row }) => row);

describe('rows that are copied', () => {
  it('have a header, lists in their types, and no keys', () => {
    const [header, group, question] = tableOfRows(FORM, FORM.survey);
    expect(header!.join('|')).toBe(
      'type|name|label::English (en)|label::French (fr)|required|tags|hxl|relevant',
    );
    expect(group!.join('|')).toBe('begin_group|g|Group|Groupe||||');
    expect(question!.join('|')).toBe('select_one yn or_other|a|Tab\there|Deux\nlignes|true|x|#loc|');
  });

  it('are the same rows when they are pasted into an empty form', () => {
    const empty = { ...FORM, survey: [] };
    const { content } = paste(tabSeparated(tableOfRows(FORM, FORM.survey)), 0, empty);
    const [group, { $xpath: _, ...question }, ...rest] = withoutKeys(FORM) as [
      object,
      Record<string, unknown>,
    ];
    expect(withoutKeys(content)).toEqual([group, question, ...rest]);
  });

  it('have names of their own beside the first ones, which their references follow', () => {
    const { content, keys: first, count } = paste(tabSeparated(tableOfRows(FORM, FORM.survey)));
    const copies = content.survey.slice(4);
    expect(copies.map(({ name }) => name)).toEqual(['g_2', 'a_2', 'b_2', undefined]);
    expect(copies[2]!['relevant']).toBe("${a_2} = 'no'");
    expect(first).toEqual([copies[0]!.$kuid]);
    expect(count).toBe(4);
  });
});

describe('rows from a spreadsheet', () => {
  it('are read by their header, whose unknown languages are left out', () => {
    const table = read(
      lines('Label::French (fr)|TYPE|name|label::Swahili|my column|hint', 'Nom|text|x|Jina|kept|h'),
    );
    expect(table.sheet).toBe('survey');
    expect(table.columns).toEqual([
      { column: 'label', language: 1 },
      { column: 'type' },
      { column: 'name' },
      undefined,
      { column: 'my column' },
      { column: 'hint', language: 0 },
    ]);
    const { content } = pasteRows(FORM, table, { at: 0, makeKey });
    expect(withoutKeys(content)[0]).toEqual({
      type: 'text',
      name: 'x',
      label: [null, 'Nom'],
      hint: ['h', null],
      'my column': 'kept',
    });
    expect(content.translated).toEqual(['hint', 'label']);
  });

  it('are read without a header: type, name, labels', () => {
    expect(
      withoutKeys({ survey: added(lines('select one from yn|water|Water?|Eau ?', 'note||Bye|')) }),
    ).toEqual([
      { type: 'select_one', select_from_list_name: 'yn', name: 'water', label: ['Water?', 'Eau ?'] },
      { type: 'note', name: 'bye', label: ['Bye', null] },
    ]);
  });

  it('are questions for text if they are labels only', () => {
    expect(withoutKeys({ survey: added('Your name\nYour age?') })).toEqual([
      { type: 'text', name: 'your_name', label: ['Your name', null] },
      { type: 'text', name: 'your_age', label: ['Your age?', null] },
    ]);
  });

  it('keep references among them when names are taken', () => {
    const rows = added(lines('type|name|label|relevant', 'integer|a|New|', 'text|a_2|Other|${a} > 1'));
    expect(rows.map(({ name, relevant }) => [name, relevant])).toEqual([
      ['a_3', undefined],
      ['a_2', '${a_3} > 1'],
    ]);
  });

  it('never tear groups', () => {
    const types = (text: string): string[] => added(lines('type|name|label', text)).map(({ type }) => type);
    expect(types('end_group||\r\ntext|x|X'.replaceAll('|', '\t'))).toEqual(['text']);
    expect(types('begin repeat|r|R')).toEqual(['begin_repeat', 'end_repeat']);
  });

  it('are left out without a type, and keep one that is unknown for the service to report', () => {
    const { content, count, leftOut } = paste(lines('type|name|label', '||A comment', 'txet|x|X'), 0);
    expect([count, leftOut, content.survey[0]!.type]).toEqual([1, 1, 'txet']);
  });

  it('say the same in all languages once their column is translated', () => {
    const plain = { ...FORM, survey: [{ ...FORM.survey[2]!, constraint_message: 'No' }] };
    const { content } = paste(lines('type|name|constraint_message::French (fr)', 'text|x|Non'), 1, plain);
    expect(content.survey.map((row) => row['constraint_message'])).toEqual([
      ['No', 'No'],
      [null, 'Non'],
    ]);
  });
});

describe('choices from a spreadsheet', () => {
  it('change those of the form, and go behind their list otherwise', () => {
    const rows = lines(
      'list name|name|label::French (fr)|place',
      'yn|no|Non|south',
      'yn|yes|Ouais|',
      'new||Été|',
    );
    const { content, count } = paste(rows);
    expect(count).toBe(3);
    expect(content.survey).toBe(FORM.survey);
    expect(content.choices).toEqual([
      { list_name: 'yn', name: 'yes', label: ['Yes', 'Ouais'], place: 'north' },
      { list_name: 'yn', name: 'no', label: [null, 'Non'], place: 'south' },
      FORM.choices![1],
      { list_name: 'new', name: 'ete', label: [null, 'Été'] },
    ]);
  });

  it('are read without a header: list, name, labels', () => {
    const { sheet, columns } = read(lines('yn|no|No|Non|more', 'yn|maybe|Maybe||'));
    expect(sheet).toBe('choices');
    expect(columns.map((column) => column?.column)).toEqual([
      'list_name',
      'name',
      'label',
      'label',
      undefined,
    ]);
  });
});

it('reads nothing from an empty clipboard', () => {
  expect(readPastedRows(FORM, ' \r\n\t')).toBeUndefined();
});
