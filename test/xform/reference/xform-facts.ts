import { normalizeExpression, shortestPaths, squash } from './fact-text';
import { elementsOf, everyElement, parseXml, textOf, type XmlElement } from './xml-element';

/**
 * Normal form of an XForm as a multiset of facts: nodes, binds, controls and their order, itemsets, instances, actions, and
 * labels, hints and messages in each language. Ignores white space, the order of binds and attributes, the ids of texts
 * and the name of the root.
 */
export class XFormFacts {
  readonly facts: string[] = [];
  private readonly model: XmlElement;
  private readonly body: XmlElement;
  private readonly root: string;
  private readonly repeats: ReadonlySet<string>;
  private readonly texts = new Map<string, Map<string, [form: string, text: string][]>>();

  constructor(xml: string) {
    const document = parseXml(xml);
    this.body = child(document, 'h:body');
    this.model = child(child(document, 'h:head'), 'model');
    const instances = elementsOf(this.model).filter(({ name }) => name === 'instance');
    const primary = instances.find(({ attributes }) => !attributes.has('id') && !attributes.has('src'))!;
    const [root] = elementsOf(primary);
    this.root = root!.name.split(':').at(-1)!;
    this.readTexts();
    const repeats = [...everyElement(this.body)].filter(({ name }) => name === 'repeat');
    this.repeats = new Set(repeats.map((repeat) => this.keyOf(repeat)));
    for (const [name, value] of this.model.attributes) {
      if (name !== 'odk:xforms-version') this.add('model@', name, value);
    }
    if (this.body.attributes.has('class')) this.add('body@class', squash(this.body.attributes.get('class')!));
    for (const [name, value] of root!.attributes) this.add('root@', name, value);
    this.addNodes(root!, '/R', 'node');
    for (const element of elementsOf(this.model)) this.addModelChild(element);
    for (const instance of instances) if (instance !== primary) this.addSecondaryInstance(instance);
    this.addControls(this.body, 'body');
  }

  private add(...parts: (string | number)[]): void {
    this.facts.push(parts.join('|'));
  }

  private normalize(expression: string): string {
    return normalizeExpression(expression, this.root);
  }

  /** Normalizes an expression, with paths relative to the node at `context` shortened. */
  private normalizeAt(context: string, expression: string): string {
    return shortestPaths(this.normalize(expression), context, this.repeats);
  }

  private keyOf({ attributes }: XmlElement): string {
    return this.normalize(attributes.get('ref') ?? attributes.get('nodeset') ?? '');
  }

  private readTexts(): void {
    const itext = elementsOf(this.model).find(({ name }) => name === 'itext');
    for (const translation of itext === undefined ? [] : elementsOf(itext)) {
      const language = translation.attributes.get('lang') ?? '';
      const byId = new Map<string, [string, string][]>();
      for (const text of elementsOf(translation)) {
        const values = elementsOf(text).map((value): [string, string] => [
          value.attributes.get('form') ?? 'long',
          this.readRichText(value),
        ]);
        byId.set(text.attributes.get('id') ?? '', values);
      }
      this.texts.set(language, byId);
      this.add('language', language, translation.attributes.has('default') ? 'default' : '');
    }
  }

  /** Text with its outputs in braces. The reference escapes `<`, `>` and `&` in them twice. */
  private readRichText({ content }: XmlElement): string {
    const pieces = content.map((piece) => {
      if (typeof piece === 'string') return piece;
      const value = piece.attributes.get('value') ?? piece.attributes.get('ref') ?? '';
      return `{{${this.normalize(unescaped(value))}}}`;
    });
    return squash(pieces.join(''));
  }

  private addText(
    kind: string,
    key: string,
    source: { ref?: string | undefined; element?: XmlElement },
  ): void {
    const { ref, element } = source;
    const id = /^\s*jr:itext\(\s*(['"])(.*)\1\s*\)\s*$/.exec(ref ?? '')?.[2];
    if (id !== undefined) {
      for (const [language, form, text] of this.translationsOf(id)) {
        this.add(kind, key, language, form, this.normalizeOutputs(text, key));
      }
    } else if (ref !== undefined) {
      this.add(kind, key, 'ref', this.normalize(ref));
    } else if (element !== undefined) {
      const text = this.normalizeOutputs(this.readRichText(element), key);
      if (text !== '') this.add(kind, key, '*', 'long', text);
    }
  }

  /** Texts in all languages, without the placeholder "-". */
  private translationsOf(id: string): [language: string, form: string, text: string][] {
    return [...this.texts].flatMap(([language, byId]) =>
      (byId.get(id) ?? [])
        .filter(([, text]) => text !== '-')
        .map(([form, text]): [string, string, string] => [language, form, text]),
    );
  }

  private normalizeOutputs(text: string, key: string): string {
    const context = key.split(' ').at(-1)!;
    return text.replace(
      /\{\{(.*?)\}\}/g,
      (_, inner: string) => `{{${shortestPaths(inner, context, this.repeats)}}}`,
    );
  }

  private addNodes(element: XmlElement, path: string, kind: 'node' | 'tnode'): void {
    const names: string[] = [];
    for (const node of elementsOf(element)) {
      const attributes = new Map(node.attributes);
      const isTemplate = attributes.delete('jr:template');
      const own = isTemplate || kind === 'tnode' ? 'tnode' : 'node';
      const at = `${path}/${node.name}`;
      names.push(`${node.name}${isTemplate ? '(template)' : ''}`);
      const written = [...attributes]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, value]) => `${name}="${value.includes('/') ? this.normalize(value) : value}"`);
      const isLeaf = elementsOf(node).length === 0;
      this.add(own, at, isLeaf ? squash(textOf(node)) : '', written.join(' '));
      this.addNodes(node, at, own);
    }
    if (names.length > 0) this.add(`order-${kind}`, path, names.join(','));
  }

  private addModelChild(element: XmlElement): void {
    const { name, attributes } = element;
    if (name === 'bind') this.addBind(element);
    else if (name === 'submission') {
      this.add('submission', ...[...attributes].map(([key, value]) => `${key}=${value}`).sort());
    } else if (ACTIONS.has(name)) this.addAction('model', element);
    else if (name !== 'instance' && name !== 'itext') this.add('model-child', name);
  }

  private addBind({ attributes }: XmlElement): void {
    const path = this.normalize(attributes.get('nodeset') ?? '');
    for (const [name, value] of attributes) {
      if (name === 'nodeset') continue;
      if (MESSAGES.has(name)) {
        if (value.trim().startsWith('jr:itext(')) this.addText(name, path, { ref: value });
        else this.add(name, path, '*', 'long', squash(value));
      } else {
        const isExpression = EXPRESSIONS.has(name) || value.includes('/');
        this.add('bind', path, name, isExpression ? this.normalizeAt(path, value) : squash(value));
      }
    }
  }

  private addAction(where: string, element: XmlElement): void {
    const { ref, bind, event = '', value, ...others } = Object.fromEntries(element.attributes);
    const target = this.normalize(ref ?? bind ?? '');
    const text = squash(textOf(element));
    const set = value !== undefined ? this.normalizeAt(target, value) : text === '' ? '' : `text:${text}`;
    const attributes = Object.entries(others)
      // The reference writes the type and readonly of the bind here, which mean nothing.
      .filter(([name]) => element.name !== 'setvalue' || (name !== 'type' && name !== 'readonly'))
      .map(([name, written]) => `${name}=${written}`);
    const events = event.split(/\s+/).sort().join(' ');
    this.add('action', where, element.name, events, target, set, ...attributes.sort());
  }

  private addSecondaryInstance(instance: XmlElement): void {
    const id = instance.attributes.get('id') ?? '';
    const src = instance.attributes.get('src') ?? '';
    this.add('instance', id, src);
    const [root] = elementsOf(instance);
    if (src !== '' || root === undefined) return;
    for (const [index, item] of elementsOf(root).entries()) {
      const values: string[] = [];
      for (const cell of elementsOf(item)) {
        const text = textOf(cell);
        if (cell.name === 'itextId') {
          for (const found of this.translationsOf(text.trim())) this.add('choice', id, index, ...found);
          values.push('itext');
        } else if (cell.name === 'label') this.add('choice', id, index, '*', 'long', squash(text));
        else values.push(`${cell.name}=${squash(text)}`);
      }
      this.add('item', id, index, values.sort().join(' '));
    }
  }

  private addControls(element: XmlElement, parent: string): void {
    const order: string[] = [];
    for (const each of elementsOf(element)) {
      if (ACTIONS.has(each.name)) this.addAction(parent, each);
      if (!CONTROLS.has(each.name)) continue;
      const key = `${each.name} ${this.keyOf(each)}`;
      order.push(key);
      this.addControl(each, key);
    }
    if (order.length > 0) this.add('order-body', parent, order.join(', '));
  }

  private addControl(control: XmlElement, key: string): void {
    const context = key.split(' ').at(-1)!;
    this.add('control', key);
    for (const [name, value] of control.attributes) {
      if (name === 'ref' || name === 'nodeset') continue;
      const isExpression =
        name === 'jr:count' ||
        name === 'query' ||
        (value.includes('/') && name !== 'mediatype' && name !== 'intent');
      const written = isExpression ? this.normalizeAt(context, value) : squash(value);
      this.add('attr', key, name, name === 'intent' ? written.replaceAll(`/${this.root}/`, '/R/') : written);
    }
    let inline = 0;
    for (const part of elementsOf(control)) {
      if (part.name === 'label' || part.name === 'hint') {
        this.addText(part.name, key, { ref: part.attributes.get('ref'), element: part });
      } else if (part.name === 'itemset') this.addItemset(part, key, context);
      else if (part.name === 'item') this.addInlineItem(part, key, inline++);
      else if (part.name === 'tag') this.add('osmtag', key, part.attributes.get('key') ?? '');
      else if (!CONTROLS.has(part.name) && !ACTIONS.has(part.name)) this.add('control-child', key, part.name);
    }
    this.addControls(control, key);
  }

  private addItemset(itemset: XmlElement, key: string, context: string): void {
    const refOf = (name: string) => {
      const part = elementsOf(itemset).find((each) => each.name === name);
      return this.normalize(part?.attributes.get('ref') ?? '');
    };
    const nodeset = this.normalizeAt(context, itemset.attributes.get('nodeset') ?? '');
    this.add('itemset', key, nodeset, refOf('value'), refOf('label'));
  }

  private addInlineItem(item: XmlElement, key: string, index: number): void {
    for (const part of elementsOf(item)) {
      if (part.name === 'value') this.add('inline', key, index, squash(textOf(part)));
      else if (part.name === 'label') {
        this.addText('inlinelabel', `${key} ${index}`, { ref: part.attributes.get('ref'), element: part });
      }
    }
  }
}

const CONTROLS: ReadonlySet<string> = new Set(
  'input select select1 upload trigger range odk:rank rank secret textarea group repeat'.split(' '),
);
const ACTIONS: ReadonlySet<string> = new Set(['setvalue', 'odk:setgeopoint', 'odk:recordaudio']);
const EXPRESSIONS: ReadonlySet<string> = new Set(
  'relevant constraint calculate required readonly'.split(' '),
);
const MESSAGES: ReadonlySet<string> = new Set(['jr:constraintMsg', 'jr:requiredMsg', 'jr:noAppErrorString']);

function child(element: XmlElement, name: string): XmlElement {
  const found = elementsOf(element).find((each) => each.name === name);
  if (found === undefined) throw new Error(`the form has no ${name}`);
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|amp|quot);/g, (entity) => ENTITIES[entity]!);
}
