import { bySheetAndRow, FormProblem, FormProblemsError } from '../form-problem';

/** A person mends a few hundred problems at most before trying again. */
const MAX_PROBLEMS = 200;
/** Messages quote what was written, and anything may have been written. */
const MAX_CHARACTERS = 300;

/**
 * Ends the work on a form when something is wrong with it.
 * @throws FormProblemsError with the problems in the order of sheets and rows, cut to what a person can read
 */
export function throwIfAny(problems: readonly FormProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const shown = [...problems].sort(bySheetAndRow).slice(0, MAX_PROBLEMS).map(shorten);
  const left = problems.length - shown.length;
  if (left > 0) shown.push({ sheet: first.sheet, message: `and ${left} more problems; mend these first.` });
  throw new FormProblemsError(shown);
}

function shorten(problem: FormProblem): FormProblem {
  const { column, message } = problem;
  return { ...problem, ...(column === undefined ? {} : { column: clip(column) }), message: clip(message) };
}

function clip(text: string): string {
  return text.length <= MAX_CHARACTERS
    ? text
    : `${text.slice(0, MAX_CHARACTERS).replace(/\p{Surrogate}$/u, '')}…`;
}
