/**
 * One element of an instance. `children` and `text` exclude each other: an element with children has no answer of its
 * own, whatever stands between them.
 */
export interface InstanceElement {
  /** As written, with its namespace prefix. */
  readonly name: string;
  /** Attribute name as written → value. Has no prototype: any name is legal. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly InstanceElement[];
  /** The answer; '' when there is none. */
  readonly text: string;
}

/** The XML of one submission as a tree. */
export interface InstanceDocument {
  readonly root: InstanceElement;
}

const COLON = ':'.charCodeAt(0);

/**
 * True when a name is `local` but for a namespace prefix and letter case: how the parts of `meta` are recognised
 * (contract-xlsform 4.1). `local` is in lower case. Asked of every child of a root, so the length decides most cases.
 */
export function isCalled(name: string, local: string): boolean {
  const start = name.length - local.length;
  if (start < 0 || (start > 0 && name.charCodeAt(start - 1) !== COLON)) return false;
  return name.slice(start).toLowerCase() === local;
}

/** The first child that `isCalled` so. */
export function childCalled(element: InstanceElement, local: string): InstanceElement | undefined {
  return element.children.find((child) => isCalled(child.name, local));
}

/** True for XML's white space only, and for ''. Such text between tags is layout and no answer. */
export function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0d) return false;
  }
  return true;
}
