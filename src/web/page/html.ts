import { escapeAttribute } from '../../domain/text/xml-text';
import type { Language } from '../../language/language';
import { Localized, messageParts, type MessageValues } from '../../language/message';

/** Escaped markup; create it with `html` only. Messages in it are written when the language of the reader is known. */
export class Html {
  /** @param parts markup; that of `Localized` is escaped too */
  constructor(private readonly parts: string | readonly (string | Localized)[]) {}

  /** In English. */
  get text(): string {
    return this.in('en');
  }

  in(language: Language): string {
    if (typeof this.parts === 'string') return this.parts;
    // Appended, not joined: V8 then copies a long page once, when it is sent.
    let text = '';
    for (const part of this.parts) text += typeof part === 'string' ? part : part.in(language);
    return text;
  }

  appendTo(parts: MarkupParts): void {
    if (typeof this.parts === 'string') parts.append(this.parts);
    else for (const part of this.parts) parts.append(part);
  }
}

export type HtmlValue = Html | Localized | string | number | undefined | false | readonly HtmlValue[];

/** Joins markup of no language while it is made, so that most templates are one text. */
class MarkupParts {
  private readonly parts: (string | Localized)[] = [];
  private text = '';

  append(part: string | Localized): void {
    if (typeof part === 'string') this.text += part;
    else {
      this.parts.push(this.text, part);
      this.text = '';
    }
  }

  end(): Html {
    return new Html(this.parts.length === 0 ? this.text : [...this.parts, this.text]);
  }
}

/** Template tag that escapes values for element text and double-quoted attributes only. */
export function html(markup: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = new MarkupParts();
  parts.append(markup[0]!);
  for (const [index, value] of values.entries()) {
    append(parts, value);
    parts.append(markup[index + 1]!);
  }
  return parts.end();
}

/**
 * A message with elements: `richText('Open <a>the form</a>', { a: (text) => html`<a href="/form/">${text}</a>` })`. Values
 * are escaped.
 */
export function richText(
  message: string,
  elements: Readonly<Record<string, (text: HtmlValue) => Html>>,
  values: MessageValues<Html> = {},
): Html {
  const inLanguage = (language: Language): string =>
    html`${messageParts<Html>(language, message, values, elements)}`.in(language);
  return new Html([new Localized(inLanguage)]);
}

function append(parts: MarkupParts, value: HtmlValue): void {
  if (value instanceof Html) value.appendTo(parts);
  else if (value instanceof Localized) {
    parts.append(new Localized((language) => escapeAttribute(value.in(language))));
  } else if (typeof value === 'string') parts.append(escapeAttribute(value));
  else if (typeof value === 'number') parts.append(String(value));
  else if (value !== undefined && value !== false) for (const each of value) append(parts, each);
}
