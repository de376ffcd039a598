import { Cells, cellText, FormNode } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { isXmlName } from '../xml/xml-tree';
import { EntityDeclaration } from './entity-declaration';

/** Parsed `save_to` of a question: list and property that store its answer. */
export interface SavedProperty {
  readonly node: FormNode;
  readonly dataset: string;
  readonly property: string;
}

/** Column of `save_to` in standard content. */
export const SAVE_TO_COLUMN = 'bind::entities:saveto';

const RESERVED_PROPERTIES: ReadonlySet<string> = new Set(['name', 'label']);

/** Parses `save_to`: `property` or `list#property`; undefined if absent or invalid, problems go to the log. */
export function readSavedProperty(
  node: FormNode,
  declarations: readonly EntityDeclaration[],
  log: ProblemLog,
): SavedProperty | undefined {
  const saveTo = saveToOf(node);
  if (saveTo === undefined) return undefined;
  const { list, property } = splitSaveTo(saveTo);
  const [first, second] = declarations;
  if (first === undefined) {
    return refuse(node, 'save_to needs an entity to save to. Declare it on a sheet named entities.', log);
  }
  if (list === undefined && second !== undefined) {
    const example = `${first.dataset}#${property}`;
    return refuse(
      node,
      `The form declares several entities. Specify the list that "${property}" is saved to, such as ${example}.`,
      log,
    );
  }
  const dataset = list ?? first.dataset;
  if (!declarations.some((declaration) => declaration.dataset === dataset)) {
    return refuse(
      node,
      `There is no list "${dataset}" on the entities sheet. Declare it, or check the spelling.`,
      log,
    );
  }
  return { node, dataset, property };
}

/** Text of the `save_to` column; undefined if empty. */
export function saveToOf({ cells }: { readonly cells: Cells }): string | undefined {
  return cellText(cells, SAVE_TO_COLUMN) ?? cellText(cells, 'save_to');
}

/** Splits `trees#height` into list and property; without `#` there is no list. */
export function splitSaveTo(saveTo: string): { list: string | undefined; property: string } {
  const hash = saveTo.indexOf('#');
  return hash < 0
    ? { list: undefined, property: saveTo }
    : { list: saveTo.slice(0, hash).trim(), property: saveTo.slice(hash + 1).trim() };
}

/** Refuses invalid property names and two answers for one property. */
export function validateProperties(saved: readonly SavedProperty[], log: ProblemLog): void {
  const rows = new Map<string, number>();
  for (const { node, dataset, property } of saved) {
    validateName(node, property, log);
    const key = `${dataset}#${property}`;
    const first = rows.get(key);
    if (first === undefined) rows.set(key, node.row);
    else refuse(node, `Row ${first} saves to "${property}" already. Use another property.`, log);
  }
}

function validateName(node: FormNode, property: string, log: ProblemLog): void {
  if (node.kind !== 'question') {
    refuse(node, `A ${node.kind} has no answer to save. Move save_to to a question.`, log);
  }
  if (RESERVED_PROPERTIES.has(property.toLowerCase())) {
    refuse(node, `"${property}" is a built-in property of every entity. Use another name.`, log);
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

function refuse(node: FormNode, message: string, log: ProblemLog): undefined {
  return log.refuse({ sheet: 'survey', row: node.row, column: 'save_to' }, message);
}
