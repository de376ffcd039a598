import { standardiseContent } from '../content/standard/standardise-content';
import { partOf, partsOf } from './form-part';

const FORM = standardiseContent(
  {
    survey: [
      { type: 'start', name: 'start' },
      {
        type: 'select_one yes_no',
        name: 'consent',
        'label::English (en)': 'Agree?',
        'label::French (fr)': 'Oui ?',
      },
      { type: 'begin_group', name: 'house', 'label::English (en)': 'House' },
      { type: 'begin_repeat', name: 'room' },
      { type: 'select_one wall', name: 'walls', 'label::English (en)': 'Walls' },
      { type: 'end_repeat' },
      { type: 'integer', name: 'floors', disabled: 'yes' },
      { type: 'end_group' },
      { type: 'begin_group', name: 'open' },
      { type: 'text', name: 'last' },
    ],
    choices: [
      { list_name: 'yes_no', name: 'yes', 'label::English (en)': 'Yes' },
      { list_name: 'wall', name: 'mud', 'label::English (en)': 'Mud' },
    ],
    settings: { id_string: 'houses', style: 'pages' },
  },
  { assetType: 'survey', random: Math.random },
);

it('lists groups and questions in order, without metadata, disabled rows and groups that never end', () => {
  expect(partsOf(FORM)).toEqual([
    { path: 'consent', assetType: 'question', depth: 0, label: 'Agree?' },
    { path: 'house', assetType: 'block', depth: 0, label: 'House' },
    { path: 'house/room', assetType: 'block', depth: 1, label: 'room' },
    { path: 'house/room/walls', assetType: 'question', depth: 2, label: 'Walls' },
    { path: 'open/last', assetType: 'question', depth: 1, label: 'last' },
  ]);
});

it.each([
  ['consent', 'question', ['consent'], ['yes']],
  ['house', 'block', ['house', 'room', 'walls', 'floors'], ['mud']],
  ['house/room/walls', 'question', ['walls'], ['mud']],
  ['open/last', 'question', ['last'], []],
])('takes %s with its rows and choices', (path, assetType, names, choices) => {
  const part = partOf(FORM, path)!;
  expect(part.assetType).toBe(assetType);
  expect(part.content.survey.flatMap(({ name }) => name ?? [])).toEqual(names);
  expect((part.content.choices ?? []).map(({ name }) => name)).toEqual(choices);
  expect(part.content.settings).toEqual({});
  expect(part.content.translations).toEqual(FORM.translations);
});

it.each(['', 'nothing', 'open', 'start', '__proto__'])('has no part %j', (path) => {
  expect(partOf(FORM, path)).toBeUndefined();
});
