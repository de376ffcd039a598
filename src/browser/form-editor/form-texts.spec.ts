import { tabSeparated, readDelimited } from './delimited';
import type { FormContent } from './form-content';
import {
  addLanguage,
  countMissing,
  isMissing,
  keyOfLine,
  linesOf,
  problemOfLanguage,
  removeLanguage,
  renameLanguage,
  setLineText,
  type TextLine,
} from './form-texts';
import { csvOfTexts, decodeText, importTexts, separatorFor } from './text-csv';

const FORM: FormContent = {
  schema: '1',
  survey: [
    { type: 'start', $kuid: 's', name: 'start' },
    { type: 'begin_group', $kuid: 'g', name: 'g', label: ['Group', null], tags: ['x', 'hxl:#a'] },
    {
      type: 'text',
      $kuid: 'a',
      name: 'a',
      label: ['Name', 'Nom'],
      hint: ['=1+1', null],
      constraint_message: 'Too long',
      'media::image': ['a.png', 'a.png'],
      'my column': ['not', 'texts'],
    },
    { type: 'end_group', $kuid: 'e' },
    { type: 'integer', $kuid: 'b', name: 'b', constraint_message: 'Too large' },
  ],
  choices: [
    { list_name: 'yn', name: 'yes', label: ['Yes', 'Oui'] },
    { list_name: 'yn', name: 'no', label: ['No', null] },
  ],
  settings: { default_language: 'English (en)', style: 'pages' },
  translations: ['English (en)', 'French (fr)'],
  translated: ['hint', 'label', 'media::image'],
};

const lineOf = (content: FormContent, name: string, column = 'label'): TextLine =>
  linesOf(content).find((line) => line.name === name && line.column === column)!;
const write = (content: FormContent, name: string, column: string, language: number, text: string) =>
  setLineText(content, lineOf(content, name, column), language, text);

describe('lines of texts', () => {
  it('are labels, and other columns that have a text, in the order of the sheets', () => {
    expect(linesOf(FORM).map(({ sheet, list, name, column }) => [sheet, list, name, column])).toEqual([
      ['survey', '', 'g', 'label'],
      ['survey', '', 'a', 'label'],
      ['survey', '', 'a', 'hint'],
      ['survey', '', 'a', 'constraint_message'],
      ['survey', '', 'a', 'media::image'],
      ['survey', '', 'b', 'label'],
      ['survey', '', 'b', 'constraint_message'],
      ['choices', 'yn', 'yes', 'label'],
      ['choices', 'yn', 'no', 'label'],
    ]);
  });

  it('are missing where another language has a text', () => {
    expect(countMissing(linesOf(FORM), 2)).toEqual([0, 3]);
    expect(isMissing(lineOf(FORM, 'b'), 1)).toBe(false);
    expect(isMissing(lineOf(FORM, 'a', 'constraint_message'), 1)).toBe(false);
  });

  it('change alone', () => {
    const edited = write(FORM, 'no', 'label', 1, 'Non');
    expect(edited.choices).toEqual([FORM.choices![0], { ...FORM.choices![1], label: ['No', 'Non'] }]);
    expect(edited.survey).toBe(FORM.survey);
    expect(write(FORM, 'no', 'label', 0, 'No')).toBe(FORM);
  });

  it('are one per language in all rows once one of them is translated', () => {
    const edited = write(FORM, 'a', 'constraint_message', 1, 'Trop long');
    expect(edited.survey[2]!['constraint_message']).toEqual(['Too long', 'Trop long']);
    expect(edited.survey[4]!['constraint_message']).toEqual(['Too large', 'Too large']);
    expect(edited.translated).toContain('constraint_message');
  });

  it('stay plain in a form of one language', () => {
    const single = removeLanguage(FORM, 1);
    expect(write(single, 'b', 'constraint_message', 0, 'No').survey[4]!['constraint_message']).toBe('No');
  });

  it('stay where they are told to when they are emptied', () => {
    const kept = new Set(linesOf(FORM).map(keyOfLine));
    const edited = write(FORM, 'a', 'hint', 0, '');
    expect(linesOf(edited, kept).map(keyOfLine)).toEqual([...kept]);
    expect(linesOf(edited)).toHaveLength(kept.size - 1);
  });

  it('are removed when they are emptied, but for labels of choices', () => {
    expect(write(FORM, 'a', 'hint', 0, '').survey[2]).not.toHaveProperty('hint');
    expect(write(FORM, 'no', 'label', 0, '').choices![1]!['label']).toEqual([null, null]);
  });
});

describe('languages', () => {
  it('are added with all texts missing', () => {
    const { translations, survey, choices } = addLanguage(FORM, 'العربية (ar)');
    expect(translations).toEqual(['English (en)', 'French (fr)', 'العربية (ar)']);
    expect(survey[2]).toMatchObject({
      label: ['Name', 'Nom', null],
      constraint_message: 'Too long',
      'my column': ['not', 'texts'],
    });
    expect(survey[1]!['tags']).toEqual(['x', 'hxl:#a']);
    expect(choices![1]!['label']).toEqual(['No', null, null]);
  });

  it('are renamed with the default language', () => {
    const { translations, settings, survey } = renameLanguage(FORM, 0, 'British (en)');
    expect(translations).toEqual(['British (en)', 'French (fr)']);
    expect(settings).toEqual({ default_language: 'British (en)', style: 'pages' });
    expect(survey).toBe(FORM.survey);
    expect(renameLanguage(FORM, 1, 'Français').settings).toBe(FORM.settings);
  });

  it('are removed with their texts', () => {
    const { translations, survey, settings } = removeLanguage(FORM, 0);
    expect(translations).toEqual(['French (fr)']);
    expect(settings).toEqual({ default_language: 'French (fr)', style: 'pages' });
    expect(survey[1]!['label']).toEqual([null]);
    expect(survey[2]).toMatchObject({ label: ['Nom'], 'media::image': ['a.png'] });
    expect(survey[2]).not.toHaveProperty('hint');
    expect(removeLanguage(FORM, 1).settings).toEqual(FORM.settings);
  });

  it('have a name of their own', () => {
    expect(problemOfLanguage(FORM, ' ')).toBe('empty');
    expect(problemOfLanguage(FORM, ' French (fr) ')).toBe('taken');
    expect(problemOfLanguage(FORM, 'French (fr)', 1)).toBeUndefined();
  });
});

describe('CSV of texts', () => {
  it('opens in spreadsheets, which run none of its cells', () => {
    const [header, ...lines] = csvOfTexts(FORM, ',').split('\r\n');
    expect(header).toBe('\ufeff"sheet","list","name","column","English (en)","French (fr)"');
    expect(lines).toContain(`"survey","","a","hint","'=1+1",""`);
    expect(lines).toContain('"choices","yn","no","label","No",""');
    expect([separatorFor('en'), separatorFor('fr')]).toEqual([',', ';']);
  });

  it.each([',', ';', '\t'] as const)('changes nothing when it is read back, with "%s"', (separator) => {
    const odd = write(FORM, 'a', 'label', 0, 'A "quote", a; tab\t\nand ${b}');
    const result = importTexts(odd, csvOfTexts(odd, separator));
    expect(result).toEqual({ content: odd, changed: 0, unknownLines: [], unknownLanguages: [] });
    expect(result?.content).toBe(odd);
  });

  it('changes the texts that it has, and lists what it does not know', () => {
    const csv = [
      'Sheet;list;name;column;French (fr);Swahili (sw);English (en)',
      'choices;yn;no;label;Non;Hapana;',
      "survey;;a;hint;'=2+2;;",
      'survey;;a;label;;;Full name',
      'survey;;gone;label;Perdu;;',
      'choices;other;no;label;Non;;',
    ].join('\n');
    const { content, ...rest } = importTexts(FORM, csv)!;
    expect(rest).toEqual({
      changed: 3,
      unknownLines: ['survey · gone · label', 'choices · other · no · label'],
      unknownLanguages: ['Swahili (sw)'],
    });
    const expected = write(
      write(write(FORM, 'no', 'label', 1, 'Non'), 'a', 'hint', 1, '=2+2'),
      'a',
      'label',
      0,
      'Full name',
    );
    expect(content).toEqual(expected);
  });

  it('adds a language where that is asked for', () => {
    const csv = 'sheet,list,name,column, Swahili (sw) ,Comment\nsurvey,,a,label,Jina,ok';
    expect(importTexts(FORM, csv)).toMatchObject({
      changed: 0,
      unknownLanguages: ['Swahili (sw)', 'Comment'],
    });
    const { content, ...rest } = importTexts(FORM, csv, ['Swahili (sw)'])!;
    expect(rest).toEqual({ changed: 1, unknownLines: [], unknownLanguages: ['Comment'] });
    expect(content.translations).toEqual(['English (en)', 'French (fr)', 'Swahili (sw)']);
    expect(content).toEqual(write(addLanguage(FORM, 'Swahili (sw)'), 'a', 'label', 2, 'Jina'));
  });

  it('changes no text of two that have the same name', () => {
    const twice = { ...FORM, choices: [...FORM.choices!, FORM.choices![1]!] };
    const csv = 'sheet,list,name,column,French (fr)\nchoices,yn,no,label,Non';
    expect(importTexts(twice, csv)).toMatchObject({
      changed: 0,
      unknownLines: ['choices · yn · no · label'],
    });
  });

  it('is refused without its columns', () => {
    expect(importTexts(FORM, 'type,name,label\ntext,a,A')).toBeUndefined();
    expect(importTexts(FORM, 'sheet,name\nsurvey,a')).toBeUndefined();
  });

  it('names the language without a name alike for all', () => {
    const unnamed = { ...FORM, translations: [null, 'French (fr)'] };
    const csv = csvOfTexts(unnamed, ',').replace('"Name"', '"Full name"');
    expect(csv).toContain('"(no language)"');
    expect(importTexts(unnamed, csv)?.content.survey[2]!['label']).toEqual(['Full name', 'Nom']);
  });

  it('is decoded from UTF-8 and UTF-16 only', () => {
    expect(decodeText(new TextEncoder().encode('é'))).toBe('é');
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0xe9, 0))).toBe('é');
    expect(decodeText(Uint8Array.of(0xe9, 0x2c))).toBeUndefined();
  });
});

describe('cells of a spreadsheet', () => {
  it.each<[string, string[][]]>([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"two\nlines"\t"say ""hi"""', [['two\nlines', 'say "hi"']]],
    ['"quoted"\t5" pipe\t"open', [['"quoted"', '5" pipe', '"open']]],
    ['a\t\t\n\t\n\nb', [['a', '', ''], ['b']]],
  ])('are read from %j', (text, expected) => {
    expect(readDelimited(text, '\t', { isClipboard: true })).toEqual(expected);
  });

  it('are written as they are read', () => {
    const rows = [
      ['two\nlines', '"said"', 'tab\tbed', 'plain "x"'],
      ['a', '', '', ''],
    ];
    expect(readDelimited(tabSeparated(rows), '\t', { isClipboard: true })).toEqual(rows);
  });
});
