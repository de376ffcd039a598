import { ANSWER_TEXTS } from './answer-texts';
import { fill, OFFLINE_TEXTS } from './offline/offline-texts';
import { pageLanguage, TEXTS } from './texts';

const CODES = ['en', 'fr', 'es', 'pt', 'ar'];
/** Equal in two languages. */
const SAME: Readonly<Record<string, readonly string[]>> = {};

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();

describe.each([
  ['around a form', TEXTS as Readonly<Record<string, object>>],
  ['of questions', ANSWER_TEXTS as Readonly<Record<string, object>>],
  ['of offline pages', OFFLINE_TEXTS as Readonly<Record<string, object>>],
])('texts %s', (_, languages) => {
  const textsOf = (code: string) => languages[code] as Readonly<Record<string, string>>;

  it('exist in each language', () => {
    expect(Object.keys(languages)).toEqual(CODES);
    for (const code of CODES)
      expect(Object.keys(textsOf(code)).sort()).toEqual(Object.keys(textsOf('en')).sort());
  });

  it.each(CODES.slice(1))('are translated to %s, with the same values in them', (code) => {
    for (const [key, english] of Object.entries(textsOf('en'))) {
      const text = textsOf(code)[key] ?? '';
      expect([key, text.trim()]).not.toEqual([key, '']);
      expect([key, placeholders(text)]).toEqual([key, placeholders(english)]);
      if (SAME[code]?.includes(key) !== true) expect([key, text]).not.toEqual([key, english]);
      if (code === 'ar') expect([key, text]).toEqual([key, expect.stringMatching(/\p{Script=Arabic}/u)]);
    }
  });
});

describe('the language of a page', () => {
  it.each([
    [['fr-CA', 'en'], 'fr', 'ltr'],
    [['sw', 'es'], 'es', 'ltr'],
    [['ar-EG'], 'ar', 'rtl'],
    [['sw'], 'en', 'ltr'],
    [[], 'en', 'ltr'],
  ])('for %p is %s', (preferred, code, direction) => {
    expect(pageLanguage(preferred)).toMatchObject({ code, direction });
  });

  it('fills in values', () => {
    expect(fill('{a} of {b}', { a: 1, b: '<b>' })).toBe('1 of <b>');
  });
});
