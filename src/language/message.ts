import { IntlMessageFormat } from 'intl-messageformat';
import { lazy } from '../domain/revalidated-read';
import { ERROR_MESSAGES } from './error-messages';
import { FORM_MESSAGES } from './form-messages';
import { type Language, LANGUAGES, type LanguageTraits } from './language';

/** A message with values, which are found again in a text that was written with it: `Row {row} has no name.` */
export class MessageTemplate {
  /** Around the values: one more than there are names. */
  private readonly literals: readonly string[];
  private readonly names: readonly string[];

  constructor(readonly message: string) {
    const parts = message.split(/\{(\w+)\}/);
    this.literals = parts.filter((_, index) => index % 2 === 0);
    this.names = parts.filter((_, index) => index % 2 === 1);
  }

  /** Characters besides values: of two templates of a text, the one with more says more. */
  get length(): number {
    return this.literals.join('').length;
  }

  /** Name of a value that the message begins with. */
  get leadingName(): string | undefined {
    return this.literals[0] === '' ? this.names[0] : undefined;
  }

  /** Values by name; undefined if the text was not written with the message. A value ends where the next words of the message begin. */
  valuesIn(text: string): Readonly<Record<string, string>> | undefined {
    const first = this.literals[0]!;
    const last = this.literals.at(-1)!;
    const end = text.length - last.length;
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return undefined;
    const values: [string, string][] = [];
    let start = first.length;
    for (const [index, name] of this.names.entries()) {
      const isLast = index === this.names.length - 1;
      const next = this.literals[index + 1]!;
      const until = isLast ? end : text.indexOf(next, start);
      if (until < 0 || until > end) return undefined;
      values.push([name, text.slice(start, until)]);
      start = until + next.length;
      if (!isLast && start > end) return undefined;
    }
    return Object.fromEntries(values);
  }
}

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
