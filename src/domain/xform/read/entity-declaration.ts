import { Content } from '../../asset/content';
import { sourceRowOf } from '../../asset/form-problem';
import { isXmlName } from '../xml/xml-names';
import { cellText, Cells, cleanCells } from './cells';
import { FormNode } from './form-tree';
import { ProblemLog } from './problem-log';

/** The entity that a submission creates or updates (contract-xlsform 3.8, ODK Entities 2024.1.0). */
export interface EntityDeclaration {
  readonly row: number;
  readonly dataset: string;
  readonly label: string | undefined;
  readonly entityId: string | undefined;
  readonly createIf: string | undefined;
  readonly updateIf: string | undefined;
}

/** Reads the entities sheet; null when the form declares none. */
export function readEntity(content: Content, log: ProblemLog): EntityDeclaration | null {
  const sheet = content['entities'];
  const sources = Array.isArray(sheet) ? (sheet as Record<string, unknown>[]) : [];
  const rows = sources
    .map((source, index) => ({ row: sourceRowOf(source, index), cells: cleanCells(source, false) }))
    .filter(({ cells }) => Object.keys(cells).length > 0);
  const [first, second] = rows;
  if (first === undefined) return null;
  if (second !== undefined) {
    log.refuse(
      { sheet: 'entities', row: second.row },
      'A submission can create or update one entity only. Keep one row.',
    );
  }
  return judged(first.row, first.cells, log);
}

function judged(row: number, cells: Cells, log: ProblemLog): EntityDeclaration {
  const text = (...columns: string[]) =>
    columns.map((column) => cellText(cells, column)).find((value) => value !== undefined);
  const entity = {
    row,
    dataset: text('list_name', 'list name', 'dataset') ?? '',
    label: text('label'),
    entityId: text('entity_id'),
    createIf: text('create_if'),
    updateIf: text('update_if'),
  };
  const refuse = (column: string, message: string) => log.refuse({ sheet: 'entities', row, column }, message);
  if (entity.dataset === '') refuse('list_name', 'The row names no list of entities. Give its name.');
  else if (entity.dataset.startsWith('__')) {
    refuse('list_name', `"${entity.dataset}" begins with "__", which is reserved. Use another name.`);
  } else if (!isXmlName(entity.dataset) || entity.dataset.includes('.')) {
    refuse(
      'list_name',
      `"${entity.dataset}" can't name a list of entities. Begin with a letter or "_" and use letters, digits, "_" and "-" only.`,
    );
  }
  if (text('repeat') !== undefined) {
    refuse(
      'repeat',
      'Entities made inside a repeat are not supported. Declare the entity for the whole form.',
    );
  }
  judgeConditions(entity, refuse);
  return entity;
}

function judgeConditions(
  { label, entityId, createIf, updateIf }: EntityDeclaration,
  refuse: (column: string, message: string) => void,
): void {
  if (updateIf !== undefined && entityId === undefined) {
    refuse('entity_id', 'To update an entity the form must say which one. Fill in entity_id.');
  }
  if (entityId !== undefined && createIf !== undefined && updateIf === undefined) {
    refuse(
      'update_if',
      'With entity_id and create_if the form must also say when to update. Fill in update_if.',
    );
  }
  if (entityId === undefined && updateIf === undefined && label === undefined) {
    refuse('label', 'A new entity needs a label. Fill in an expression, such as ${name}.');
  }
}

/** Property names that every entity has by itself. */
const RESERVED_PROPERTIES: ReadonlySet<string> = new Set(['name', 'label']);

/** Judges the save_to column of the survey. */
export function judgeSaveTo(
  nodes: Iterable<FormNode>,
  entity: EntityDeclaration | null,
  log: ProblemLog,
): void {
  for (const node of nodes) {
    const property = cellText(node.cells, 'save_to');
    if (property === undefined) continue;
    const refuse = (message: string) =>
      log.refuse({ sheet: 'survey', row: node.row, column: 'save_to' }, message);
    if (entity === null) refuse('save_to needs an entity to save to. Declare it on a sheet named entities.');
    if (node.kind !== 'question') refuse(`A ${node.kind} has no answer to save. Move save_to to a question.`);
    else if (node.repeat !== null) {
      refuse(
        'Answers inside a repeat can be many and an entity is one. Move save_to to a question outside the repeat.',
      );
    }
    if (RESERVED_PROPERTIES.has(property.toLowerCase())) {
      refuse(`"${property}" is a property that every entity has by itself. Use another name.`);
    } else if (property.startsWith('__')) {
      refuse(`"${property}" begins with "__", which is reserved. Use another name.`);
    } else if (!isXmlName(property)) {
      refuse(
        `"${property}" can't name a property. Begin with a letter or "_" and use letters, digits, "_" and "-" only.`,
      );
    }
  }
}
