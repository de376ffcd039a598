import { SurveyRow } from '../content';
import { FormProblem, sourceRowOf } from '../form-problem';
import { isEndRow } from './row-type';

/** An XML name without a colon: letters, digits, `_`, `-`, `.`, not beginning with a digit, `-` or `.`. */
const XML_NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_.·-]*$/u;

/**
 * What an imported file must get right about names (contract-xlsform 2.5): XML names, each used once in the whole form.
 * Cells of a wrong type are reported elsewhere and passed over here.
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
