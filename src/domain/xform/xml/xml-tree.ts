import { escapeAttribute, escapeText } from '../../text/xml-text';

/** XML tree and its serializer. Text and attribute values are unescaped strings; only the serializer escapes them. */

export type XmlNode = XmlElement | string;

/** Attribute name → value; an undefined value leaves the attribute out. */
type XmlAttributes = Readonly<Record<string, string | undefined>>;

/**
 * Content of an element: a text, nodes, or a generator for long lists. Generated elements exist only while they are
 * written, so that the tree of a form with thousands of choices is never in memory as a whole.
 */
export type XmlContent = string | readonly XmlNode[] | (() => Iterable<XmlElement>);

export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly content: XmlContent;
}

const NO_ATTRIBUTES: XmlAttributes = {};
const NO_CONTENT: readonly XmlNode[] = [];

/** Creates an element; attributes are written in insertion order. */
export function element(
  name: string,
  attributes: XmlAttributes = NO_ATTRIBUTES,
  content: XmlContent = NO_CONTENT,
): XmlElement {
  return { name, attributes, content };
}

/** Creates an element without attributes. */
export function plain(name: string, content: XmlContent = NO_CONTENT): XmlElement {
  return { name, attributes: NO_ATTRIBUTES, content };
}

/** Serializes a document: XML declaration, then one block element per line, indented by two spaces per level. */
export function writeDocument(root: XmlElement): string {
  const writer = new XmlWriter();
  writer.block(root, '\n');
  return writer.finish();
}

/** Frequent elements (choices, translated texts), written on one line each to keep long forms small. */
const SINGLE_LINE_ELEMENTS: ReadonlySet<string> = new Set(['item', 'text']);

/** Number of strings joined at a time: joining all at the end takes 1.5 times as long. */
const CHUNK_SIZE = 8192;

class XmlWriter {
  private readonly chunks: string[] = [];
  private readonly parts: string[] = ['<?xml version="1.0" encoding="utf-8"?>\n'];

  block(node: XmlElement, lineBreak: string): void {
    if (isInline(node)) {
      this.inline(node);
      return;
    }
    const childLineBreak = lineBreak + '  ';
    this.parts.push(openingTag(node, '>'));
    for (const child of nodesIn(node)) {
      if (this.parts.length > CHUNK_SIZE) this.flush();
      this.parts.push(childLineBreak);
      this.block(child as XmlElement, childLineBreak);
    }
    this.parts.push(lineBreak, '</', node.name, '>');
  }

  finish(): string {
    this.parts.push('\n');
    this.flush();
    return this.chunks.join('');
  }

  private flush(): void {
    this.chunks.push(this.parts.join(''));
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

/** An element with text must be on one line: white space next to text would become part of it. */
function isInline(node: XmlElement): boolean {
  const { name, content } = node;
  if (typeof content === 'function') return false;
  return (
    content.length === 0 ||
    typeof content === 'string' ||
    SINGLE_LINE_ELEMENTS.has(name) ||
    content.some((child) => typeof child === 'string')
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
