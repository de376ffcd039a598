import { InvalidError } from '../errors';
import { type InstanceDocument, type InstanceElement, isCalled } from './instance-document';

/** What makes another instance of one. */
export interface InstanceChange {
  /** Path of a question → its answer, '' for none; of questions that repeat the first one is meant. */
  readonly answers: readonly (readonly [path: string, text: string])[];
  /** The same for questions that are answered only where the instance has them. */
  readonly answersIfAsked: readonly (readonly [path: string, text: string])[];
  /** The new `meta`; what is undefined is taken out. With their schemes. */
  readonly instanceId: string;
  readonly deprecatedId: string | undefined;
  readonly rootUuid: string | undefined;
}

/**
 * The same instance with other answers and another identity (contract-data 3.2, 3.5). A question that the instance lacks
 * is added at the end of its group.
 * @throws InvalidError for a path that leads through an answer, or that ends at a group with answers inside
 */
export function rewriteInstance({ root }: InstanceDocument, change: InstanceChange): InstanceDocument {
  let element = root;
  for (const [path, text] of change.answersIfAsked) {
    const isAsked = element.children.some(({ name }) => name === path);
    if (isAsked) element = answered(element, [path], text, path);
  }
  for (const [path, text] of change.answers) element = answered(element, path.split('/'), text, path);
  return { root: identified(element, change) };
}

function answered(
  element: InstanceElement,
  [step, ...inside]: readonly string[],
  text: string,
  path: string,
): InstanceElement {
  if (step === undefined) {
    if (element.children.length > 0) throw wrongPath(path, 'is a group; name a question inside it');
    return { ...element, text };
  }
  if (element.text !== '') throw wrongPath(path, 'leads through the answer to another question');
  const index = element.children.findIndex(({ name }) => name === step);
  const child = answered(element.children[index] ?? emptyElement(step), inside, text, path);
  const children = [...element.children];
  children.splice(index < 0 ? children.length : index, index < 0 ? 0 : 1, child);
  return { ...element, children };
}

function identified(root: InstanceElement, change: InstanceChange): InstanceElement {
  const index = root.children.findIndex(({ name }) => isCalled(name, 'meta'));
  const meta = [
    ['instanceID', change.instanceId],
    ['deprecatedID', change.deprecatedId],
    ['rootUuid', change.rootUuid],
  ] as const;
  const changed = meta.reduce(
    (element, [name, text]) => withPart(element, name, text),
    root.children[index] ?? emptyElement('meta'),
  );
  const children = [...root.children];
  children.splice(index < 0 ? children.length : index, index < 0 ? 0 : 1, changed);
  return { ...root, children };
}

/** `meta` with one part of this name, or none. */
function withPart(meta: InstanceElement, name: string, text: string | undefined): InstanceElement {
  const isPart = (child: InstanceElement): boolean => isCalled(child.name, name.toLowerCase());
  const known = meta.children.find(isPart);
  const kept = meta.children.filter((child) => child === known || !isPart(child));
  if (text === undefined) return { ...meta, children: kept.filter((child) => child !== known) };
  const part = { ...(known ?? emptyElement(name)), children: [], text };
  return {
    ...meta,
    children: known === undefined ? [...kept, part] : kept.map((child) => (child === known ? part : child)),
  };
}

function emptyElement(name: string): InstanceElement {
  return { name, attributes: {}, children: [], text: '' };
}

function wrongPath(path: string, why: string): InvalidError {
  return new InvalidError(`"${path.slice(0, 100)}" ${why}.`);
}
