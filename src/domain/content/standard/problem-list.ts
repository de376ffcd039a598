import { bySheetAndRow, FormProblem, FormProblemsError } from '../form-problem';

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
