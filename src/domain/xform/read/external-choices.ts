import { cellText, Cells, cleanCells } from '../form/cells';

/** The external_choices sheet: long lists that travel beside the form in itemsets.csv (contract-xlsform 3.3). */
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

  /** itemsets.csv: every cell in quotes, columns in the order in which they appear; null when there are no rows. */
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
