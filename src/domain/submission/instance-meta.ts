import { hasLocalName, type InstanceDocument, type InstanceElement } from './instance-document';

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
