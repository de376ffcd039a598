import type { Content, SurveyRow } from '../content/content';
import { outlineOf } from './form-outline';

function form(survey: SurveyRow[]): Content {
  const choices = [
    { list_name: 'l', name: 'a', label: ['A'] },
    { list_name: 'l', name: 'b' },
  ];
  return { schema: '1', translations: [null], translated: ['label'], survey, choices, settings: {} };
}

const PLAIN = {
  kind: 'question',
  depth: 0,
  label: '',
  hint: '',
  required: false,
  relevant: '',
  constraint: '',
  calculation: '',
  choices: [],
  choiceCount: 0,
};

it('lists rows in the order of the form, with groups, repeats and notes', () => {
  const { rows } = outlineOf(
    form([
      { type: 'start', name: 'start' },
      { type: 'begin_repeat', name: 'member', label: ['Member'] },
      { type: 'begin_group', name: 'g', relevant: '${x} = 1' },
      { type: 'text', name: 'a', label: ['A?'], hint: ['Full name'], required: true },
      { type: 'end_group' },
      { type: 'end_repeat' },
      { type: 'note', name: 'thanks', label: ['Thank you'] },
      { type: 'integer', name: 'b', required: '${x} = 2', constraint: '. > 0' },
      { type: 'calculate', name: 'c', calculation: '1 + 1' },
      { type: 'select_one', name: 's', select_from_list_name: 'l', label: ['S?'], _or_other: true },
      { type: 'text', name: 'gone', disabled: 'yes' },
    ]),
  );
  expect(rows).toEqual([
    { ...PLAIN, path: 'start', type: 'start' },
    { ...PLAIN, kind: 'repeat', path: 'member', type: 'begin_repeat', label: 'Member' },
    { ...PLAIN, kind: 'group', depth: 1, path: 'member/g', type: 'begin_group', relevant: '${x} = 1' },
    { ...PLAIN, depth: 2, path: 'member/g/a', type: 'text', label: 'A?', hint: 'Full name', required: true },
    { ...PLAIN, kind: 'note', path: 'thanks', type: 'note', label: 'Thank you' },
    { ...PLAIN, path: 'b', type: 'integer', required: '${x} = 2', constraint: '. > 0' },
    { ...PLAIN, path: 'c', type: 'calculate', calculation: '1 + 1' },
    {
      ...PLAIN,
      path: 's',
      type: 'select_one l',
      label: 'S?',
      choices: ['A', 'b', 'other'],
      choiceCount: 3,
    },
    { ...PLAIN, path: 's_other', type: 'text' },
  ]);
});

describe('in a language', () => {
  const content = {
    ...form([{ type: 'text', name: 'a', label: ['Name?', 'Nom ?'], hint: ['Full name', null] }]),
    translations: ['English', 'French'],
  };

  it.each([
    ['French', 'Nom ?', 'Full name'],
    ['English', 'Name?', 'Full name'],
    ['German', 'Name?', 'Full name'],
    [undefined, 'Name?', 'Full name'],
  ])('%s', (language, label, hint) => {
    const { languages, rows } = outlineOf(content, language);
    expect(languages).toEqual(['English', 'French']);
    expect(rows).toEqual([{ ...PLAIN, path: 'a', type: 'text', label, hint }]);
  });
});
