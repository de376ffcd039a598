import { References } from '../expression/references';
import { readReference } from '../expression/expression-tokens';
import { isXmlName } from '../xml/xml-names';
import { cellText } from '../form/cells';
import { EntityDeclaration } from './entity-declaration';
import { descendants, FormNode, FormRepeat, FormRoot } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';

/** An entity and where it is made: once for the form, or once for each copy of a repeat. */
export interface PlacedEntity extends EntityDeclaration {
  readonly container: FormRoot | FormRepeat;
}

/**
 * Finds the place of an entity: the repeat that its row names, else the repeat that holds the questions saved to it,
 * else the form. Judges the save_to column on the way; problems go to the log.
 */
export function placeEntity(
  declaration: EntityDeclaration | null,
  root: FormRoot,
  references: References,
  log: ProblemLog,
): PlacedEntity | null {
  const saved = [...descendants(root)].filter((node) => node.cells['save_to'] !== undefined);
  for (const node of saved) judgeProperty(node, declaration !== null, log);
  if (declaration === null) return null;
  const container = namedRepeat(declaration, references, log) ?? saved[0]?.repeat ?? root;
  for (const node of saved) {
    if (node.repeat === (container.kind === 'repeat' ? container : null)) continue;
    refuse(
      node,
      container.kind === 'root'
        ? 'Answers inside a repeat can be many and the entity is one. Move save_to to a question outside the repeat.'
        : `The entity is made in the repeat "${container.name}". Move save_to to a question directly in that repeat.`,
      log,
    );
  }
  const inTheWay = container.children.find(({ name }) => name === 'meta');
  if (inTheWay !== undefined && container.kind === 'repeat') {
    log.refuse(
      { sheet: 'survey', row: inTheWay.row, column: 'name' },
      `The name "meta" is taken by the entity of the repeat "${container.name}". Use another name.`,
    );
  }
  return { ...declaration, container };
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
      `"${repeat}" is no repeat. Write the name of one, such as \${trees}, or leave the cell empty.`,
    );
  }
  return undefined;
}

/** Property names that every entity has by itself. */
const RESERVED_PROPERTIES: ReadonlySet<string> = new Set(['name', 'label']);

function judgeProperty(node: FormNode, hasEntity: boolean, log: ProblemLog): void {
  const property = cellText(node.cells, 'save_to') ?? '';
  if (!hasEntity) {
    refuse(node, 'save_to needs an entity to save to. Declare it on a sheet named entities.', log);
  }
  if (node.kind !== 'question') {
    refuse(node, `A ${node.kind} has no answer to save. Move save_to to a question.`, log);
  }
  if (RESERVED_PROPERTIES.has(property.toLowerCase())) {
    refuse(node, `"${property}" is a property that every entity has by itself. Use another name.`, log);
  } else if (property.startsWith('__')) {
    refuse(node, `"${property}" begins with "__", which is reserved. Use another name.`, log);
  } else if (!isXmlName(property)) {
    refuse(
      node,
      `"${property}" can't name a property. Begin with a letter or "_" and use letters, digits, "_" and "-" only.`,
      log,
    );
  }
}

function refuse(node: FormNode, message: string, log: ProblemLog): void {
  log.refuse({ sheet: 'survey', row: node.row, column: 'save_to' }, message);
}
