import { Languages } from './form-text';

describe('Languages', () => {
  const names: [string, (string | null)[], string | undefined, string[]][] = [
    ['no translations', [], undefined, ['default']],
    ['one without a language', [null], undefined, ['default']],
    ['named ones', ['en', 'fr'], undefined, ['en', 'fr']],
    ['a plain one beside a named one', [null, 'fr'], undefined, ['default', 'fr']],
    ['the plain one named by the default language', [null, 'fr'], 'en', ['en', 'fr']],
    ['the plain one and the default language itself', [null, 'en'], 'en', ['en']],
  ];
  it.each(names)('%s', (_, translations, defaultLanguage, expected) => {
    expect(new Languages(translations, defaultLanguage).names).toEqual(expected);
  });

  it('reads a text only in the column without a language as plain', () => {
    const languages = new Languages([null, 'fr'], undefined);
    expect(languages.read(['a', null])).toBe('a');
    expect(languages.read(['a', 'b'])).toEqual(['a', 'b']);
    expect(languages.read([null, 'b'])).toEqual([null, 'b']);
    expect(languages.read([null, null])).toBeUndefined();
    expect(languages.read('a')).toBe('a');
  });

  it('prefers the column of the default language to the one without a language', () => {
    const languages = new Languages([null, 'en', 'fr'], 'en');
    expect(languages.read(['plain', 'named', null])).toEqual(['named', null]);
    expect(languages.read(['plain', null, 'fr'])).toEqual(['plain', 'fr']);
  });

  it('assigns a plain text to the default language, or to all without a default', () => {
    expect(new Languages([null, 'fr'], undefined).perLanguage('a')).toEqual(['a', null]);
    expect(new Languages(['en', 'fr'], undefined).perLanguage('a')).toEqual(['a', 'a']);
  });

  it('ignores entries beyond the translations', () => {
    expect(new Languages([null], undefined).read(['a', 'b'])).toEqual(['a']);
  });
});
