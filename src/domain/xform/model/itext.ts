import { FormText, Languages } from '../read/survey-rows';
import { xpathLiteral } from '../expression/expression-tokens';
import { element, plain, XmlContent, XmlElement } from '../xml/xml-tree';

/** Attribute `form` of an itext value; undefined for the text. */
type TextForm = 'guidance' | 'image' | 'audio' | 'video' | 'big-image' | undefined;

/** Renders a text of one language: references become `<output>` elements. */
export type Render = (text: string) => XmlContent;

interface Value {
  readonly form: TextForm;
  /** One entry per language; null if missing in that language. */
  readonly contents: readonly (XmlContent | null)[];
}

const MISSING = '-';

/** Translated texts of the form (contract-xlsform 3.6): every id in every language. */
export class Itext {
  /** Values by id. Choices come first, as in KoboToolbox's forms. */
  private readonly choiceValues = new Map<string, Value[]>();
  private readonly values = new Map<string, Value[]>();
  private readonly used: boolean[];

  constructor(private readonly languages: Languages) {
    this.used = languages.names.map(() => false);
  }

  /** Adds a value to the text with this id; one text may have several forms. */
  add(id: string, form: TextForm, text: FormText, render: Render, valuesById = this.values): void {
    const contents = this.languages.perLanguage(text).map((entry, index) => {
      if (entry === null) return null;
      this.used[index] = true;
      return render(entry);
    });
    const value = { form, contents };
    const values = valuesById.get(id);
    if (values === undefined) valuesById.set(id, [value]);
    else values.push(value);
  }

  addChoice(id: string, form: TextForm, text: FormText, render: Render): void {
    this.add(id, form, text, render, this.choiceValues);
  }

  toElement(): XmlElement | null {
    if (this.values.size + this.choiceValues.size === 0) return null;
    const translations = this.languages.names.flatMap((name, index) =>
      this.used[index] === true ? [this.translation(name, index)] : [],
    );
    return plain('itext', translations);
  }

  private translation(name: string, index: number): XmlElement {
    const isDefault = name === this.languages.defaultName;
    return element('translation', { lang: name, default: isDefault ? 'true()' : undefined }, () =>
      this.texts(index),
    );
  }

  private *texts(index: number): Generator<XmlElement> {
    for (const valuesById of [this.choiceValues, this.values]) {
      for (const [id, values] of valuesById) yield element('text', { id }, valuesIn(values, index));
    }
  }
}

function valuesIn(values: readonly Value[], index: number): XmlElement[] {
  const [first] = values;
  // Fast path: most texts have one form, and there can be very many texts.
  if (values.length === 1 && first?.form === undefined)
    return [plain('value', first?.contents[index] ?? MISSING)];
  const elements: XmlElement[] = [];
  for (const { form, contents } of values) {
    const content = contents[index] ?? (form === undefined ? MISSING : null);
    if (content !== null)
      elements.push(form === undefined ? plain('value', content) : element('value', { form }, content));
  }
  return elements.length > 0 ? elements : [plain('value', MISSING)];
}

/** Expression for the text with this id. */
export function itextReference(id: string): string {
  return `jr:itext(${xpathLiteral(id)})`;
}
