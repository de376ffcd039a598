import { escapeAttribute, escapeText } from '../text/xml-text';
import { type InstanceDocument, type InstanceElement, isBlank } from './instance-document';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

/** The XML of an instance, such that `parseInstance` reads the same tree back. */
export function writeInstance({ root }: InstanceDocument): string {
  return DECLARATION + writeElement(root);
}

/** One element with all that is inside it. */
export function writeElement({ name, attributes, children, text }: InstanceElement): string {
  let start = name;
  for (const attribute in attributes) start += ` ${attribute}="${escapeAttribute(attributes[attribute]!)}"`;
  const content = children.length > 0 ? children.map(writeElement).join('') : writeText(text);
  return content === '' ? `<${start}/>` : `<${start}>${content}</${name}>`;
}

/** White space alone would be taken for layout, so it is written as CDATA, which is always text. */
function writeText(text: string): string {
  return text !== '' && isBlank(text) ? `<![CDATA[${text}]]>` : escapeText(text);
}
