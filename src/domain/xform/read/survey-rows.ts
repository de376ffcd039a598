import { SurveyRow } from '../../content/content';
import { sourceRowOf } from '../../content/form-problem';
import { Cells, cellText, cleanCells, SheetRow } from '../form/cells';
import { parseYesNo } from '../../content/standard/yes-no';
import { noteName } from '../../content/standard/row-names';
import { ProblemLog } from '../form/problem-log';

export interface TypedRow extends SheetRow {
  readonly type: string;
  /** True for a row that a loop copied, each copy in its own group. */
  readonly fromLoop?: boolean;
}

/**
 * Reads the rows of the survey: cleaned, types normalized, disabled and empty rows skipped. A row with cells but without a
 * type is refused.
 */
export function readSurveyRows(
  survey: readonly SurveyRow[],
  collapseSpaces: boolean,
  log: ProblemLog,
): TypedRow[] {
  const rows: TypedRow[] = [];
  survey.forEach((source, index) => {
    const row = sourceRowOf(source, index);
    const cells = cleanCells(source, collapseSpaces);
    const disabled = cellText(cells, 'disabled');
    if (disabled !== undefined) {
      log.warn(
        { sheet: 'survey', row, column: 'disabled' },
        'This column is no longer part of XLSForm. Use relevant to hide a question.',
      );
      if (parseYesNo(disabled) === true) return;
    }
    const type = cellText(cells, 'type');
    if (type !== undefined) {
      rows.push({ row, cells, type: canonicalSpelling(type) });
    } else if (Object.keys(cells).some((column) => !column.startsWith('$'))) {
      log.refuse(
        { sheet: 'survey', row, column: 'type' },
        'The row has no type. Give it one, such as text, or empty the row.',
      );
    }
  });
  return rows;
}

const SECTION = /^(begin|end)[ _](group|lgroup|repeat|looped group)$/i;

function canonicalSpelling(type: string): string {
  const section = SECTION.exec(type);
  if (section === null) return type;
  const kind = section[2]!.toLowerCase();
  return `${section[1]!.toLowerCase()}_${kind === 'group' ? 'group' : 'repeat'}`;
}

/** Creates a row derived from another one; its problems have the row number of that one. */
export function generatedRow(
  from: SheetRow,
  type: string,
  cells: Cells,
  sourceColumns: Readonly<Record<string, string>> = {},
): TypedRow {
  return { row: from.row, type, cells: { ...cells, type }, sourceColumns };
}

/** Copies a row with some cells replaced; undefined removes a cell. */
export function withCells(row: TypedRow, changes: Cells): TypedRow {
  const cells = Object.fromEntries(
    Object.entries({ ...row.cells, ...changes }).filter(([, value]) => value !== undefined),
  );
  return { ...row, cells };
}

/** Name of the node: the name cell, else the generated $autoname (contract-xlsform 2.5). */
export function nameOf(row: TypedRow): string | undefined {
  if (row.type === 'audit') return cellText(row.cells, 'name') ?? 'audit';
  const name = cellText(row.cells, 'name') ?? cellText(row.cells, '$autoname');
  return name ?? (row.type === 'note' ? noteName(row.row) : undefined);
}
