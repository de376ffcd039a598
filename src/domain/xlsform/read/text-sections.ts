import { FORM_SHEETS } from '../workbook';
import { cleanText } from './cell-text';
import { GridChooser, RowCells } from './sheet-grid';
import { UnreadableFileError } from './unreadable-file';

/** Several sheets in one text: a row with the name of the sheet in the first column, its rows in the others. */

/** Limit of records in a text, empty ones too. */
export const MAX_RECORDS = 20_000;

export function isSectionName(text: string): boolean {
  return FORM_SHEETS.has(text.toLowerCase());
}

/**
 * Fills the grids of all sections; their rows are numbered from the header of each.
 * @param read calls `add` with each record of the text; called twice, so that the text is not held twice
 */
export function fillSections(read: (add: (cells: RowCells) => void) => void, choose: GridChooser): void {
  const names: string[] = [];
  read((cells) => {
    const name = cells.get(0);
    if (name !== undefined) names.push(name);
  });
  const grids = choose(names);
  let section = -1;
  let row = 0;
  read((cells) => {
    if (cells.has(0)) {
      section += 1;
      row = 0;
    }
    const own = withoutFirstColumn(cells);
    if (row === 0 && own.size === 0) return;
    row += 1;
    grids[section]?.add(row, own);
  });
}

function withoutFirstColumn(cells: RowCells): RowCells {
  return new Map([...cells].flatMap(([column, cell]) => (column === 0 ? [] : [[column - 1, cell]])));
}

/** Whether a text consists of tables in Markdown. */
export function isMarkdown(text: string): boolean {
  return /^\s*\|/.test(text);
}

/** Reads the rows of tables in Markdown, without the rules below headers. `\|` in a cell is a bar. */
export function readMarkdown(text: string, add: (cells: RowCells) => void): void {
  const lines = text.split(/\r\n|\r|\n/, MAX_RECORDS + 1);
  if (lines.length > MAX_RECORDS) {
    throw new UnreadableFileError(`it has more than ${MAX_RECORDS} rows; split the form.`);
  }
  for (const line of lines) {
    const row = line.trim();
    const isRule = row.includes('-') && /^[|\s:-]+$/.test(row);
    if (!row.startsWith('|') || isRule) continue;
    const cells = new Map<number, string>();
    for (const [column, cell] of row
      .slice(1)
      .split(/(?<!\\)\|/)
      .entries()) {
      const text = cleanText(cell.replaceAll('\\|', '|'));
      if (text !== '') cells.set(column, text);
    }
    add(cells);
  }
}
