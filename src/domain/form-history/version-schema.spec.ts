import type { Choice, Content, SurveyRow } from '../content/content';
import { type Field, readSections } from './version-schema';

function content(
  survey: SurveyRow[],
  choices: Choice[] = [],
  translations: (string | null)[] = [null],
): Content {
  return { schema: '1', translations, translated: ['hint', 'label'], survey, choices, settings: {} };
}

const brief = ({ name, path, type }: Field): string => `${name} ${path} ${type}`;

describe('readSections', () => {
  it('returns the top level and each repeat, nested ones too', () => {
    const sections = readSections(
      content([
        { type: 'start', name: 'start' },
        { type: 'begin_group', name: 'house' },
        { type: 'begin_repeat', name: 'member' },
        { type: 'text', name: 'first' },
        { type: 'begin_group', name: 'health' },
        { type: 'begin_repeat', name: 'illness' },
        { type: 'text', name: 'code' },
        { type: 'end_repeat' },
        { type: 'integer', name: 'weight' },
        { type: 'end_group' },
        { type: 'end_repeat' },
        { type: 'note', name: 'thanks' },
        { type: 'end_group' },
        { type: 'geopoint', name: 'where' },
      ]),
    );
    expect(sections.map(({ name, path, parent, fields }) => [name, path, parent, fields.map(brief)])).toEqual(
      [
        ['', '', undefined, ['start start start', 'thanks house/thanks note', 'where where geopoint']],
        [
          'member',
          'house/member',
          '',
          ['first house/member/first text', 'weight house/member/health/weight integer'],
        ],
        ['illness', 'house/member/health/illness', 'member', ['code house/member/health/illness/code text']],
      ],
    );
    expect(sections[1]!.fields[1]!.containers.map(({ name }) => name)).toEqual(['house', 'member', 'health']);
  });

  it('skips rows that the compiler takes as disabled, rows without a name and types without a node', () => {
    const [top] = readSections(
      content([
        { type: 'text', name: 'a', disabled: 'yes' },
        { type: 'text', name: 'b', disabled: true },
        { type: 'text', name: 'c', disabled: 'no' },
        { type: 'text', name: 'x', disabled: 'TRUE()' },
        { type: 'text', name: 'e', disabled: 'yes()' },
        { type: 'text' },
        { type: 'xml-external', name: 'list' },
        { type: 'text', $autoname: 'd' },
      ]),
    );
    expect(top!.fields.map(({ name }) => name)).toEqual(['c', 'e', 'd']);
  });

  it('puts the audit in meta, for any position of its row', () => {
    const sections = readSections(
      content([{ type: 'begin_repeat', name: 'r' }, { type: 'audit' }, { type: 'end_repeat' }]),
    );
    expect(sections.map(({ fields }) => fields.map(brief))).toEqual([['audit meta/audit audit'], []]);
  });

  it('tolerates unbalanced groups', () => {
    const [top] = readSections(
      content([{ type: 'end_group' }, { type: 'begin_group', name: 'g' }, { type: 'text', name: 'a' }]),
    );
    expect(top!.fields.map(brief)).toEqual(['a g/a text']);
  });
});

describe('fields of readSections', () => {
  const choices: Choice[] = [
    { list_name: 'yn', name: 'y', label: ['Yes', 'Oui'] },
    { list_name: 'other list', name: 'x' },
    { list_name: 'yn', $autovalue: 'n', label: ['No', null] },
  ];
  const read = (row: Partial<SurveyRow>): Field[] => [
    ...readSections(
      content([{ type: 'select_one', name: 'q', ...row }], choices, ['English', 'Français']),
    )[0]!.fields,
  ];

  it('have labels by language and options of their list', () => {
    const [field] = read({ select_from_list_name: 'yn', label: ['Sure?', null] });
    expect([...field!.labels]).toEqual([['English', 'Sure?']]);
    expect(field!.options.map(({ name, labels }) => [name, ...labels])).toEqual([
      ['y', ['English', 'Yes'], ['Français', 'Oui']],
      ['n', ['English', 'No']],
    ]);
  });

  it('have one option per name, without a label where those of a list differ', () => {
    const choices: Choice[] = [
      { list_name: 'town', name: 'capital', label: ['Kampala', 'Capital'], country: 'ug' },
      { list_name: 'town', name: 'gulu', label: ['Gulu', null], country: 'ug' },
      { list_name: 'town', name: 'capital', label: ['Nairobi', 'Capital'], country: 'ke' },
    ];
    const row = { type: 'select_one', name: 'town', select_from_list_name: 'town' };
    const [field] = readSections(content([row], choices, [null, 'French']))[0]!.fields;
    expect(field!.options).toEqual([
      { name: 'capital', labels: new Map([['French', 'Capital']]) },
      { name: 'gulu', labels: new Map([[null, 'Gulu']]) },
    ]);
  });

  it('add a text field for a select with or_other', () => {
    const fields = read({ select_from_list_name: 'yn', _or_other: true });
    expect(fields.map(brief)).toEqual(['q q select_one', 'q_other q_other text']);
    expect(fields[0]!.options.map(({ name }) => name)).toEqual(['y', 'n', 'other']);
  });

  it('keep the choice other of the list', () => {
    const fields = readSections(
      content(
        [{ type: 'select_one', name: 'q', select_from_list_name: 'l', _or_other: true }],
        [
          { list_name: 'l', name: 'a' },
          { list_name: 'l', name: 'other', label: ['Something else'] },
        ],
      ),
    )[0]!.fields;
    expect(fields[0]!.options.map(({ name, labels }) => [name, labels.get(null)])).toEqual([
      ['a', undefined],
      ['other', 'Something else'],
    ]);
  });

  it('are text if the choices come from answers', () => {
    const [field] = read({ select_from_list_name: '${member}' });
    expect([field!.type, field!.options]).toEqual(['text', []]);
  });
});
