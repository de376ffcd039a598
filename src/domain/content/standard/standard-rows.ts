import { FormProblem, rememberSourceRow, sourceRowOf } from '../form-problem';
import { FormSheet, isAlwaysTranslated, isTextColumn } from './column-header';
import { LooseRow } from './loose-content';

/** Text columns that have a list of texts in some row. */
export function listedColumns(rows: readonly LooseRow[]): Set<string> {
  const columns = new Set<string>();
  for (const row of rows) {
    for (const column in row) if (Array.isArray(row[column]) && isTextColumn(column)) columns.add(column);
  }
  return columns;
}

/**
 * Copies of rows that claim to be in standard form already. Lists of texts are filled up with null to one entry per
 * translation, and plain text in such a column becomes the first entry, so that the rest of the program may rely on them.
 * Columns found to hold texts are added to `translated`.
 */
export function keepStandardRows(
  sheet: FormSheet,
  rows: readonly LooseRow[],
  translationCount: number,
  translated: Set<string>,
  problems: FormProblem[],
): LooseRow[] {
  return rows.map((given, index) => {
    const row = { ...given };
    const rowNumber = sourceRowOf(given, index);
    const report = (column: string, message: string) =>
      problems.push({ sheet, row: rowNumber, column, message });
    for (const column in row) {
      if (!translated.has(column) && !isAlwaysTranslated(column)) continue;
      const texts = wholeList(row[column], translationCount);
      if (texts === undefined)
        report(column, 'send a list with one text per translation, null where it is missing.');
      else row[column] = texts;
      translated.add(column);
    }
    for (const column of sheet === 'survey' ? ['type', 'name'] : ['list_name', 'name']) {
      if (row[column] === null) delete row[column];
      else if (typeof row[column] === 'number') row[column] = String(row[column]);
      else if (row[column] !== undefined && typeof row[column] !== 'string') report(column, 'send text.');
    }
    rememberSourceRow(row, rowNumber);
    return row;
  });
}

function wholeList(cell: unknown, length: number): unknown[] | undefined {
  const texts = Array.isArray(cell) ? Array.from<unknown>(cell) : [cell];
  if (!texts.every((text) => text === null || typeof text === 'string')) return undefined;
  while (texts.length < length) texts.push(null);
  return texts;
}
