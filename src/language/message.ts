import { IntlMessageFormat } from 'intl-messageformat';
import { lazy } from '../domain/lazy';
import { ERROR_MESSAGES } from './error-messages';
import { FORM_MESSAGES } from './form-messages';
import { type Language, LANGUAGES, type LanguageTraits } from './language';
import { MessageTemplate } from './message-template';

/** A text whose language is known when it is read: that of the person who reads it. */
export class Localized {
  constructor(private readonly write: (language: Language) => string) {}

  in(language: Language): string {
    return this.write(language);
  }

  /** In English. */
  toString(): string {
    return this.in('en');
  }
}

export type Text = string | Localized;

export type MessageValues<Element = never> = Readonly<Record<string, Text | number | Element>>;

/**
 * A message in the language of its reader.
 * @param message in English, in ICU's message format: `{count, plural, one {# person} other {# people}}`; a literal, which
 *   `check-languages` finds and looks up in the catalogues
 */
export function t(message: string, values?: MessageValues): Localized {
  return new Localized((language) =>
    values === undefined && !message.includes("'")
      ? translationOf(message, language)
      : String(formatOf(message, language).format(valuesIn(values ?? {}, language))),
  );
}

export function textIn(language: Language, text: Text): string {
  return typeof text === 'string' ? text : text.in(language);
}

/**
 * Parts of a message with elements, such as `Open <a>the form</a>`.
 * @param elements by the name of their tag; they get the text between the tags
 */
export function messageParts<Element>(
  language: Language,
  message: string,
  values: MessageValues<Element>,
  elements: Readonly<Record<string, (content: readonly (string | Element)[]) => Element>>,
): readonly (string | Element)[] {
  const parts = formatOf(message, language).format<Element>({ ...valuesIn(values, language), ...elements });
  return Array.isArray(parts) ? parts : [parts];
}

/** A text that the service wrote in English, such as an error, where the catalogue has it; itself otherwise. */
export function knownText(english: string): Localized {
  return new Localized((language) => findKnown(english, language) ?? english);
}

/** Values that are texts of the service too, such as the reason in `The header {reason}.` */
const TEXT_VALUES: ReadonlySet<string> = new Set(
  'message problem reason hint expected place unsupported'.split(' '),
);

/** Texts within texts: the reason of a problem of a row, and no more, because the texts of users could nest without end. */
const MAX_DEPTH = 3;

function findKnown(english: string, language: Language, depth = MAX_DEPTH): string | undefined {
  const { catalogue }: LanguageTraits = LANGUAGES[language];
  const translation = catalogue().get(english);
  if (translation !== undefined || language === 'en' || depth === 0) return translation;
  for (const template of templates()) {
    const values = template.valuesIn(english);
    if (values === undefined) continue;
    const known = Object.entries(values).map(
      ([name, value]) =>
        [name, TEXT_VALUES.has(name) ? findKnown(value, language, depth - 1) : value] as const,
    );
    // A template that begins with a value fits almost any text; a known value confirms it.
    if (known.some(([name, text]) => name === template.leadingName && text === undefined)) continue;
    const texts = known.map(([name, text]) => [name, text ?? values[name]!] as const);
    return String(formatOf(template.message, language).format(Object.fromEntries(texts)));
  }
  return undefined;
}

/** Templates of errors and problems, the most specific first. */
const templates = lazy(() =>
  [...ERROR_MESSAGES, ...FORM_MESSAGES]
    .map((message) => new MessageTemplate(message))
    .sort((left, right) => right.length - left.length),
);

function translationOf(message: string, language: Language): string {
  const { catalogue }: LanguageTraits = LANGUAGES[language];
  return catalogue().get(message) ?? message;
}

function valuesIn<Element>(
  values: MessageValues<Element>,
  language: Language,
): Record<string, string | number | Element> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value instanceof Localized ? value.in(language) : value,
    ]),
  );
}

/** By language and message: as many as the code has. */
const formats = new Map<string, IntlMessageFormat>();

function formatOf(message: string, language: Language): IntlMessageFormat {
  const key = `${language} ${message}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new IntlMessageFormat(translationOf(message, language), LANGUAGES[language].locale);
    formats.set(key, format);
  }
  return format;
}
