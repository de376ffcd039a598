import { escapeAttribute, escapeText } from '../../text/xml-text';

/**
 * XML as a small tree and its writer. Text and attribute values are plain strings everywhere; escaping happens here,
 * once, so that no other file of the compiler has to think of it.
 */

/** An element, or text that is not yet escaped. */
export type XmlNode = XmlElement | string;

/** Attribute name → value; an undefined value leaves the attribute out. */
export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/**
 * What stands inside an element: one text, nodes, or for long lists a source of elements that are made only while they
 * are written, so that a form with thousands of choices is never in memory as a whole tree.
 */
export type XmlContent = string | readonly XmlNode[] | (() => Iterable<XmlElement>);

export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly content: XmlContent;
}

const NO_ATTRIBUTES: XmlAttributes = {};
const NO_CONTENT: readonly XmlNode[] = [];

/** An element with its attributes in the order given. */
export function element(
  name: string,
  attributes: XmlAttributes = NO_ATTRIBUTES,
  content: XmlContent = NO_CONTENT,
): XmlElement {
  return { name, attributes, content };
}

/** An element without attributes. */
export function plain(name: string, content: XmlContent = NO_CONTENT): XmlElement {
  return { name, attributes: NO_ATTRIBUTES, content };
}

/** The whole document: declaration, then the root, one block element per line and two spaces per level. */
export function writeDocument(root: XmlElement): string {
  const writer = new XmlWriter();
  writer.block(root, '\n');
  return writer.finish();
}

/** These occur by the thousand (choices, translated texts): one line each keeps long forms readable and small. */
const WRITTEN_ON_ONE_LINE: ReadonlySet<string> = new Set(['item', 'text']);

/** Pieces are joined in heaps of this many, while they are young: one heap at the end takes half as long again. */
const HEAP = 8192;

class XmlWriter {
  private readonly heaps: string[] = [];
  private readonly parts: string[] = ['<?xml version="1.0" encoding="utf-8"?>\n'];

  /** @param lineBreak what begins a line at the level of this element */
  block(node: XmlElement, lineBreak: string): void {
    if (isInline(node)) {
      this.inline(node);
      return;
    }
    const deeper = lineBreak + '  ';
    this.parts.push(openingTag(node, '>'));
    for (const child of nodesIn(node)) {
      if (this.parts.length > HEAP) this.join();
      this.parts.push(deeper);
      this.block(child as XmlElement, deeper);
    }
    this.parts.push(lineBreak, '</', node.name, '>');
  }

  finish(): string {
    this.parts.push('\n');
    this.join();
    return this.heaps.join('');
  }

  private join(): void {
    this.heaps.push(this.parts.join(''));
    this.parts.length = 0;
  }

  private inline(node: XmlElement): void {
    const { name, content } = node;
    if (content.length === 0 && typeof content !== 'function') {
      this.parts.push(openingTag(node, '/>'));
      return;
    }
    this.parts.push(openingTag(node, '>'));
    if (typeof content === 'string') this.parts.push(escapeText(content));
    else {
      for (const child of nodesIn(node)) {
        if (typeof child === 'string') this.parts.push(escapeText(child));
        else this.inline(child);
      }
    }
    this.parts.push('</', name, '>');
  }
}

function nodesIn({ content }: XmlElement): Iterable<XmlNode> {
  if (typeof content === 'string') return [content];
  return typeof content === 'function' ? content() : content;
}

/** White space beside text would become part of it, so an element with text in it stays on its line. */
function isInline(node: XmlElement): boolean {
  const { name, content } = node;
  if (typeof content === 'function') return false;
  return (
    content.length === 0 ||
    typeof content === 'string' ||
    WRITTEN_ON_ONE_LINE.has(name) ||
    content.some(isText)
  );
}

function openingTag({ name, attributes }: XmlElement, end: '>' | '/>'): string {
  let tag = '<' + name;
  for (const attribute in attributes) {
    const value = attributes[attribute];
    if (value !== undefined) tag += ' ' + attribute + '="' + escapeAttribute(value) + '"';
  }
  return tag + end;
}

function isText(node: XmlNode): node is string {
  return typeof node === 'string';
}
