/** Tables as text: CSV, and the cells that spreadsheets put on the clipboard, separated by tabs. */

const TAB = '\t';

/**
 * Reads cells that may be quoted, with line breaks in them. Lines without any text are left out.
 * @param isClipboard cells of the clipboard: spreadsheets quote there only what has a tab, a line break or quotes
 */
export function readDelimited(text: string, separator: string, { isClipboard = false } = {}): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const { cell, end } = readCell(text, at, separator, isClipboard);
    row.push(cell);
    const isCell = text.startsWith(separator, end);
    if (!isCell) {
      if (row.some((each) => each.trim() !== '')) rows.push(row);
      row = [];
    }
    at = isCell ? end + separator.length : text.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
  return rows;
}

/** @returns the cell, and the index of what ends it */
function readCell(
  text: string,
  start: number,
  separator: string,
  isClipboard: boolean,
): { cell: string; end: number } {
  const quoted = text[start] === '"' ? readQuoted(text, start, separator) : undefined;
  if (quoted !== undefined && !(isClipboard && quoted.isPlain)) return quoted;
  let end = start;
  while (end < text.length && !isEndOfCell(text, end, separator)) end += 1;
  return { cell: text.slice(start, end), end };
}

function readQuoted(
  text: string,
  start: number,
  separator: string,
): { cell: string; end: number; isPlain: boolean } | undefined {
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const end = close + 1;
  if (close < 0 || (end < text.length && !isEndOfCell(text, end, separator))) return undefined;
  const inner = text.slice(start + 1, close);
  return { cell: inner.replaceAll('""', '"'), end, isPlain: !/[\t\r\n]|""/.test(inner) };
}

function isEndOfCell(text: string, at: number, separator: string): boolean {
  return text.startsWith(separator, at) || text[at] === '\n' || text[at] === '\r';
}

/** Cells for the clipboard of a spreadsheet. */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(clipboardCell).join(TAB)).join('\r\n');
}

function clipboardCell(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
