import { FormProblem } from '../../content/form-problem';
import { withKoboDashes } from '../../content/standard/column-header';
import { FORM_SHEETS } from '../workbook';

/**
 * Maps each tab to the name of a form sheet, or to undefined to skip it. Ignores letter case; a single sheet is the
 * survey under any name (contract-xlsform 2.9). Two tabs of one name are a problem.
 */
export function chooseFormSheets(tabs: readonly string[], problems: FormProblem[]): (string | undefined)[] {
  const taken = new Map<string, string>();
  return tabs.map((tab) => {
    const name = withKoboDashes(tab.trim().toLowerCase());
    if (!FORM_SHEETS.has(name)) return tabs.length === 1 ? 'survey' : undefined;
    const first = taken.get(name);
    if (first === undefined) {
      taken.set(name, tab);
      return name;
    }
    problems.push({ sheet: tab, message: `the workbook has the sheet "${first}" too; keep one of the two.` });
    return undefined;
  });
}
