import { FormProblem, setSourceRow, sourceRowOf } from '../form-problem';
import { FormSheet, isAlwaysTranslated, isTextColumn } from './column-header';
import { RawRow } from './raw-content';

/** Text columns with a list of texts in at least one row. */
export function columnsWithTextLists(rows: readonly RawRow[]): Set<string> {
  const columns = new Set<string>();
  for (const row of rows) {
    for (const column in row) if (Array.isArray(row[column]) && isTextColumn(column)) columns.add(column);
  }
  return columns;
}

/**
 * Copies rows that claim to be in standard form. Pads lists of texts with null to one entry per translation, and
 * converts plain text in such a column to the first entry. Adds columns found to contain texts to `translated`.
 */
export function normaliseStandardRows(
  sheet: FormSheet,
  rows: readonly RawRow[],
  translationCount: number,
  translated: Set<string>,
  problems: FormProblem[],
): RawRow[] {
  return rows.map((given, index) => {
    const row = { ...given };
    const rowNumber = sourceRowOf(given, index);
    const report = (column: string, message: string) =>
      problems.push({ sheet, row: rowNumber, column, message });
    for (const column in row) {
      if (!translated.has(column) && !isAlwaysTranslated(column)) continue;
      const texts = padTexts(row[column], translationCount);
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
    return setSourceRow(row, rowNumber);
  });
}

function padTexts(cell: unknown, length: number): unknown[] | undefined {
  const texts = Array.isArray(cell) ? Array.from<unknown>(cell) : [cell];
  if (!texts.every((text) => text === null || typeof text === 'string')) return undefined;
  while (texts.length < length) texts.push(null);
  return texts;
}
