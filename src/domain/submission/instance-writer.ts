import { type InstanceDocument, type InstanceElement, isBlank } from './instance-document';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

/** The XML of an instance, such that `parseInstance` reads the same tree back. */
export function writeInstance({ root }: InstanceDocument): string {
  return DECLARATION + writeElement(root);
}

function writeElement({ name, attributes, children, text }: InstanceElement): string {
  let start = name;
  for (const attribute in attributes) start += ` ${attribute}="${escapeAttribute(attributes[attribute]!)}"`;
  const content = children.length > 0 ? children.map(writeElement).join('') : writeText(text);
  return content === '' ? `<${start}/>` : `<${start}>${content}</${name}>`;
}

/** White space alone would be taken for layout, so it is written as CDATA, which is always text. */
function writeText(text: string): string {
  return text !== '' && isBlank(text) ? `<![CDATA[${text}]]>` : escapeText(text);
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A carriage return written as it is would be read back as a line feed. */
function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => REFERENCES[character]!);
}

/** In attributes all white space but the blank would be read back as a blank. */
function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\t\n\r]/g, (character) => REFERENCES[character]!);
}
