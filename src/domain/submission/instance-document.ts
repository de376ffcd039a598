import { hash } from 'node:crypto';

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

/** Element of an instance. An element with children has no text: mixed content is dropped. */
export interface InstanceElement {
  /** As written, with its namespace prefix. */
  readonly name: string;
  /** Attribute name as written → value. Has no prototype, as any name is legal. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly InstanceElement[];
  /** Answer; '' if there is none. */
  readonly text: string;
}

export interface InstanceDocument {
  readonly root: InstanceElement;
}

const COLON = ':'.charCodeAt(0);

/**
 * True if the name equals `local` (lower case), ignoring namespace prefix and case (contract-xlsform 4.1).
 * Hot path: the length decides most cases.
 */
export function hasLocalName(name: string, local: string): boolean {
  const start = name.length - local.length;
  if (start < 0 || (start > 0 && name.charCodeAt(start - 1) !== COLON)) return false;
  return name.slice(start).toLowerCase() === local;
}

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
