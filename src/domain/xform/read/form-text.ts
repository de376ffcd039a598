/** Translatable text (label, hint, message): one for every language, or one entry per entry of `Languages.names`. */
export type FormText = string | readonly (string | null)[];

/** Language of texts without one in a form without default_language (contract-xlsform 3.6). */
const UNNAMED_LANGUAGE = 'default';

/** Languages of a form and the rules for text without a language. */
export class Languages {
  readonly names: readonly string[];
  readonly defaultName: string;
  /** Index in `names` for each entry of `content.translations`. */
  private readonly positions: readonly number[];
  /** Index in `content.translations` of the column without a language; -1 if none. */
  private readonly plainIndex: number;
  /** True when `names` and the translations correspond one to one. */
  private readonly isDirect: boolean;

  constructor(translations: readonly (string | null)[], defaultLanguage: string | undefined) {
    this.defaultName = defaultLanguage ?? UNNAMED_LANGUAGE;
    const asWritten = translations.map((translation) => translation ?? this.defaultName);
    const isDefaultNamed = defaultLanguage !== undefined || translations.length === 0;
    this.names = [...new Set(isDefaultNamed ? [...asWritten, this.defaultName] : asWritten)];
    this.positions = asWritten.map((name) => this.names.indexOf(name));
    this.plainIndex = translations.indexOf(null);
    this.isDirect = this.names.length === asWritten.length;
  }

  /**
   * Reads a cell: a plain text, an array by translation, or nothing. If its only text is the one without a language, it
   * is plain and shown in every language.
   */
  read(cell: unknown): FormText | undefined {
    if (typeof cell === 'string') return cell;
    if (!Array.isArray(cell)) return undefined;
    const texts = cell as readonly (string | null)[];
    let filled = 0;
    for (const text of texts) if (text !== null) filled++;
    if (filled === 0) return undefined;
    const plain = texts[this.plainIndex] ?? null;
    if (filled === 1 && plain !== null) return plain;
    // Fast path: most forms list each language once, so the order is right already.
    if (this.isDirect && texts.length === this.names.length) return texts;
    const byLanguage = new Array<string | null>(this.names.length).fill(null);
    for (const [index, text] of texts.entries()) {
      const position = this.positions[index];
      if (text === null || position === undefined) continue;
      // The column of the default language takes precedence over the column without a language.
      if (index !== this.plainIndex || byLanguage[position] === null) byLanguage[position] = text;
    }
    return byLanguage;
  }

  /** Text per language. A plain text belongs to the default language; without a default language it is the same in all. */
  perLanguage(text: FormText): readonly (string | null)[] {
    if (typeof text !== 'string') return text;
    const hasDefault = this.names.includes(this.defaultName);
    return this.names.map((name) => (!hasDefault || name === this.defaultName ? text : null));
  }
}

/** All texts that are not null. */
export function textsOf(text: FormText): string[] {
  return typeof text === 'string' ? [text] : text.filter((entry): entry is string => entry !== null);
}
