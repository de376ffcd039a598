import { readdirSync, readFileSync } from 'node:fs';

const PACKAGE = 'node_modules/@getodk/web-forms/dist';
const TEXTS = JSON.parse(readFileSync('src/browser/web-form/engine-texts.json', 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;
const CODE = readdirSync(PACKAGE)
  .filter((name) => /^(?:index|MapBlock)-.*\.js$/.test(name))
  .map((name) => readFileSync(`${PACKAGE}/${name}`, 'utf8'))
  .join('');

describe('texts of ODK Web Forms', () => {
  it.each(Object.entries(TEXTS))('%p is in each language', (english, translations) => {
    expect(Object.keys(translations).filter((code) => code !== 'en')).toEqual(['fr', 'es', 'pt', 'ar']);
    for (const text of Object.values(translations)) {
      expect(text.trim()).not.toBe('');
      expect(text.includes('{n}')).toBe(english.includes('{n}'));
    }
  });

  // The build leaves a text that a new release does not have.
  it.each(Object.keys(TEXTS))('%p is in the release', (english) => {
    const counted = `}${english.replace('{n}', '')}\``;
    expect(CODE.includes(`"${english}"`) || CODE.includes(counted)).toBe(true);
  });
});
