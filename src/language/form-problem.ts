import type { FormProblem } from '../domain/content/form-problem';
import { knownText, type Localized, t } from './message';

/** A problem with its location: `survey, row 7, column relevant: …` */
export function problemText({ sheet, row, column, message }: FormProblem): Localized {
  const problem = knownText(message);
  if (row === undefined) return t('{sheet}: {problem}', { sheet, problem });
  return column === undefined
    ? t('{sheet}, row {row}: {problem}', { sheet, row: String(row), problem })
    : t('{sheet}, row {row}, column {column}: {problem}', { sheet, row: String(row), column, problem });
}

/** A location as `describeProblem` writes it; headers of columns may hold a colon, but none before a space. */
const LOCATED = /^([^\s,:]+)(?:, row (\d+))?(?:, column (.+?))?: (.+)$/s;

/** A warning of a form, which is a text with its location first. */
export function warningText(english: string): Localized {
  const [, sheet, row, column, message] = LOCATED.exec(english) ?? [];
  if (sheet === undefined || message === undefined) return knownText(english);
  return problemText({
    sheet,
    message,
    ...(row !== undefined && { row: Number(row) }),
    ...(column !== undefined && { column }),
  });
}
