import { References } from '../expression/references';
import { readReference } from '../expression/expression-tokens';
import { descendants, FormContainer, FormNode, FormRepeat, FormRoot } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { EntityDeclaration } from './entity-declaration';
import { validateProperties, readSavedProperty } from './entity-properties';

/** Entity with its container: created once per submission, or once per copy of a repeat. */
export interface PlacedEntity extends EntityDeclaration {
  readonly container: FormContainer;
}

/**
 * Finds the container of each entity: the repeat of its row, else the container of the questions saved to it. One container
 * holds one entity, since one `meta` does. Validates the save_to column as well; problems go to the log.
 */
export function placeEntities(
  declarations: readonly EntityDeclaration[],
  root: FormRoot,
  references: References,
  log: ProblemLog,
): PlacedEntity[] {
  const saved = [...descendants(root)].flatMap((node) => readSavedProperty(node, declarations, log) ?? []);
  validateProperties(saved, log);
  const entities = declarations.map((declaration) => {
    const nodes = saved.filter(({ dataset }) => dataset === declaration.dataset).map(({ node }) => node);
    const named = namedRepeat(declaration, references, log);
    const container =
      named ?? (declarations.length === 1 ? repeatOrRoot(nodes, root) : commonContainer(nodes, root));
    validateScope(nodes, container, log);
    validateMetaName(container, log);
    return { ...declaration, container };
  });
  validateContainers(entities, log);
  return entities;
}

function repeatOrRoot([first]: readonly FormNode[], root: FormRoot): FormRoot | FormRepeat {
  return first?.repeat ?? root;
}

function commonContainer([first, ...others]: readonly FormNode[], root: FormRoot): FormContainer {
  let container: FormContainer = first?.parent ?? root;
  for (const node of others) {
    while (container.parent !== null && !node.path.startsWith(`${container.path}/`))
      container = container.parent;
  }
  return container;
}

function namedRepeat(
  { row, repeat }: EntityDeclaration,
  references: References,
  log: ProblemLog,
): FormRepeat | undefined {
  if (repeat === undefined) return undefined;
  const at = { sheet: 'entities', row, column: 'repeat' };
  const reference = readReference(repeat);
  const target = reference === null ? undefined : references.resolve(reference.name, at);
  if (target?.kind === 'repeat') return target;
  if (reference === null || target !== undefined) {
    log.refuse(
      at,
      `"${repeat}" is not a repeat. Write the name of one, such as \${trees}, or leave the cell empty.`,
    );
  }
  return undefined;
}

/** Refuses saved questions that have more than one answer per entity. */
function validateScope(nodes: readonly FormNode[], container: FormContainer, log: ProblemLog): void {
  const repeat = container.kind === 'repeat' ? container : container.repeat;
  for (const node of nodes) {
    if (node.repeat === repeat) continue;
    log.refuse(
      saveTo(node),
      repeat === null
        ? 'Answers inside a repeat can be many and the entity is one. Move save_to to a question outside the repeat.'
        : `The entity is created in the repeat "${repeat.name}". Move save_to to a question directly in that repeat.`,
    );
  }
}

function validateMetaName(container: FormContainer, log: ProblemLog): void {
  const conflicting = container.children.find(({ name }) => name === 'meta');
  if (conflicting === undefined || container.kind === 'root') return;
  log.refuse(
    { sheet: 'survey', row: conflicting.row, column: 'name' },
    `The name "meta" is taken by the entity of the ${container.kind} "${container.name}". Use another name.`,
  );
}

function validateContainers(entities: readonly PlacedEntity[], log: ProblemLog): void {
  const byContainer = new Map<FormContainer, PlacedEntity>();
  for (const entity of entities) {
    const other = byContainer.get(entity.container);
    if (other === undefined) byContainer.set(entity.container, entity);
    else {
      log.refuse(
        { sheet: 'entities', row: entity.row, column: 'list_name' },
        `The entities "${other.dataset}" and "${entity.dataset}" would be created in the same place. Put the questions saved to each into a group or repeat of their own.`,
      );
    }
  }
}

function saveTo({ row }: FormNode) {
  return { sheet: 'survey', row, column: 'save_to' };
}
