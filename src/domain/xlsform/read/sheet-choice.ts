import { FormProblem } from '../../content/form-problem';
import { withKoboDashes } from '../../content/standard/column-header';
import { FORM_SHEETS } from '../workbook';

/**
 * Which sheets of a file are sheets of a form: for each tab the form sheet's name, or undefined for one to leave unread.
 * Letter case does not matter; a single sheet is the survey whatever it is called (contract-xlsform 2.9). Two tabs with one
 * meaning are a problem.
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
