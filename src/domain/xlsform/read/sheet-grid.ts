import { FormProblem } from '../../content/form-problem';
import { whyUnusableKey } from '../../content/standard/loose-content';
import { whyUnstorable } from '../../text/unstorable-text';
import { ReadLimits, WorkbookRow, WorkbookSheet } from '../workbook';
import { UnreadableFileError } from './unreadable-file';

/** Rows beyond so many empty ones are leftovers of formatting (contract-xlsform 2.9). */
const MAX_EMPTY_ROWS = 60;

/** One row's texts by column, from 0; cleaned, none of them empty. Sparse, as sheets are. */
export type RowCells = ReadonlyMap<number, string>;

/** Counts what all sheets of a workbook hold together against the limits. */
export class ReadBudget {
  private rows = 0;
  private cells = 0;
  private characters = 0;

  constructor(readonly limits: ReadLimits) {}

  /** @throws UnreadableFileError when the workbook holds more than a form can. */
  spend(cells: RowCells): void {
    this.rows += 1;
    this.cells += cells.size;
    for (const cell of cells.values()) this.characters += cell.length;
    this.refuseAbove('rows', this.rows);
    this.refuseAbove('cells', this.cells);
    this.refuseAbove('characters', this.characters);
  }

  private refuseAbove(what: 'rows' | 'cells' | 'characters', count: number): void {
    if (count > this.limits[what]) {
      throw new UnreadableFileError(`it has more than ${this.limits[what]} ${what}; split the form.`);
    }
  }
}

/** Told the names of all tabs, gives for each one a grid to fill, or undefined to leave it unread. */
export type GridChooser = (tabs: readonly string[]) => (SheetGrid | undefined)[];

/**
 * Takes the rows of one sheet in order, as a file format gives them, and makes a sheet of them: the first row is the
 * header, the others are cells by header. Memory holds what is in the cells, never the rectangle around them.
 */
export class SheetGrid {
  private readonly rows: WorkbookRow[] = [];
  /** By column; a column that has no header, or none that can be used, is not read. */
  private headers: ReadonlyMap<number, string> | undefined;
  private lastFilled = 1;

  constructor(
    private readonly name: string,
    private readonly budget: ReadBudget,
    private readonly problems: FormProblem[],
  ) {}

  /**
   * One row: its number from 1, and its cells, which are not kept.
   * Returns false when the rest of the sheet is of no interest.
   */
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
      const unusable = whyUnusableKey(header);
      const reason =
        unusable ?? (others.length > 0 ? 'stands there more than once; keep one of the columns' : undefined);
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
      const reason = whyUnstorable(cell);
      if (reason === undefined) named.set(header, cell);
      else this.report(number, header, `the cell ${reason}.`);
    }
    if (named.size > 0) this.rows.push({ number, cells: named });
  }

  private report(row: number, column: string, message: string): void {
    this.problems.push({ sheet: this.name, row, column, message });
  }
}
