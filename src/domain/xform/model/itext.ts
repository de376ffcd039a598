import { FormText, Languages } from '../read/form-text';
import { xpathLiteral } from '../expression/expression-tokens';
import { element, plain, XmlContent, XmlElement } from '../xml/xml-tree';

/** A form of an itext value: undefined is the text itself. */
export type TextForm = 'guidance' | 'image' | 'audio' | 'video' | 'big-image' | undefined;

/** Turns a text of one language into the content of its value: references become outputs. */
export type Render = (text: string) => XmlContent;

interface Value {
  readonly form: TextForm;
  /** One entry per language; null where that language lacks it. */
  readonly contents: readonly (XmlContent | null)[];
}

/** What stands where a language lacks a text. */
const MISSING = '-';

/** The translated texts of the form (contract-xlsform 3.6): every id in every language. */
export class Itext {
  /** By id. Those of choices come first, as in the peer's forms. */
  private readonly choiceValues = new Map<string, Value[]>();
  private readonly values = new Map<string, Value[]>();
  private readonly used: boolean[];

  constructor(private readonly languages: Languages) {
    this.used = languages.names.map(() => false);
  }

  /** Adds one form of the text with this id. An id given twice collects the forms of both calls. */
  add(id: string, form: TextForm, text: FormText, render: Render): void {
    this.addTo(this.values, id, form, text, render);
  }

  /** The same for a text of a choice. */
  addChoice(id: string, form: TextForm, text: FormText, render: Render): void {
    this.addTo(this.choiceValues, id, form, text, render);
  }

  private addTo(
    known: Map<string, Value[]>,
    id: string,
    form: TextForm,
    text: FormText,
    render: Render,
  ): void {
    const contents = this.languages.spread(text).map((entry, index) => {
      if (entry === null) return null;
      this.used[index] = true;
      return render(entry);
    });
    const value = { form, contents };
    const values = known.get(id);
    if (values === undefined) known.set(id, [value]);
    else values.push(value);
  }

  /** The `itext` element; null when no text needs it. */
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
    for (const known of [this.choiceValues, this.values]) {
      for (const [id, values] of known) yield element('text', { id }, valuesIn(values, index));
    }
  }
}

function valuesIn(values: readonly Value[], index: number): XmlElement[] {
  const [first] = values;
  // By far the most texts have one form, and forms can have very many texts.
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

/** The expression that shows the text with this id. */
export function itextReference(id: string): string {
  return `jr:itext(${xpathLiteral(id)})`;
}
