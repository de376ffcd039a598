import type { FormContent } from './form-content';
import { openedContent } from './api';

const makeKey = (): string => 'new';
const FORM: FormContent = {
  survey: [
    { type: 'text', $kuid: 'a', $autoname: 'age', label: ['Age'] },
    { type: 'begin_group', $kuid: 'g', name: 'g', $autoname: 'g' },
    { type: 'text', $kuid: 'a', $autoname: 'age_001', label: ['Age'] },
    { type: 'end_group', $kuid: 'e' },
  ],
  choices: [{ list_name: 'list', $autovalue: 'Yes', label: ['Yes'] }],
  translations: [null],
  translated: ['label'],
};

it('writes out the names that the service made, and gives each row a key of its own', () => {
  const { survey, choices, ...others } = openedContent(FORM, makeKey);
  expect(survey.map(({ $kuid, name }) => [$kuid, name])).toEqual([
    ['a', 'age'],
    ['g', 'g'],
    ['new', 'age_001'],
    ['e', undefined],
  ]);
  expect(choices).toEqual([{ ...FORM.choices![0], name: 'Yes' }]);
  expect(others).toEqual({ translations: [null], translated: ['label'] });
});

it('leaves rows that have both as they are', () => {
  const opened = openedContent(FORM, makeKey);
  const again = openedContent(opened, makeKey);
  expect(again.survey).toBe(opened.survey);
  expect(again.choices).toBe(opened.choices);
});
