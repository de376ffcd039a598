import { hasLocalName, type InstanceDocument, type InstanceElement, bareUuid } from './instance-document';
import { GoneError, InvalidError } from '../errors';

/** Namespaces of `meta` besides that of the root (contract-xlsform 4.1). */
const META_NAMESPACES: ReadonlySet<string> = new Set([
  'http://openrosa.org/xforms',
  'http://www.w3.org/2002/xforms',
]);

/**
 * True for the metadata of an instance: a child of the root named `meta`, with any prefix, in the namespace of OpenRosa, of
 * XForms or of the root. Prefixes without a declaration count as OpenRosa's.
 */
export function isMetaElement(child: InstanceElement, root: InstanceElement): boolean {
  if (!hasLocalName(child.name, 'meta')) return false;
  const uri = namespaceOf(child, root);
  return uri === undefined || META_NAMESPACES.has(uri) || uri === namespaceOf(root, root);
}

/** The elements with metadata, those that are surely metadata first, then any other named `meta`. */
export function metaElements(root: InstanceElement): InstanceElement[] {
  const named = root.children.filter(({ name }) => hasLocalName(name, 'meta'));
  if (named.length <= 1) return named;
  const own = named.filter((child) => isMetaElement(child, root));
  return [...own, ...named.filter((child) => !own.includes(child))];
}

/** The first child of one of the elements with this local name (lower case) that has an answer, else the first one. */
export function findInMeta(
  metas: readonly InstanceElement[],
  local: string,
): { readonly meta: InstanceElement; readonly element: InstanceElement } | undefined {
  let first: { meta: InstanceElement; element: InstanceElement } | undefined;
  for (const meta of metas) {
    for (const element of meta.children) {
      if (!hasLocalName(element.name, local)) continue;
      if (element.text.trim() !== '') return { meta, element };
      first ??= { meta, element };
    }
  }
  return first;
}

/** Returns the instance with its metadata in one element `meta`, without prefixes; most instances have it so already. */
export function withPlainMeta({ root }: InstanceDocument): InstanceDocument {
  const metas = root.children.filter((child) => isMetaElement(child, root));
  const [first] = metas;
  if (first === undefined || (metas.length === 1 && isPlain(first))) return { root };
  const meta = { ...first, name: 'meta', children: metas.flatMap(({ children }) => children.map(plain)) };
  const children = root.children.flatMap((child) => {
    if (child === first) return [meta];
    return metas.includes(child) ? [] : [child];
  });
  return { root: { ...root, children } };
}

function isPlain({ name, children }: InstanceElement): boolean {
  return !name.includes(':') && children.every((child) => !child.name.includes(':'));
}

function plain(element: InstanceElement): InstanceElement {
  return { ...element, name: element.name.slice(element.name.indexOf(':') + 1) };
}

function namespaceOf({ name, attributes }: InstanceElement, root: InstanceElement): string | undefined {
  const colon = name.indexOf(':');
  const declaration = colon < 0 ? 'xmlns' : `xmlns:${name.slice(0, colon)}`;
  return attributes[declaration] ?? root.attributes[declaration];
}

/** Identifies a submission in a path: its number, or its root or current uuid without `uuid:` (contract-data 2.6). */
export type SubmissionIdentifier = { readonly id: number } | { readonly uuid: string };

/** Parses a number, or an identifier with or without `uuid:`. */
export function readSubmissionIdentifier(text: string): SubmissionIdentifier {
  if (/^\d{1,15}$/.test(text)) return { id: Number(text) };
  return { uuid: bareUuid(text) };
}

/** Latest edit of a submission that somebody else was editing, too. */
export interface NewerEdit {
  /** Username; null if anonymous. */
  readonly editedBy: string | null;
  readonly editedAt: Date;
}

/** 410. The submission was changed since its editor opened it. */
export class SupersededEditError extends GoneError {
  /** Explains it to the editor. */
  readonly sentence: string;

  /** @param message for clients, which match it */
  constructor(message: string, newer: NewerEdit) {
    super(message);
    this.sentence = newerEditSentence(newer);
  }
}

function newerEditSentence({ editedBy, editedAt }: NewerEdit): string {
  const time = `${editedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const who = editedBy ?? 'A person without an account';
  return `${who} changed this submission at ${time} while you were editing. Open it again and repeat your changes.`;
}

/** Changes to an instance. Identifiers include their scheme. */
export interface InstanceChange {
  /** Question path → answer, '' to clear it; in repeats the first instance changes. */
  readonly answers: readonly (readonly [path: string, text: string])[];
  /** Top-level answers to set only if the instance has the question. */
  readonly answersIfPresent: readonly (readonly [path: string, text: string])[];
  readonly instanceId: string;
  /** Undefined removes the element from `meta`, as does an undefined `rootUuid`. */
  readonly deprecatedId: string | undefined;
  readonly rootUuid: string | undefined;
}

/**
 * Returns a copy of the instance with changed answers and `meta` (contract-data 3.2, 3.5). Missing questions are appended
 * to their group.
 * @throws InvalidError for a path below an answered question, or of a group with children
 */
export function rewriteInstance({ root }: InstanceDocument, change: InstanceChange): InstanceDocument {
  let element = root;
  for (const [path, text] of change.answersIfPresent) {
    const isPresent = element.children.some(({ name }) => name === path);
    if (isPresent) element = withAnswer(element, [path], text, path);
  }
  for (const [path, text] of change.answers) element = withAnswer(element, path.split('/'), text, path);
  return { root: withMeta(element, change) };
}

function withAnswer(
  element: InstanceElement,
  [step, ...inside]: readonly string[],
  text: string,
  path: string,
): InstanceElement {
  if (step === undefined) {
    if (element.children.length > 0) throw invalidPath(path, 'is a group; name a question inside it');
    return { ...element, text };
  }
  if (element.text !== '') throw invalidPath(path, 'is below a question; name a question in a group');
  const index = element.children.findIndex(({ name }) => name === step);
  const child = withAnswer(element.children[index] ?? emptyElement(step), inside, text, path);
  const children = [...element.children];
  children.splice(index < 0 ? children.length : index, index < 0 ? 0 : 1, child);
  return { ...element, children };
}

function withMeta(root: InstanceElement, change: InstanceChange): InstanceElement {
  const metas = metaElements(root);
  const main = findInMeta(metas, 'instanceid')?.meta ?? metas[0] ?? emptyElement('meta');
  const identifiers = [
    ['instanceID', change.instanceId],
    ['deprecatedID', change.deprecatedId],
    ['rootUuid', change.rootUuid],
  ] as const;
  const withIdentifiers = identifiers.reduce(
    (element, [name, text]) => withMetaElement(element, name, text),
    main,
  );
  const changed = metas.map((meta) => {
    if (meta === main) return withIdentifiers;
    return identifiers.reduce((element, [name]) => withMetaElement(element, name, undefined), meta);
  });
  if (metas.length === 0) return { ...root, children: [...root.children, withIdentifiers] };
  const children = root.children.map((child) => changed[metas.indexOf(child)] ?? child);
  return { ...root, children };
}

/** Sets or removes one element of `meta`, dropping duplicates. */
function withMetaElement(meta: InstanceElement, name: string, text: string | undefined): InstanceElement {
  const isMatch = (child: InstanceElement): boolean => hasLocalName(child.name, name.toLowerCase());
  const existing = meta.children.find(isMatch);
  const unique = meta.children.filter((child) => child === existing || !isMatch(child));
  if (text === undefined) return { ...meta, children: unique.filter((child) => child !== existing) };
  // Beside other identifiers, in their namespace.
  const prefix = /^[^:]+:/.exec(meta.name)?.[0] ?? '';
  const changed = { ...(existing ?? emptyElement(prefix + name)), children: [], text };
  return {
    ...meta,
    children:
      existing === undefined
        ? [...unique, changed]
        : unique.map((child) => (child === existing ? changed : child)),
  };
}

function emptyElement(name: string): InstanceElement {
  return { name, attributes: {}, children: [], text: '' };
}

function invalidPath(path: string, reason: string): InvalidError {
  return new InvalidError(`"${path.slice(0, 100)}" ${reason}.`);
}
