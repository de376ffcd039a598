import { ERROR_MESSAGES } from './error-messages';
import { FORM_MESSAGES } from './form-messages';
import { LANGUAGE_CODES } from './language';
import { knownText } from './message';

/** The English text of a message with values that users write. */
const written = (message: string): string =>
  message
    .replace('{unsupported}', 'Unsupported format, or corrupt file')
    .replace('{message}', 'The web form scans no barcodes: they are typed.')
    .replace('{problem}', 'unknown type')
    .replace('{hint}', 'Check its spelling.')
    .replace(/\{(\w+)\}/g, (_, name: string) => `<${name}> {x}`);

it.each([...FORM_MESSAGES, ...ERROR_MESSAGES])('translates %j', (message) => {
  const english = written(message);
  for (const language of LANGUAGE_CODES) {
    const text = knownText(english).in(language);
    if (language === 'en') expect(text).toBe(english);
    else if (message !== '{unsupported}: {reason}') expect(text).not.toBe(english);
  }
});

it('ends with hostile texts that nest', () => {
  const hostile = 'a: '.repeat(20_000) + 'x Use another name.'.repeat(2_000);
  expect(knownText(hostile).in('fr')).toBe(hostile);
});
