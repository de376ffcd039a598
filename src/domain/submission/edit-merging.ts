import type { FormFacts } from '../xform/form-facts';
import { alignOccurrences } from './occurrence-alignment';
import { hasLocalName, type InstanceDocument, type InstanceElement } from './instance-document';
import { isMetaElement } from './instance-meta';

/** Nodes of the form that an edit was made with, by paths without the root. */
export interface EditedForm {
  /** Questions with the groups and repeats around them. */
  readonly nodes: ReadonlySet<string>;
  readonly repeatPaths: ReadonlySet<string>;
}

export function editedFormOf({
  questions,
  repeatPaths,
}: Pick<FormFacts, 'repeatPaths'> & {
  readonly questions: readonly { readonly path: string }[];
}): EditedForm {
  const nodes = new Set<string>();
  for (const path of [...repeatPaths, ...questions.map((question) => question.path)]) {
    for (let node = path; node !== '' && !nodes.has(node);) {
      nodes.add(node);
      node = node.slice(0, Math.max(0, node.lastIndexOf('/')));
    }
  }
  return { nodes, repeatPaths: new Set(repeatPaths) };
}

/**
 * Adds to an edit what its sender could not know (contract-data 4.7): the edit decides the nodes of the form that it was made
 * with; all other nodes and attributes of the stored submission stay, `__version__`, `formhub` and `meta` included. Instances
 * of repeats that the edit lacks are gone as a whole.
 * @param keepsVersion whether the form of the edit names no version of its own: the `version` attribute stays, too
 * @returns undefined if the edit has everything, and can be stored as it was sent
 */
export function mergeEdit(
  stored: InstanceDocument,
  edit: InstanceDocument,
  form: EditedForm,
  { keepsVersion }: { readonly keepsVersion: boolean },
): InstanceDocument | undefined {
  const merging = new EditMerging(form, redeclarations(stored.root, edit.root));
  const merged = merging.root(stored.root, edit.root);
  const { version } = stored.root.attributes;
  const { version: sent, ...others } = merged.attributes;
  const changesVersion = keepsVersion && version !== sent;
  if (!merging.keepsSome && !changesVersion) return undefined;
  const attributes = version === undefined ? others : { ...others, version };
  return { root: keepsVersion ? { ...merged, attributes } : merged };
}

class EditMerging {
  /** Whether the result has more than the edit. */
  keepsSome = false;

  constructor(
    private readonly form: EditedForm,
    private readonly namespaces: InstanceElement['attributes'],
  ) {}

  root(stored: InstanceElement, edit: InstanceElement): InstanceElement {
    const storedMeta = stored.children.filter((child) => isMetaElement(child, stored));
    const editMeta = edit.children.find((child) => isMetaElement(child, edit));
    const merged = this.element(
      { ...stored, children: stored.children.filter((child) => !storedMeta.includes(child)) },
      edit,
      '',
    );
    if (editMeta === undefined) return merged;
    const meta = storedMeta.reduce((result, each) => this.meta(each, result), editMeta);
    return { ...merged, children: merged.children.map((child) => (child === editMeta ? meta : child)) };
  }

  private element(stored: InstanceElement, edit: InstanceElement, path: string): InstanceElement {
    // An entity's attributes say whether it is created or updated: they belong together.
    const attributes = localNameOf(edit.name) === 'entity' ? edit.attributes : this.attributes(stored, edit);
    // An element with an answer can't have children, too.
    if (edit.text !== '') return { ...edit, attributes };
    return { ...edit, attributes, children: this.children(stored.children, edit.children, path) };
  }

  private children(
    stored: readonly InstanceElement[],
    edit: readonly InstanceElement[],
    path: string,
  ): readonly InstanceElement[] {
    const partners = new Map<InstanceElement, InstanceElement>();
    const lasts = new Map<string, InstanceElement>();
    const storedByName = byName(stored);
    for (const [name, sent] of byName(edit)) {
      lasts.set(name, sent.at(-1)!);
      const isKnown = (relative: string): boolean => this.isKnown(`${joined(path, name)}/${relative}`);
      const pairs = alignOccurrences(storedByName.get(name) ?? [], sent, isKnown);
      for (const [before, after] of pairs) partners.set(after, before);
    }
    const kept = new Map<InstanceElement | undefined, InstanceElement[]>();
    const followers = new Map([...partners].map(([after, before]) => [before, after]));
    let previous: InstanceElement | undefined;
    for (const child of stored) {
      const last = lasts.get(child.name);
      if (last === undefined) {
        const rest = this.unknownPart(child, joined(path, child.name));
        if (rest !== undefined) kept.set(previous, [...(kept.get(previous) ?? []), this.declared(rest)]);
      } else {
        previous = followers.get(child) ?? last;
      }
    }
    const merged = edit.flatMap((child) => {
      const partner = partners.get(child);
      const own = partner === undefined ? child : this.element(partner, child, joined(path, child.name));
      return [own, ...(kept.get(child) ?? [])];
    });
    if (kept.size > 0) this.keepsSome = true;
    return [...(kept.get(undefined) ?? []), ...merged];
  }

  /** The parts of an element, which the edit lacks, that its sender could not know. */
  private unknownPart(element: InstanceElement, path: string): InstanceElement | undefined {
    if (!this.isKnown(path)) return element;
    if (this.form.repeatPaths.has(path)) return undefined;
    const children = element.children.flatMap(
      (child) => this.unknownPart(child, `${path}/${child.name}`) ?? [],
    );
    return children.length === 0 ? undefined : { ...element, children };
  }

  /** Identifiers are those of the edit. */
  private meta(stored: InstanceElement, edit: InstanceElement): InstanceElement {
    const isSent = ({ name }: InstanceElement): boolean =>
      edit.children.some((child) => localNameOf(child.name) === localNameOf(name));
    const kept = stored.children.filter(
      (child) =>
        !isSent(child) && !['instanceid', 'deprecatedid'].some((name) => hasLocalName(child.name, name)),
    );
    if (kept.length > 0) this.keepsSome = true;
    return {
      ...edit,
      attributes: this.attributes(stored, edit),
      children: [...edit.children, ...kept.map((child) => this.declared(child))],
    };
  }

  private attributes(stored: InstanceElement, edit: InstanceElement): InstanceElement['attributes'] {
    const isMissing = (name: string): boolean => !(name in edit.attributes);
    const missing = Object.keys(stored.attributes).filter(isMissing);
    if (missing.length === 0) return edit.attributes;
    if (missing.some((name) => !isDeclaration(name))) this.keepsSome = true;
    return { ...stored.attributes, ...edit.attributes };
  }

  /** Versions and the form's uuid are computed by the form; snapshots of forms lack them. */
  private isKnown(path: string): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return this.form.nodes.has(path) && !name.includes('_version_') && path !== 'formhub';
  }

  private declared(element: InstanceElement): InstanceElement {
    return { ...element, attributes: { ...this.namespaces, ...element.attributes } };
  }
}

function byName(elements: readonly InstanceElement[]): Map<string, InstanceElement[]> {
  const groups = new Map<string, InstanceElement[]>();
  for (const element of elements) {
    const group = groups.get(element.name);
    if (group === undefined) groups.set(element.name, [element]);
    else group.push(element);
  }
  return groups;
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}

function localNameOf(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

function isDeclaration(attribute: string): boolean {
  return attribute === 'xmlns' || attribute.startsWith('xmlns:');
}

/** Prefixes that the edit binds to another namespace than the stored submission. */
function redeclarations(
  { attributes }: InstanceElement,
  { attributes: sent }: InstanceElement,
): InstanceElement['attributes'] {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, uri]) => name.startsWith('xmlns:') && name in sent && sent[name] !== uri,
    ),
  );
}
