import { Content } from '../../content/content';
import { sourceRowOf } from '../../content/form-problem';
import { isXmlName } from '../xml/xml-tree';
import { cellText, Cells, cleanCells } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';

/** Entity that a submission creates or updates (contract-xlsform 3.8). */
export interface EntityDeclaration {
  readonly row: number;
  readonly dataset: string;
  readonly label: string | undefined;
  readonly entityId: string | undefined;
  readonly createIf: string | undefined;
  readonly updateIf: string | undefined;
  /** Reference to the repeat whose copies each create one entity: `${trees}`. */
  readonly repeat: string | undefined;
}

const LIST_COLUMNS = ['list_name', 'list name', 'dataset'] as const;
const COLUMNS: ReadonlySet<string> = new Set([
  ...LIST_COLUMNS,
  ...['label', 'entity_id', 'create_if', 'update_if', 'repeat'],
]);

/** Reads the entities sheet, one row per entity, each with its own list; problems go to the log. */
export function readEntities(content: Content, log: ProblemLog): EntityDeclaration[] {
  const sheet = content['entities'];
  const sources = Array.isArray(sheet) ? (sheet as Record<string, unknown>[]) : [];
  const rows = sources
    .map((source, index) => ({ row: sourceRowOf(source, index), cells: cleanCells(source, false) }))
    .filter(({ cells }) => Object.keys(cells).length > 0);
  refuseUnknownColumns(new Set(rows.flatMap(({ cells }) => Object.keys(cells))), log);
  const entities = rows.map(({ row, cells }) => readEntity(row, cells, log));
  const rowOf = new Map<string, number>();
  for (const { dataset, row } of entities) {
    const first = rowOf.get(dataset);
    if (first === undefined) rowOf.set(dataset, row);
    else {
      log.refuse(
        { sheet: 'entities', row, column: 'list_name' },
        `Row ${first} declares the list "${dataset}" already. Keep one row per list.`,
      );
    }
  }
  return entities;
}

/** A misspelt condition would be ignored, and entities would be created or updated by mistake. */
function refuseUnknownColumns(columns: ReadonlySet<string>, log: ProblemLog): void {
  for (const column of columns) {
    if (COLUMNS.has(column) || column.startsWith('$')) continue;
    log.refuse(
      { sheet: 'entities', row: 1, column },
      `An entity has no property "${column}". Check the spelling, or remove the column.`,
    );
  }
}

function readEntity(row: number, cells: Cells, log: ProblemLog): EntityDeclaration {
  const text = (...columns: string[]) =>
    columns.map((column) => cellText(cells, column)).find((value) => value !== undefined);
  const entity = {
    row,
    dataset: text(...LIST_COLUMNS) ?? '',
    label: text('label'),
    entityId: text('entity_id'),
    createIf: text('create_if'),
    updateIf: text('update_if'),
    repeat: text('repeat'),
  };
  const refuse = (column: string, message: string) => log.refuse({ sheet: 'entities', row, column }, message);
  if (entity.dataset === '') refuse('list_name', 'The row has no list_name. Fill it in.');
  else if (entity.dataset.startsWith('__')) {
    refuse('list_name', `"${entity.dataset}" begins with "__", which is reserved. Use another name.`);
  } else if (!isXmlName(entity.dataset) || entity.dataset.includes('.')) {
    refuse(
      'list_name',
      `"${entity.dataset}" can't name a list of entities. Begin with a letter or "_" and use letters, digits, "_" and "-" only.`,
    );
  }
  const { label, entityId, createIf, updateIf } = entity;
  if (updateIf !== undefined && entityId === undefined) {
    refuse('entity_id', 'An update of an entity requires its id. Fill in entity_id.');
  }
  if (entityId !== undefined && createIf !== undefined && updateIf === undefined) {
    refuse(
      'update_if',
      'entity_id and create_if together require a condition for updates. Fill in update_if.',
    );
  }
  if (entityId === undefined && updateIf === undefined && label === undefined) {
    refuse('label', 'A new entity needs a label. Fill in an expression, such as ${name}.');
  }
  return entity;
}
