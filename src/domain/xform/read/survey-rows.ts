import { SurveyRow } from '../../content/content';
import { sourceRowOf } from '../../content/form-problem';
import { Cells, cellText, cleanCells, SheetRow, yesOrNo } from '../form/cells';
import { ProblemLog } from '../form/problem-log';

/** A row of the survey whose type is known to be there. */
export interface TypedRow extends SheetRow {
  readonly type: string;
  /** A loop made this row more than once, each in a group of its own. */
  readonly repeated?: boolean;
}

/**
 * The rows of the survey that count: cleaned, without disabled ones, types in one spelling. Rows that say nothing at
 * all are passed over; a row that says something but has no type is refused.
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
        'This column is no longer part of XLSForm. Use relevant to leave a question out.',
      );
      if (yesOrNo(disabled) === true) return;
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

/** A row that the compiler adds in the name of another one; its problems are told with that one's row number. */
export function generatedRow(
  from: SheetRow,
  type: string,
  cells: Cells,
  writtenIn: Readonly<Record<string, string>> = {},
): TypedRow {
  return { row: from.row, type, cells: { ...cells, type }, writtenIn };
}

/** The row with some cells replaced; a cell given as undefined is taken out. */
export function withCells(row: TypedRow, changes: Cells): TypedRow {
  const cells = Object.fromEntries(
    Object.entries({ ...row.cells, ...changes }).filter(([, value]) => value !== undefined),
  );
  return { ...row, cells };
}

/** The name that the form will use: as typed, else as it was made from the label (contract-xlsform 2.5). */
export function nameOf(row: TypedRow): string | undefined {
  if (row.type === 'audit') return cellText(row.cells, 'name') ?? 'audit';
  const name = cellText(row.cells, 'name') ?? cellText(row.cells, '$autoname');
  return name ?? (row.type === 'note' ? `generated_note_name_${row.row}` : undefined);
}
