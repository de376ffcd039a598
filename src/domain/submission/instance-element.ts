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
