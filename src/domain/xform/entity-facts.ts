/** Entity that each submission, or each copy of a repeat, creates or updates (contract-xlsform 3.8). */
export interface EntityFact {
  /** Name of the list. */
  dataset: string;
  /** Path of the group or repeat that holds the entity's `meta`; '' for the root. */
  container: string;
  /** Whether some submissions create or update entities; absent in facts that were stored before they were read. */
  creates?: boolean;
  updates?: boolean;
  /** Properties with the paths, below the container, of the answers saved to them. */
  properties: { name: string; path: string }[];
}

const META_ENTITY = /^(?:(.*)\/)?(?:[^/:]+:)?meta\/(?:[^/:]+:)?entity$/;

/** Collects the entities of a form while its elements are read. */
export class EntityFactsReader {
  private readonly entities = new Map<string, Omit<EntityFact, 'container' | 'properties'>>();
  private readonly saved: { path: string; property: string }[] = [];

  /** @param path of a node of the primary instance */
  readNode(path: string, attributes: Readonly<Record<string, string>>): void {
    const match = META_ENTITY.exec(path);
    const dataset = attributes['dataset'];
    if (match === null || dataset === undefined || dataset === '') return;
    const [creates, updates] = [attributes['create'] !== undefined, attributes['update'] !== undefined];
    this.entities.set(match[1] ?? '', { dataset, creates, updates });
  }

  readBind(path: string, attributes: Readonly<Record<string, string>>): void {
    for (const name in attributes) {
      if (name.slice(name.indexOf(':') + 1) === 'saveto')
        this.saved.push({ path, property: attributes[name]! });
    }
  }

  /** Each answer belongs to the nearest entity around it. */
  finish(): { entities?: EntityFact[] } {
    if (this.entities.size === 0) return {};
    const facts = [...this.entities].map(([container, entity]): EntityFact => {
      return { ...entity, container, properties: [] };
    });
    for (const { path, property } of this.saved) {
      const nearest = facts
        .filter(({ container }) => pathBelow(container, path) !== undefined)
        .sort((one, other) => other.container.length - one.container.length)[0];
      nearest?.properties.push({ name: property, path: pathBelow(nearest.container, path)! });
    }
    return { entities: facts };
  }
}

function pathBelow(container: string, path: string): string | undefined {
  if (container === '') return path;
  return path.startsWith(`${container}/`) ? path.slice(container.length + 1) : undefined;
}
