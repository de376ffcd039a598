import { cellText, Cells, cleanCells } from '../form/cells';

/** External_choices sheet: long lists that are served in itemsets.csv (contract-xlsform 3.3). */
export class ExternalChoices {
  private readonly rows: readonly Cells[];
  private readonly listNames: ReadonlySet<string>;

  constructor(sheet: unknown) {
    const rows = Array.isArray(sheet) ? (sheet as Record<string, unknown>[]) : [];
    this.rows = rows.map((row) => cleanCells(row, false));
    this.listNames = new Set(this.rows.flatMap((row) => listNameOf(row) ?? []));
  }

  has(listName: string): boolean {
    return this.listNames.has(listName);
  }

  /** Writes itemsets.csv: every cell quoted, columns in order of appearance; null without rows. */
  toCsv(): string | null {
    if (this.rows.length === 0) return null;
    const columns = new Set(
      this.rows.flatMap((row) => Object.keys(row).filter((column) => !column.startsWith('$'))),
    );
    const lines = [
      [...columns].map((column) => (column === 'list name' ? 'list_name' : column)),
      ...this.rows.map((row) => [...columns].map((column) => cellText(row, column) ?? '')),
    ];
    return lines.map((cells) => cells.map(quoted).join(',') + '\r\n').join('');
  }
}

function listNameOf(row: Cells): string | undefined {
  return cellText(row, 'list_name') ?? cellText(row, 'list name');
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
