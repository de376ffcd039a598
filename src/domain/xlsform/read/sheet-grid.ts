import { pythonNumber } from '../../text/lossless-json';
import { FormProblem } from '../../content/form-problem';
import { unusableKeyReason } from '../../content/standard/raw-content';
import { unstorableReason } from '../../text/unstorable-text';
import { ReadLimits, WorkbookRow, WorkbookSheet } from '../workbook';
import { InvalidError } from '../../errors';

/** Converts cell values to text: every cell of a form is text (contract-xlsform 2.9). */

const MS_PER_DAY = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The 1900 date system has a false 29 February: serial numbers below it are off by one. */
const FALSE_LEAP_DAY = 60;
/** The day after 31 December 9999, the last date of spreadsheets. */
const MAX_SERIAL = 2_958_466;

/** Replaces non-breaking spaces with spaces and trims. */
export function cleanText(text: string): string {
  return text.replace(/\u00a0/g, ' ').trim();
}

/**
 * Formats integers without a fraction, others with the fewest digits that round-trip.
 * @param written the number in the file
 */
export function numberText(value: number, written = ''): string {
  // A double does not hold the digits of long identifiers. Fractions may be written with all digits of a double.
  const [, identifier] = /^(-?\d{16,300})(?:\.0*)?$/.exec(written) ?? [];
  if (identifier !== undefined) return identifier;
  return Number.isInteger(value) ? BigInt(value).toString() : pythonNumber(value);
}

export function booleanText(value: boolean): 'TRUE' | 'FALSE' {
  return value ? 'TRUE' : 'FALSE';
}

/**
 * Formats a serial date: "YYYY-MM-DD HH:MM:SS", or "HH:MM:SS" without a day; fractions of a second have six digits.
 * Numbers out of range stay numbers.
 * @param unitMs unit to round to, in milliseconds
 */
export function serialDateText(serial: number, calendar: 1900 | 1904, unitMs = 1): string {
  if (serial < 0 || serial >= MAX_SERIAL) return numberText(serial);
  const shift = calendar === 1900 && serial < FALSE_LEAP_DAY ? 1 : 0;
  const epoch = calendar === 1900 ? EPOCH_1900 : EPOCH_1904;
  const date = new Date(epoch + Math.round(((serial + shift) * MS_PER_DAY) / unitMs) * unitMs);
  return serial < 1 ? timeText(date) : dateText(date);
}

/** UTC, because spreadsheets have no time zones. */
function dateText(date: Date): string {
  return `${date.toISOString().slice(0, 10)} ${timeText(date)}`;
}

function timeText(date: Date): string {
  const time = date.toISOString().slice(11, 23);
  return time.endsWith('.000') ? time.slice(0, 8) : `${time}000`;
}

/** Formats an ISO 8601 date or date and time as "YYYY-MM-DD HH:MM:SS"; returns other text trimmed. */
export function isoDateText(iso: string): string {
  const match = /^(\d{4,}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d*)?Z?)?$/.exec(iso.trim());
  if (match === null) return cleanText(iso);
  const [, day = '', time = '00:00:00'] = match;
  return `${day} ${time.length === 5 ? `${time}:00` : time}`;
}

/** In a spreadsheet a date is a number, distinguished by its format only. */
const BUILT_IN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Whether a built-in format id is a date or time format. */
export function isBuiltInDateFormat(format: number): boolean {
  return BUILT_IN_DATES.some(([first, last]) => format >= first && format <= last);
}

/** Whether a format code has a day, month, year, hour or second outside quotes, escapes and brackets. */
export function isDateFormat(formatCode: string): boolean {
  const [positive = ''] = formatCode.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';');
  const isElapsedTime = /\[(h+|m+|s+)\]/i.test(positive);
  const letters = positive.replace(/\[[^\]]*\]/g, '').replace(/general/gi, '');
  return isElapsedTime || /[dmyhs]/i.test(letters);
}

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
