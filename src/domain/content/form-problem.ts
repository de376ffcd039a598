import { InvalidError } from '../errors';

/** One thing wrong with a form, placed where its author can find it. */
export interface FormProblem {
  /** Sheet name as the author knows it (`survey`, `choices`, `settings`, …). */
  sheet: string;
  /** Row number as a spreadsheet shows it: the header is 1, the first question 2. Absent for a whole sheet. */
  row?: number;
  column?: string;
  /** One sentence that says what is wrong and what to do about it. */
  message: string;
}

/** `survey, row 7, column relevant: …` */
export function describeProblem(problem: FormProblem): string {
  const place = [
    problem.sheet,
    ...(problem.row === undefined ? [] : [`row ${problem.row}`]),
    ...(problem.column === undefined ? [] : [`column ${problem.column}`]),
  ].join(', ');
  return `${place}: ${problem.message}`;
}

const SHEET_ORDER = ['survey', 'library', 'choices', 'external_choices', 'entities', 'settings'];

/** The order in which an author goes through a workbook; what is about a whole sheet comes before its rows. */
export function bySheetAndRow(left: FormProblem, right: FormProblem): number {
  return (
    SHEET_ORDER.indexOf(left.sheet) - SHEET_ORDER.indexOf(right.sheet) || (left.row ?? 0) - (right.row ?? 0)
  );
}

/** A form that can't be read or compiled; carries every problem found, not the first only. */
export class FormProblemsError extends InvalidError {
  constructor(readonly problems: readonly FormProblem[]) {
    super(problems.map(describeProblem).join('\n'));
  }
}

/**
 * Where a row of content stood in its sheet, when it came from a sheet. Kept beside the rows and not in them, so that
 * stored content keeps its shape (contract-xlsform 2.1).
 */
const sourceRows = new WeakMap<object, number>();

export function rememberSourceRow(row: object, rowNumber: number): void {
  sourceRows.set(row, rowNumber);
}

/** The spreadsheet row number of a row of content: remembered from its sheet, else counted from its `index`. */
export function sourceRowOf(row: object, index: number): number {
  return sourceRows.get(row) ?? index + 2;
}
