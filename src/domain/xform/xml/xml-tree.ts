/**
 * XML as a small tree and its writer. Text and attribute values are plain strings everywhere; escaping happens here,
 * once, so that no other file of the compiler has to think of it.
 */

/** An element, or text that is not yet escaped. */
export type XmlNode = XmlElement | string;

/** Attribute name → value; an undefined value leaves the attribute out. */
export type XmlAttributes = Readonly<Record<string, string | undefined>>;

export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly XmlNode[];
}

const NO_ATTRIBUTES: XmlAttributes = {};
const NO_CHILDREN: readonly XmlNode[] = [];

/** An element with its attributes in the order given. */
export function element(
  name: string,
  attributes: XmlAttributes = NO_ATTRIBUTES,
  children: readonly XmlNode[] = NO_CHILDREN,
): XmlElement {
  return { name, attributes, children };
}

/** The whole document: declaration, then the root, one block element per line and two spaces per level. */
export function writeDocument(root: XmlElement): string {
  const parts: string[] = ['<?xml version="1.0" encoding="utf-8"?>\n'];
  writeElement(root, '', parts);
  parts.push('\n');
  return parts.join('');
}

/** These occur by the thousand (choices, translated texts): one line each keeps long forms readable and small. */
const WRITTEN_ON_ONE_LINE: ReadonlySet<string> = new Set(['item', 'text']);

function writeElement(node: XmlElement, indent: string, parts: string[]): void {
  parts.push(openingTag(node));
  if (node.children.length === 0) return;
  if (WRITTEN_ON_ONE_LINE.has(node.name) || node.children.some((child) => typeof child === 'string')) {
    // White space beside text would become part of it.
    for (const child of node.children) writeInline(child, parts);
  } else {
    const deeper = indent + '  ';
    for (const child of node.children) {
      parts.push('\n', deeper);
      writeElement(child as XmlElement, deeper, parts);
    }
    parts.push('\n', indent);
  }
  parts.push('</', node.name, '>');
}

function writeInline(node: XmlNode, parts: string[]): void {
  if (typeof node === 'string') {
    parts.push(escapeText(node));
    return;
  }
  parts.push(openingTag(node));
  if (node.children.length === 0) return;
  for (const child of node.children) writeInline(child, parts);
  parts.push('</', node.name, '>');
}

function openingTag(node: XmlElement): string {
  let tag = '<' + node.name;
  for (const name in node.attributes) {
    const value = node.attributes[name];
    if (value !== undefined) tag += ' ' + name + '="' + escapeAttribute(value) + '"';
  }
  return tag + (node.children.length === 0 ? '/>' : '>');
}

/** Characters that XML 1.0 can't hold at all, lone surrogates included; spreadsheets carry them by accident. */
const UNWRITABLE =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const SUSPICIOUS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

function writable(text: string): string {
  return SUSPICIOUS.test(text) ? text.replace(UNWRITABLE, '') : text;
}

function escapeText(text: string): string {
  const safe = writable(text);
  if (!/[&<>\r]/.test(safe)) return safe;
  return safe.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#13;');
}

/** Line breaks and tabs become character references: a parser would turn the bare ones into spaces. */
function escapeAttribute(value: string): string {
  const safe = writable(value);
  if (!/[&<>"\t\n\r]/.test(safe)) return safe;
  return safe
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
