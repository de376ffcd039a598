import { FlatSheet } from './flat-sheet';

/**
 * Formats sheets as one text table, as in issues and pyxform tests: a line with the sheet name, then its rows, indented
 * by one cell, with aligned columns.
 */
export function tableView(sheets: readonly FlatSheet[]): string {
  return sheets.flatMap(sheetLines).join('\n');
}

function sheetLines({ name, headers, rows }: FlatSheet): string[] {
  const table = [headers, ...rows].map((row) => row.map(escapeCell));
  const widths = headers.map((_, column) => Math.max(...table.map((row) => length(row[column] ?? ''))));
  const indent = ' '.repeat(length(name));
  return [
    `| ${name} |`,
    ...table.map(
      (row) => `| ${[indent, ...row.map((cell, column) => pad(cell, widths[column] ?? 0))].join(' | ')} |`,
    ),
  ];
}

function escapeCell(cell: string): string {
  return cell
    .replace(/\\/g, '\\\\')
    .replace(/\|/g, '\\|')
    .replace(/\r\n|\r|\n/g, '\\n');
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(width - length(text));
}

/** In code points. */
function length(text: string): number {
  return Array.from(text).length;
}
