import { SurveyRow } from '../content';
import { FormProblem, sourceRowOf } from '../form-problem';
import { isEndRow } from './row-type';

/** NCName: an XML name without a colon. */
const XML_NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_.·-]*$/u;

/**
 * Checks the names of an imported file: valid XML names, unique in the whole form (contract-xlsform 2.5). Skips cells
 * of a wrong type, which are reported elsewhere.
 */
export function checkNames(survey: readonly SurveyRow[], problems: FormProblem[]): void {
  const firstRows = new Map<string, number>();
  survey.forEach((row, index) => {
    const { name } = row;
    if (typeof name !== 'string' || (typeof row.type === 'string' && isEndRow(row.type))) return;
    const rowNumber = sourceRowOf(row, index);
    const report = (message: string) =>
      problems.push({ sheet: 'survey', row: rowNumber, column: 'name', message });
    if (!XML_NAME.test(name)) {
      report(`Invalid node name: ${name}. Use letters, digits and "_", and begin with a letter or "_".`);
    }
    const firstRow = firstRows.get(name);
    if (firstRow === undefined) firstRows.set(name, rowNumber);
    else report(`Duplicate node name: ${name}. Row ${firstRow} has it already; give each row its own name.`);
  });
}
