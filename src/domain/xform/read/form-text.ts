/** Texts that a person reads (labels, hints, messages) and the languages they are written in. */

/** The same text for every language, or one entry per entry of `Languages.names`. */
export type FormText = string | readonly (string | null)[];

/** What a text is filed under when it has no language and the form names no default (contract-xlsform 3.6). */
const UNNAMED_LANGUAGE = 'default';

/** The languages of a form, and what text without a language means among them. */
export class Languages {
  /** In the order in which the form lists them. */
  readonly names: readonly string[];
  readonly defaultName: string;
  /** For each entry of `content.translations`, its position in `names`. */
  private readonly positions: readonly number[];
  /** Which entry of `content.translations` is the column without a language; -1 when there is none. */
  private readonly plainIndex: number;
  /** True when `names` are the translations themselves, one for one. */
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
   * Reads a cell: a plain text, an array by translation, or nothing. A translated column whose only text is the one
   * without a language counts as plain, so that it shows in every language.
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
    // Most forms list each language once, so that the cell has the right order as it is.
    if (this.isDirect && texts.length === this.names.length) return texts;
    const byLanguage = new Array<string | null>(this.names.length).fill(null);
    for (const [index, text] of texts.entries()) {
      const position = this.positions[index];
      if (text === null || position === undefined) continue;
      // A column that names the default language wins over the column without a language.
      if (index !== this.plainIndex || byLanguage[position] === null) byLanguage[position] = text;
    }
    return byLanguage;
  }

  /**
   * The text in each language. A plain one belongs to the default language; in a form that has none it is the same in
   * every language, as it would be outside the itext.
   */
  spread(text: FormText): readonly (string | null)[] {
    if (typeof text !== 'string') return text;
    const hasDefault = this.names.includes(this.defaultName);
    return this.names.map((name) => (!hasDefault || name === this.defaultName ? text : null));
  }
}

/** The texts that are really there. */
export function textsOf(text: FormText): string[] {
  return typeof text === 'string' ? [text] : text.filter((entry): entry is string => entry !== null);
}
