import { rememberSourceRow } from '../content/form-problem';
import { LooseContent, LooseRow } from '../content/standard/loose-content';
import { profilesFromSheet } from './locking-profiles';
import { Workbook, WorkbookSheet } from './workbook';

const LOCKING_PROFILES = 'kobo--locking-profiles';

/**
 * The sheets of a workbook as loose content, its questions taken from `formSheet`. Rows remember their spreadsheet number.
 */
export function looseFromWorkbook(workbook: Workbook, formSheet: 'survey' | 'library'): LooseContent {
  const loose: LooseContent = { survey: [], settings: {} };
  for (const [name, sheet] of workbook.sheets) {
    if (name === formSheet) loose.survey = rowsOf(sheet, true);
    else if (name === 'choices') loose.choices = rowsOf(sheet, true);
    else if (name === 'settings')
      loose.settings = Object.assign({}, ...rowsOf(sheet, false)) as Record<string, unknown>;
    else if (name === LOCKING_PROFILES) loose[name] = profilesFromSheet(sheet);
    else if (name !== 'survey' && name !== 'library') loose[name] = rowsOf(sheet, false);
  }
  return loose;
}

/**
 * With `allHeaders` the first row shows every header, as empty text where it has nothing: a language whose column stands
 * empty is still a language of the form, in the place where its column is. Where there is no row at all, one is made up for
 * this; being without a type or list, it goes when the rows are standardised.
 */
function rowsOf(sheet: WorkbookSheet, allHeaders: boolean): LooseRow[] {
  const noRows = allHeaders && sheet.rows.length === 0 && sheet.headers.length > 0;
  const rows = noRows ? [{ number: 2, cells: new Map<string, string>() }] : sheet.rows;
  return rows.map(({ number, cells }, index) => {
    const row: LooseRow =
      allHeaders && index === 0
        ? Object.fromEntries(sheet.headers.map((header) => [header, cells.get(header) ?? '']))
        : Object.fromEntries(cells);
    rememberSourceRow(row, number);
    return row;
  });
}
