import { escapeAttribute, escapeText } from '../text/xml-text';
import { type InstanceDocument, type InstanceElement, isBlank } from './instance-document';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

/** Serializes an instance to XML; `parseInstance` returns the same tree. */
export function writeInstance({ root }: InstanceDocument): string {
  return DECLARATION + writeElement(root);
}

/** Serializes an element without an XML declaration. */
export function writeElement({ name, attributes, children, text }: InstanceElement): string {
  let start = name;
  for (const attribute in attributes) start += ` ${attribute}="${escapeAttribute(attributes[attribute]!)}"`;
  const content = children.length > 0 ? children.map(writeElement).join('') : writeText(text);
  return content === '' ? `<${start}/>` : `<${start}>${content}</${name}>`;
}

/** Writes white space as CDATA, as it would be parsed as layout otherwise. */
function writeText(text: string): string {
  return text !== '' && isBlank(text) ? `<![CDATA[${text}]]>` : escapeText(text);
}
