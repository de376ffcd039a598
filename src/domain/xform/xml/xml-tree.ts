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

const START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D' +
  '\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const FURTHER = START + '\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040';

/** Source of a regular expression (flag `u`) that matches one unprefixed name. */
export const NAME_PATTERN = `[${START}][${FURTHER}]*`;

const WHOLE_NAME = new RegExp(`^${NAME_PATTERN}$`, 'u');
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** True for a name that is valid as an element without a prefix: `age`, `_note-1`, `prénom`. */
export function isXmlName(text: string): boolean {
  return PLAIN_NAME.test(text) || WHOLE_NAME.test(text);
}

/** Splits `prefix:local`; the prefix is null when there is none. Null when the text is not an XML name. */
export function splitXmlName(text: string): { prefix: string | null; local: string } | null {
  const colon = text.indexOf(':');
  if (colon < 0) return isXmlName(text) ? { prefix: null, local: text } : null;
  const prefix = text.slice(0, colon);
  const local = text.slice(colon + 1);
  return isXmlName(prefix) && isXmlName(local) ? { prefix, local } : null;
}

/** Converts a text to a valid name: characters outside A-Za-z0-9_.- become "_", and a leading digit, dot or dash gets a "_" before it. */
export function toXmlName(text: string): string {
  const cleaned = isXmlName(text) ? text : text.replace(/[^A-Za-z0-9_.-]/g, '_');
  return isXmlName(cleaned) ? cleaned : `_${cleaned}`;
}
