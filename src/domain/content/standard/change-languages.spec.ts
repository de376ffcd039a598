import type { Content } from '../content';
import { changeLanguages, readLanguages } from './change-languages';

const FORM: Content = {
  schema: '1',
  translations: ['English', 'French'],
  translated: ['label'],
  survey: [{ type: 'select_one', name: 'a', label: ['Name', 'Nom'], select_from_list_name: 'l' }],
  choices: [{ list_name: 'l', name: 'x', label: ['Yes', 'Oui'] }],
  settings: { default_language: 'English', style: 'pages' },
};
const change = (languages: (string | null)[]) => {
  const { translations, survey, choices, settings } = changeLanguages(FORM, languages);
  return [translations, survey[0]!.label, choices![0]!.label, settings.default_language];
};

describe('changeLanguages', () => {
  it.each<[string, (string | null)[], (string | null)[], (string | null)[], string]>([
    ['the same', ['English', 'French'], ['Name', 'Nom'], ['Yes', 'Oui'], 'English'],
    ['another order', ['French', 'English'], ['Nom', 'Name'], ['Oui', 'Yes'], 'French'],
    ['a new name for the first', ['British', 'French'], ['Name', 'Nom'], ['Yes', 'Oui'], 'British'],
    ['a new name for the last', ['English', 'Français'], ['Name', 'Nom'], ['Yes', 'Oui'], 'English'],
    ['one more', ['English', 'French', 'Swahili'], ['Name', 'Nom', null], ['Yes', 'Oui', null], 'English'],
    ['all but the last', ['English'], ['Name'], ['Yes'], 'English'],
  ])('accepts %s', (_, languages, label, choice, defaultLanguage) => {
    expect(change(languages)).toEqual([languages, label, choice, defaultLanguage]);
  });

  it('unsets the default language if the first one is unnamed', () => {
    expect(change([null, 'French'])).toEqual([[null, 'French'], ['Name', 'Nom'], ['Yes', 'Oui'], undefined]);
  });

  it.each([
    ['none', []],
    ['all but the first', ['French']],
    ['one twice', ['English', 'English']],
    ['two new ones', ['a', 'b']],
    ['one more at the front', ['Swahili', 'English', 'French']],
    ['a new name in another order', ['French', 'Swahili']],
    ['two more', ['English', 'French', 'a', 'b']],
  ])('rejects %s', (_, languages) => {
    expect(() => changeLanguages(FORM, languages)).toThrow('Unsupported change: ');
  });

  it('does not modify the given form', () => {
    const before = structuredClone(FORM);
    change(['French', 'English']);
    expect(FORM).toEqual(before);
  });
});

describe('readLanguages', () => {
  it.each([[['English', null]], ['["English", null]']])('accepts %j', (sent) => {
    expect(readLanguages(sent)).toEqual(['English', null]);
  });

  it.each(['English', '', null, {}, [1], [' '], ['a\u0000']])('rejects %j', (sent) => {
    expect(() => readLanguages(sent)).toThrow('Send a list of names');
  });
});
