import { cellText } from '../form/cells';
import { FormNode } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { isXmlName } from '../xml/xml-names';
import { EntityDeclaration } from './entity-declaration';

/** What a question's `save_to` says: the property of which list its answer becomes. */
export interface SavedProperty {
  readonly node: FormNode;
  readonly dataset: string;
  readonly property: string;
}

/** Standard content keeps `save_to` as the attribute that it becomes. */
export const SAVE_TO_COLUMN = 'bind::entities:saveto';

/** Property names that every entity has by itself. */
const RESERVED_PROPERTIES: ReadonlySet<string> = new Set(['name', 'label']);

/** Reads `save_to`, as `property` or as `list#property`; undefined where there is none, or none that can be read. */
export function readSavedProperty(
  node: FormNode,
  declarations: readonly EntityDeclaration[],
  log: ProblemLog,
): SavedProperty | undefined {
  const written = saveToOf(node);
  if (written === undefined) return undefined;
  const { list, property } = splitSaveTo(written);
  const [first, second] = declarations;
  if (first === undefined) {
    refuse(node, 'save_to needs an entity to save to. Declare it on a sheet named entities.', log);
    return undefined;
  }
  if (list === undefined && second !== undefined) {
    refuse(
      node,
      `The form declares several entities. Say which list "${property}" is saved to: ${first.dataset}#${property}.`,
      log,
    );
    return undefined;
  }
  const dataset = list ?? first.dataset;
  if (!declarations.some((declaration) => declaration.dataset === dataset)) {
    refuse(
      node,
      `There is no list "${dataset}" on the entities sheet. Declare it, or check the spelling.`,
      log,
    );
    return undefined;
  }
  return { node, dataset, property };
}

/** What the `save_to` of a node says, if it has one. */
export function saveToOf({ cells }: FormNode): string | undefined {
  return cellText(cells, SAVE_TO_COLUMN) ?? cellText(cells, 'save_to');
}

/** `trees#height` → the list and the property; without `#` the property alone. */
export function splitSaveTo(written: string): { list: string | undefined; property: string } {
  const hash = written.indexOf('#');
  return hash < 0
    ? { list: undefined, property: written }
    : { list: written.slice(0, hash).trim(), property: written.slice(hash + 1).trim() };
}

/** Refuses properties that can't be named so, and two answers for one property. */
export function judgeProperties(saved: readonly SavedProperty[], log: ProblemLog): void {
  const rows = new Map<string, number>();
  for (const { node, dataset, property } of saved) {
    judgeName(node, property, log);
    const key = `${dataset}#${property}`;
    const first = rows.get(key);
    if (first === undefined) rows.set(key, node.row);
    else refuse(node, `Row ${first} saves to "${property}" already. Use another property.`, log);
  }
}

function judgeName(node: FormNode, property: string, log: ProblemLog): void {
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
