import { FlatSheet } from './flat-sheet';

/**
 * Sheets as one table of text, in the way that forms are written in tickets and tests: a line per sheet with its name, then
 * its rows, indented by one cell; columns aligned.
 */
export function tableView(sheets: readonly FlatSheet[]): string {
  return sheets.map(sheetLines).flat().join('\n');
}

function sheetLines({ name, headers, rows }: FlatSheet): string[] {
  const table = [headers, ...rows].map((row) => row.map(inOneLine));
  const widths = headers.map((_, column) => Math.max(...table.map((row) => length(row[column] ?? ''))));
  const indent = ' '.repeat(length(name));
  return [
    `| ${name} |`,
    ...table.map(
      (row) => `| ${[indent, ...row.map((cell, column) => pad(cell, widths[column] ?? 0))].join(' | ')} |`,
    ),
  ];
}

function inOneLine(cell: string): string {
  return cell
    .replace(/\\/g, '\\\\')
    .replace(/\|/g, '\\|')
    .replace(/\r\n|\r|\n/g, '\\n');
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(width - length(text));
}

/** In characters, not in UTF-16 units. */
function length(text: string): number {
  return Array.from(text).length;
}
