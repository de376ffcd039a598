import { hash } from 'node:crypto';
import { InvalidError } from '../errors';
import { escapeAttribute, escapeText } from '../text/xml-text';
import { hasLocalName, type InstanceDocument, type InstanceElement } from './instance-element';

/** Child of the root that holds the key of the answers, encrypted with the form's `public_key`. */
export const KEY_ELEMENT = 'base64EncryptedKey';
/** Its member in JSON: `json_build_object` writes a space before the colon, stored answers have none. */
const KEY_MEMBER = new RegExp(`"${KEY_ELEMENT}" ?:`);

/** `_status` of encrypted submissions, and of all others. */
export const STATUS = { encrypted: 'encrypted', readable: 'submitted_via_web' } as const;

/** True for the manifest of an encrypted submission (contract-data 1.5). */
export function isManifest(root: InstanceElement): boolean {
  return root.children.some(({ name, text }) => name === KEY_ELEMENT && text !== '');
}

/** @param json of a stored submission; quotes inside its values are escaped, and keys are full paths */
export function isEncrypted(json: string): boolean {
  return KEY_MEMBER.test(json);
}

/** @throws InvalidError for an encrypted submission: its key and signature hold for its instanceID only */
export function assertNotEncrypted(encrypted: boolean): void {
  if (encrypted) {
    throw new InvalidError(
      'Encrypted submissions cannot be edited or duplicated. Decrypt them with the private key of the form, outside of this service.',
    );
  }
}

// Identifiers are bare in URLs and columns, and have a scheme in XML and JSON (contract-data 1.2).
// Only `uuid:` is a prefix; any other scheme (`kobotoolbox.org:123`) is part of the identifier.

const PREFIX = 'uuid:';

/** `uuid:3f15…` → `3f15…`; anything else unchanged. */
export function bareUuid(instanceId: string): string {
  return instanceId.startsWith(PREFIX) ? instanceId.slice(PREFIX.length) : instanceId;
}

/** `3f15…` → `uuid:3f15…`; a value with a colon already has its scheme. */
export function prefixedUuid(uuid: string): string {
  return uuid.includes(':') ? uuid : PREFIX + uuid;
}

export { hasLocalName, type InstanceDocument, type InstanceElement };

/** Returns the first child with this local name (lower case). */
export function findChildByLocalName(element: InstanceElement, local: string): InstanceElement | undefined {
  return element.children.find((child) => hasLocalName(child.name, local));
}

/** True for '' and XML white space, which is layout between tags and not an answer. */
export function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0d) return false;
  }
  return true;
}

/** SHA-256 of the received XML, 64 hex digits; equal hashes mean a resubmission (contract-data 4.6). */
export function instanceHash(xml: string | Uint8Array): string {
  return hash('sha256', xml);
}

const BEFORE_ROOT = /^(?:[\s\ufeff]|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/;
const ROOT = /<(?:[^\s/>:]+:)?([^\s/>:]+)/y;

/** Returns the local name of the root element. @param xml well-formed and without a DTD, i.e. parsed before */
export function rootNameOf(xml: string): string {
  ROOT.lastIndex = BEFORE_ROOT.exec(xml)![0].length;
  return ROOT.exec(xml)![1]!;
}

/** XML 1.0 name without a namespace prefix other than `orx:`. */
const NAME =
  /^(?:orx:)?[A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}][-.\w\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u037D\u037F-\u1FFF\u200C\u200D\u203F\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}]*$/u;

/** Characters outside XML 1.0: control characters, lone surrogates, U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Validates one step of a question path. @throws InvalidError unless it is an XML name */
export function assertElementName(name: string, path: string): void {
  if (NAME.test(name)) return;
  throw new InvalidError(
    `"${path.slice(0, 100)}" is not a question path: "${name.slice(0, 100)}" is not an XML name.`,
  );
}

/** Validates the text of an answer. @throws InvalidError for a character that XML 1.0 does not allow */
export function assertElementText(text: string, path: string): void {
  const found = findNotXml(text);
  if (found === undefined) return;
  throw new InvalidError(
    `The answer to "${path.slice(0, 100)}" contains the character ${found.code}, which XML does not allow. Remove it and send again.`,
  );
}

/** Finds the first character that XML 1.0 does not allow. @returns its index, and its code point as `U+0008` */
export function findNotXml(text: string): { readonly index: number; readonly code: string } | undefined {
  const found = NOT_XML.exec(text);
  if (found === null) return undefined;
  const code = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return { index: found.index, code: `U+${code}` };
}

const DECLARATION = /^\uFEFF?\s*<\?xml\s[^>]*\?>\s*/;

/** Removes the XML declaration and BOM, so that the instance can be embedded in another document. */
export function stripXmlDeclaration(xml: string): string {
  return xml.replace(DECLARATION, '');
}

/** Adds a UTF-8 declaration unless the XML has one. */
export function ensureXmlDeclaration(xml: string): string {
  return DECLARATION.test(xml) ? xml : `<?xml version="1.0" encoding="utf-8"?>${xml}`;
}

/** Limits of one instance, against XML bombs. */
export interface InstanceLimits {
  /** XML length in UTF-16 units. */
  readonly characters: number;
  readonly depth: number;
  /** Total of elements, attributes and references (`&amp;`). */
  readonly nodes: number;
  /** Total length of the full paths of all elements, under which answers are stored. */
  readonly pathCharacters: number;
}

/** Defaults: ten million characters match the size limit announced to collectors. */
export const INSTANCE_LIMITS: InstanceLimits = {
  characters: 10_000_000,
  depth: 100,
  nodes: 200_000,
  pathCharacters: 20_000_000,
};

/**
 * Returns a copy of the instance with the selected elements only, including their descendants and ancestors.
 * @param isSelected called with the path below the root
 */
export function selectElements(
  { root }: InstanceDocument,
  isSelected: (path: string) => boolean,
): InstanceDocument {
  return { root: { ...root, text: '', children: selectedChildren(root, '', isSelected) } };
}

function selectedChildren(
  element: InstanceElement,
  parentPath: string,
  isSelected: (path: string) => boolean,
): InstanceElement[] {
  return element.children.flatMap((child) => {
    const path = parentPath === '' ? child.name : `${parentPath}/${child.name}`;
    if (isSelected(path)) return [child];
    const children = selectedChildren(child, path, isSelected);
    return children.length > 0 ? [{ ...child, children }] : [];
  });
}

const WRITTEN_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

/** Serializes an instance to XML; `parseInstance` returns the same tree. */
export function writeInstance({ root }: InstanceDocument): string {
  return WRITTEN_DECLARATION + writeElement(root);
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
