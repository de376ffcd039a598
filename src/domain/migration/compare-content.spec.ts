import { compareContent, compareReportStyles } from './compare-content';

const FORM = {
  survey: [
    { type: 'text', name: 'well', label: ['Which well?'], $kuid: 'a' },
    { type: 'select_one', name: 'state', label: ['State?'], select_from_list_name: 'states' },
    { type: 'end_group' },
  ],
  choices: [
    { name: 'dry', list_name: 'states', label: ['Dry'] },
    { name: 'dry', list_name: 'others', label: ['Dry'] },
  ],
  settings: { default_language: 'English (en)' },
  translations: [null],
};
const [WELL, STATE, END] = FORM.survey;
const [DRY, OTHER] = FORM.choices;

describe('compareContent', () => {
  it('finds none whatever the order of keys, empty values and generated keys', () => {
    const survey = [{ label: ['Which well?'], name: 'well', type: 'text', hint: '', $kuid: 'b' }, STATE, END];
    expect(compareContent(FORM, { ...FORM, survey, note: 1 })).toEqual([]);
  });

  it.each<[object, string[]]>([
    [{ survey: [WELL, END] }, ['question state: missing here']],
    [{ survey: [WELL, STATE, END, END] }, ['question end_group (2): only here']],
    [{ survey: [STATE, WELL, END] }, ['questions: another order here']],
    [
      { survey: [{ ...WELL, label: ['Well?'], required: true }, STATE, END] },
      ['question well: label, required differ'],
    ],
    [{ choices: [DRY, { ...OTHER, label: ['No water'] }] }, ['choice dry of others: label differ']],
    [{ settings: {} }, ['form setting default_language: differs']],
    [{ translations: ['English (en)'] }, ['languages: differ']],
  ])('names %j', (change, differences) => {
    expect(compareContent(FORM, { ...FORM, ...change })).toEqual(differences);
  });
});

describe('compareReportStyles', () => {
  const STYLES = {
    default: { report_type: 'bar' },
    specified: { well: { report_type: 'donut' }, state: {} },
    kuid_names: { well: 'a' },
  };

  it('finds none for questions without a style and other keys', () => {
    const specified = { well: { report_type: 'donut' }, b: {} };
    expect(compareReportStyles(STYLES, { ...STYLES, specified, kuid_names: {} })).toEqual([]);
  });

  it.each<[object, string]>([
    [{ default: {} }, 'report style default: differs'],
    [{ width: 3 }, 'report style width: differs'],
    [{ specified: {} }, 'report style of question well: differs'],
    [{ specified: { ...STYLES.specified, state: { a: 1 } } }, 'report style of question state: differs'],
  ])('names %j', (change, difference) => {
    expect(compareReportStyles(STYLES, { ...STYLES, ...change })).toEqual([difference]);
  });
});
