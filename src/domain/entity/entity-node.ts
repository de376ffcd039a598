import { hasLocalName, type InstanceDocument, type InstanceElement } from '../submission/instance-element';
import type { EntityFact } from '../xform/entity-facts';

/** Entity as a submission states it, unchecked. Plain JSON: worker threads return it. */
export interface EntityNode {
  /** Name of the list. */
  readonly dataset: string;
  readonly id: string;
  readonly creates: boolean;
  readonly updates: boolean;
  /** '' if it has none. */
  readonly label: string;
  /** Answers to the properties; those without a node, as of questions that did not apply, are absent. */
  readonly data: Readonly<Record<string, string>>;
  /** Version that the device changed; '' if it has none. */
  readonly baseVersion: string;
  /** Version of the server that the device had received before it changed the entity offline. */
  readonly trunkVersion: string;
  /** Series of offline changes of one device. */
  readonly branchId: string;
}

/**
 * Reads the entities of an instance, in document order of each declaration. Nodes that neither create nor update are left
 * out: their conditions were false.
 */
export function readEntityNodes({ root }: InstanceDocument, facts: readonly EntityFact[]): EntityNode[] {
  return facts.flatMap((fact) =>
    elementsAt(root, fact.container).flatMap((container) => readNode(container, fact) ?? []),
  );
}

function readNode(container: InstanceElement, { dataset, properties }: EntityFact): EntityNode | undefined {
  const entity = container.children
    .filter(({ name }) => hasLocalName(name, 'meta'))
    .flatMap(({ children }) => children)
    .find(({ name, attributes }) => hasLocalName(name, 'entity') && attributes['dataset'] === dataset);
  if (entity === undefined) return undefined;
  const attribute = (name: string): string => (entity.attributes[name] ?? '').trim();
  const [creates, updates] = [isTrue(attribute('create')), isTrue(attribute('update'))];
  if (!creates && !updates) return undefined;
  const answers = properties.flatMap(({ name, path }) => {
    const [element] = elementsAt(container, path);
    return element === undefined ? [] : [[name, element.text] as const];
  });
  return {
    dataset,
    id: attribute('id'),
    creates,
    updates,
    label: (entity.children.find(({ name }) => hasLocalName(name, 'label'))?.text ?? '').trim(),
    data: Object.fromEntries(answers),
    baseVersion: attribute('baseVersion'),
    trunkVersion: attribute('trunkVersion'),
    branchId: attribute('branchId'),
  };
}

function isTrue(value: string): boolean {
  return value === '1' || value === 'true' || value === 'true()';
}

function elementsAt(element: InstanceElement, path: string): readonly InstanceElement[] {
  if (path === '') return [element];
  let found: readonly InstanceElement[] = [element];
  for (const step of path.split('/')) {
    found = found.flatMap(({ children }) => children.filter(({ name }) => name === step));
  }
  return found;
}
