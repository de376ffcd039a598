import { setSourceRow } from '../content/form-problem';
import { RawContent, RawRow } from '../content/standard/raw-content';
import { profilesFromSheet } from './locking-profiles';
import { Workbook, WorkbookSheet } from './workbook';

const LOCKING_PROFILES = 'kobo--locking-profiles';

/** Converts the sheets of a workbook to raw content with source rows, questions from `formSheet`. */
export function rawContentFromWorkbook(workbook: Workbook, formSheet: 'survey' | 'library'): RawContent {
  const raw: RawContent = { survey: [], settings: {} };
  for (const [name, sheet] of workbook.sheets) {
    if (name === formSheet) raw.survey = rowsOf(sheet, true);
    else if (name === 'choices') raw.choices = rowsOf(sheet, true);
    else if (name === 'settings')
      raw.settings = Object.assign({}, ...rowsOf(sheet, false)) as Record<string, unknown>;
    else if (name === LOCKING_PROFILES) raw[name] = profilesFromSheet(sheet);
    else if (name !== 'survey' && name !== 'library') raw[name] = rowsOf(sheet, false);
  }
  return raw;
}

/**
 * With `allHeaders` the first row has every header, so that an empty language column keeps its language and position.
 * Adds a row if there is none; without a type or list it is dropped by standardisation.
 */
function rowsOf(sheet: WorkbookSheet, allHeaders: boolean): RawRow[] {
  const noRows = allHeaders && sheet.rows.length === 0 && sheet.headers.length > 0;
  const rows = noRows ? [{ number: 2, cells: new Map<string, string>() }] : sheet.rows;
  return rows.map(({ number, cells }, index) => {
    const row: RawRow =
      allHeaders && index === 0
        ? Object.fromEntries(sheet.headers.map((header) => [header, cells.get(header) ?? '']))
        : Object.fromEntries(cells);
    setSourceRow(row, number);
    return row;
  });
}
