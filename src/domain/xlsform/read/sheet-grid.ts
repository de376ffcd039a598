import { FormProblem } from '../../content/form-problem';
import { unusableKeyReason } from '../../content/standard/raw-content';
import { unstorableReason } from '../../text/unstorable-text';
import { ReadLimits, WorkbookRow, WorkbookSheet } from '../workbook';
import { InvalidError } from '../../errors';

/** Existing clients match this text. */
const UNSUPPORTED = 'Unsupported format, or corrupt file';

/** The file cannot be read; `reason` completes the sentence, with a fix. */
export class UnreadableFileError extends InvalidError {
  constructor(reason: string) {
    super(`${UNSUPPORTED}: ${reason}`);
  }
}

/** Rows after more empty ones exist only because of formatting (contract-xlsform 2.9). */
const MAX_EMPTY_ROWS = 60;

/** 0-based column → cleaned, non-empty text. */
export type RowCells = ReadonlyMap<number, string>;

/** Counts rows, cells and characters of all sheets against the limits. */
export class ReadBudget {
  private readonly spent = { rows: 0, cells: 0, characters: 0 };

  constructor(readonly limits: ReadLimits) {}

  spend(cells: RowCells): void {
    this.spent.rows += 1;
    this.spent.cells += cells.size;
    for (const cell of cells.values()) this.spent.characters += cell.length;
    for (const unit of ['rows', 'cells', 'characters'] as const) {
      if (this.spent[unit] > this.limits[unit])
        throw new UnreadableFileError(`it has more than ${this.limits[unit]} ${unit}; split the form.`);
    }
  }
}

/** Maps the names of all tabs to grids to fill, or undefined to skip a tab. */
export type GridChooser = (tabs: readonly string[]) => (SheetGrid | undefined)[];

/**
 * Collects the rows of one sheet in order: the first row is the header, the others are cells by header. Sparse: memory
 * depends on the cells, not on the rectangle around them.
 */
export class SheetGrid {
  private readonly rows: WorkbookRow[] = [];
  /** By column; columns without a valid header are skipped. */
  private headers: ReadonlyMap<number, string> | undefined;
  private lastFilled = 1;

  constructor(
    private readonly name: string,
    private readonly budget: ReadBudget,
    private readonly problems: FormProblem[],
  ) {}

  /** Adds a row with its 1-based number. @returns false if the rest of the sheet can be skipped */
  add(number: number, cells: RowCells): boolean {
    if (this.headers !== undefined && number - this.lastFilled > MAX_EMPTY_ROWS + 1) return false;
    if (cells.size === 0) return true;
    this.budget.spend(cells);
    if (this.headers === undefined) this.headers = this.readHeaders(number, cells);
    else this.addRow(number, cells, this.headers);
    this.lastFilled = number;
    return true;
  }

  finish(): WorkbookSheet {
    return { name: this.name, headers: [...(this.headers?.values() ?? [])], rows: this.rows };
  }

  private readHeaders(number: number, cells: RowCells): Map<number, string> {
    const { columns } = this.budget.limits;
    if (cells.size > columns) {
      throw new UnreadableFileError(`sheet ${this.name} has more than ${columns} columns; remove some.`);
    }
    const headers = new Map<number, string>();
    const columnsOf = new Map<string, number[]>();
    for (const [column, cell] of cells) {
      const header = cell.replace(/\s+/g, ' ');
      columnsOf.set(header, [...(columnsOf.get(header) ?? []), column]);
    }
    for (const [header, [first = 0, ...others]] of columnsOf) {
      const unusable = unusableKeyReason(header);
      const reason =
        unusable ?? (others.length > 0 ? 'appears more than once; keep one of the columns' : undefined);
      if (reason !== undefined) this.report(number, header.replace(/\0/g, ''), `the header ${reason}.`);
      if (unusable === undefined) headers.set(first, header);
    }
    return headers;
  }

  private addRow(number: number, cells: RowCells, headers: ReadonlyMap<number, string>): void {
    const named = new Map<string, string>();
    for (const [column, cell] of cells) {
      const header = headers.get(column);
      if (header === undefined) continue;
      const reason = unstorableReason(cell);
      if (reason === undefined) named.set(header, cell);
      else this.report(number, header, `the cell ${reason}.`);
    }
    if (named.size > 0) this.rows.push({ number, cells: named });
  }

  private report(row: number, column: string, message: string): void {
    this.problems.push({ sheet: this.name, row, column, message });
  }
}
