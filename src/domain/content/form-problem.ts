import { InvalidError } from '../errors';

export interface FormProblem {
  sheet: string;
  /** Spreadsheet row: the header is 1, the first question 2. Absent for a whole sheet. */
  row?: number;
  column?: string;
  /** Text of the cell, abridged; absent if it is empty or unknown. */
  text?: string;
  /** Sentence: the error, then the fix. */
  message: string;
}

/** Formats a problem: `survey, row 7, column relevant: …`. */
export function describeProblem(problem: FormProblem): string {
  const location = [
    problem.sheet,
    ...(problem.row === undefined ? [] : [`row ${problem.row}`]),
    ...(problem.column === undefined ? [] : [`column ${problem.column}`]),
  ].join(', ');
  return `${location}: ${problem.message}`;
}

const SHEET_ORDER = ['survey', 'library', 'choices', 'external_choices', 'entities', 'settings'];

/** Comparator: by sheet in workbook order, then by row; problems of a whole sheet first. */
export function bySheetAndRow(left: FormProblem, right: FormProblem): number {
  return (
    SHEET_ORDER.indexOf(left.sheet) - SHEET_ORDER.indexOf(right.sheet) || (left.row ?? 0) - (right.row ?? 0)
  );
}

/** Thrown if a form cannot be read or compiled; contains every problem found. */
export class FormProblemsError extends InvalidError {
  constructor(readonly problems: readonly FormProblem[]) {
    super(problems.map(describeProblem).join('\n'));
  }
}

const MAX_PROBLEMS = 200;
/** Messages quote cells, which may be of any length. */
const MAX_MESSAGE_CHARACTERS = 300;

/**
 * Throws if there are problems.
 * @throws FormProblemsError with up to 200 problems in the order of sheets and rows
 */
export function throwIfAny(problems: readonly FormProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const shown = [...problems].sort(bySheetAndRow).slice(0, MAX_PROBLEMS).map(shorten);
  const omitted = problems.length - shown.length;
  if (omitted > 0)
    shown.push({ sheet: first.sheet, message: `and ${omitted} more problems; fix these first.` });
  throw new FormProblemsError(shown);
}

function shorten(problem: FormProblem): FormProblem {
  const { column, message } = problem;
  return { ...problem, ...(column === undefined ? {} : { column: clip(column) }), message: clip(message) };
}

function clip(text: string): string {
  return text.length <= MAX_MESSAGE_CHARACTERS
    ? text
    : `${text.slice(0, MAX_MESSAGE_CHARACTERS).replace(/\p{Surrogate}$/u, '')}…`;
}

/** Spreadsheet row numbers, stored outside the rows, so that stored content does not change (contract-xlsform 2.1). */
const sourceRows = new WeakMap<object, number>();

/** Attaches the spreadsheet row number to a row of content, and returns the row. */
export function setSourceRow<Row extends object>(row: Row, rowNumber: number): Row {
  sourceRows.set(row, rowNumber);
  return row;
}

/** Spreadsheet row number of a row of content: set by `setSourceRow`, else derived from its `index`. */
export function sourceRowOf(row: object, index: number): number {
  return sourceRows.get(row) ?? index + 2;
}
