import { countText, listText, orText } from './format';
import { knownText, messageParts, t } from './message';

describe('t', () => {
  it.each([
    ['fr', 1, '1 soumission'],
    ['fr', 2, '2 soumissions'],
    ['ar', 0, 'لا إرسالات'],
    ['ar', 2, 'إرسالان'],
    ['ar', 3, '3 إرسالات'],
    ['en', 1, '1 submission'],
  ] as const)('counts in %s: %i', (language, count, text) => {
    expect(t('{count, plural, one {# submission} other {# submissions}}', { count }).in(language)).toBe(text);
  });

  it('writes values in the same language', () => {
    const [first, last, count] = [1, 50, 1234].map(countText);
    const text = t('{first} to {last} of {count}', { first: first!, last: last!, count: count! });
    expect(text.in('es')).toBe('1 a 50 de 1234');
    expect(String(text)).toBe('1 to 50 of 1,234');
  });
});

it('keeps elements in a message', () => {
  const parts = messageParts<{ link: string }>(
    'fr',
    'The response is too long to show in full. <a>Open it as JSON</a>.',
    {},
    {
      a: (content) => ({ link: content.filter((part) => typeof part === 'string').join('') }),
    },
  );
  expect(parts).toContainEqual({ link: 'Ouvrez-la en JSON' });
});

describe('knownText', () => {
  it.each([
    ['Enter a name.', 'Saisissez un nom.'],
    ['At most 100 characters. Shorten the text.', '100 caractères au maximum. Raccourcissez le texte.'],
    [
      '“a.b” is not a choice of “What? {x}”. Choose one from its list.',
      '« a.b » n’est pas un choix de « What? {x} ». Choisissez-en un dans sa liste.',
    ],
    ['An error that no catalogue has.', 'An error that no catalogue has.'],
  ])('translates %j', (english, french) => {
    expect(knownText(english).in('fr')).toBe(french);
    expect(knownText(english).in('en')).toBe(english);
  });
});

it('lists texts as the language does', () => {
  expect(listText(['a', t('Yes')]).in('ar')).toBe('a، نعم');
  expect(orText(['a', 'b', 'c']).in('fr')).toBe('a, b ou c');
  expect(String(orText(['a', 'b', 'c']))).toBe('a, b or c');
});
