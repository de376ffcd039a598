import { SaxesParser } from 'saxes';
import { InvalidError } from '../../errors';

/** Element with its text. Names are without prefixes. */
export interface XformNode {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: readonly (XformNode | string)[];
}

const MAX_DEPTH = 200;

/** @throws InvalidError for malformed XML */
export function parseXform(xml: string): XformNode {
  const root = { name: '', attributes: new Map<string, string>(), content: [] as (XformNode | string)[] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false, position: false });
  const addText = (text: string): void => void open.at(-1)!.content.push(text);
  parser.on('opentag', ({ name, attributes }) => {
    const local = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
    const node = { name: localName(name), attributes: new Map(local), content: [] };
    open.at(-1)!.content.push(node);
    open.push(node);
    if (open.length > MAX_DEPTH) throw new InvalidError(`The form is nested more than ${MAX_DEPTH} deep.`);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    parser.write(xml).close();
  } catch (error) {
    if (error instanceof InvalidError) throw error;
    throw new InvalidError(`The form is not well-formed XML: ${(error as Error).message.slice(0, 200)}`);
  }
  return root;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export function childrenOf(node: XformNode | undefined, name?: string): XformNode[] {
  const elements = (node?.content ?? []).filter((each) => typeof each !== 'string');
  return name === undefined ? elements : elements.filter((each) => each.name === name);
}

/** First child at each step. */
export function find(node: XformNode | undefined, ...path: readonly string[]): XformNode | undefined {
  return path.reduce<XformNode | undefined>((at, name) => childrenOf(at, name)[0], node);
}

/** All elements of the name below the node, in document order. */
export function findAll(node: XformNode | undefined, name: string): XformNode[] {
  return childrenOf(node).flatMap((each) => [...(each.name === name ? [each] : []), ...findAll(each, name)]);
}

/** Text of the node and of the elements in it. */
export function textOf(node: XformNode | undefined): string {
  return (node?.content ?? [])
    .map((each) => (typeof each === 'string' ? each : textOf(each)))
    .join('')
    .trim();
}

/** Columns of a sheet by header. */
export type Columns = Readonly<Record<string, string>>;

/** Texts of an XForm: inline ones, and translations by id. */
export class XformTexts {
  /** Language → id → element with the values. */
  private readonly translations = new Map<string, Map<string, XformNode>>();
  readonly defaultLanguage: string | undefined;

  /** @param render text with its references to answers */
  constructor(
    model: XformNode | undefined,
    private readonly render: (text: XformNode) => string,
  ) {
    const languages = childrenOf(find(model, 'itext'), 'translation');
    for (const translation of languages) {
      const texts = childrenOf(translation, 'text').map(
        (text) => [text.attributes.get('id') ?? '', text] as const,
      );
      this.translations.set(translation.attributes.get('lang') ?? '', new Map(texts));
    }
    this.defaultLanguage = languages
      .find(({ attributes }) => /^true/.test(attributes.get('default') ?? ''))
      ?.attributes.get('lang');
  }

  /** Columns of a label, hint or message. */
  columnsOf(column: string, node: XformNode | undefined): Columns {
    if (node === undefined) return {};
    const id = translationId(node.attributes.get('ref'));
    if (id !== undefined) return this.translated(column, id);
    const text = this.render(node);
    return text === '' ? {} : { [column]: text };
  }

  /** Columns of an attribute that is a text or a reference to translations. */
  columnsOfAttribute(column: string, attribute: string | undefined): Columns {
    if (attribute === undefined) return {};
    const id = translationId(attribute);
    return id === undefined ? { [column]: attribute } : this.translated(column, id);
  }

  translated(column: string, id: string): Columns {
    const columns: Record<string, string> = {};
    for (const [language, texts] of this.translations) {
      const values = childrenOf(texts.get(id), 'value');
      const plain = values.find(({ attributes }) => !attributes.has('form'));
      const text = plain === undefined ? '' : this.render(plain);
      const suffix = language === '' || language === 'default' ? '' : `::${language}`;
      // Converters write "-" for a missing translation.
      if (text !== '' && (text !== '-' || this.translations.size === 1)) columns[column + suffix] = text;
      for (const value of values) {
        const form = value.attributes.get('form') ?? '';
        const name = textOf(value).replace(/^jr:\/\/\w+\//, '');
        if (column === 'label' && ['image', 'audio', 'video'].includes(form) && name !== '')
          columns[`media::${form}${suffix}`] = name;
      }
    }
    return columns;
  }
}

function translationId(reference: string | undefined): string | undefined {
  return /^jr:itext\(\s*(['"])(.*)\1\s*\)$/.exec(reference ?? '')?.[2];
}
