import { InvalidError } from '../errors';
import { type InstanceDocument, type InstanceElement, hasLocalName } from './instance-document';
import { findInMeta, metaElements } from './instance-meta';

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
