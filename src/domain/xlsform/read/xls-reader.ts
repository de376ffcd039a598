import { TextDecoder } from 'node:util';
import { BIFF, BiffReader, BiffRecord, biffRecords } from './biff-records';
import {
  booleanText,
  cleanText,
  isBuiltInDateFormat,
  isDateFormat,
  numberText,
  serialDateText,
  GridChooser,
  SheetGrid,
  UnreadableFileError,
} from './sheet-grid';
import { CompoundFile } from './compound-file';

const BIFF5 = 0x0500;
const BIFF8 = 0x0600;
/** Dates of .xls are rounded to seconds, those of .xlsx to milliseconds, as pyxform does. */
const SECOND_MS = 1000;
const ERRORS = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
]);

interface XlsGlobals {
  readonly tabs: { name: string; start: number }[];
  readonly strings: string[];
  /** Whether cell style i is a date format. */
  readonly dateStyles: boolean[];
  calendar: 1900 | 1904;
  /** Of the texts of BIFF5. */
  decoder?: TextDecoder;
}

/**
 * Reads the chosen sheets of an .xls workbook (Excel 5 to 2003): cached values, never formulas.
 * @throws UnreadableFileError for encrypted, older or damaged workbooks
 */
export function readXls(file: CompoundFile, choose: GridChooser): void {
  if (file.names.includes('EncryptedPackage'))
    throw new UnreadableFileError('it is encrypted; save it without a password.');
  // Excel 5 and 95 name the stream so; a file for both generations has both.
  const stream = file.read('Workbook') ?? file.read('Book');
  if (stream === undefined)
    throw new UnreadableFileError('it is not an Excel 97-2003 workbook; save it as .xlsx.');
  const globals = readGlobals(stream);
  const grids = choose(globals.tabs.map(({ name }) => name));
  globals.tabs.forEach(({ start }, index) => {
    const grid = grids[index];
    if (grid !== undefined) readSheet(stream, start, globals, grid);
  });
}

function readGlobals(stream: Uint8Array): XlsGlobals {
  const globals: XlsGlobals = { tabs: [], strings: [], dateStyles: [], calendar: 1900 };
  const formats = new Map<number, boolean>();
  for (const { kind, pieces } of biffRecords(stream, 0)) {
    const reader = new BiffReader(pieces, globals.decoder);
    switch (kind) {
      case BIFF.BOF: {
        const version = reader.u16();
        if (version === BIFF5) globals.decoder = decoderOf(WESTERN);
        else if (version !== BIFF8)
          throw new UnreadableFileError('it is older than Excel 97; save it as .xlsx.');
        break;
      }
      case BIFF.CODE_PAGE:
        if (globals.decoder !== undefined) globals.decoder = decoderOf(reader.u16());
        break;
      case BIFF.FILE_PASS:
        throw new UnreadableFileError('it is encrypted; save it without a password.');
      case BIFF.DATE_1904:
        globals.calendar = reader.u16() === 1 ? 1904 : 1900;
        break;
      case BIFF.FORMAT:
        formats.set(
          reader.u16(),
          isDateFormat(globals.decoder === undefined ? reader.text() : reader.shortText()),
        );
        break;
      case BIFF.EXTENDED_FORMAT: {
        reader.skip(2);
        const format = reader.u16();
        globals.dateStyles.push(formats.get(format) ?? isBuiltInDateFormat(format));
        break;
      }
      case BIFF.BOUND_SHEET: {
        const start = reader.u32();
        reader.skip(2);
        globals.tabs.push({ start, name: reader.shortText() });
        break;
      }
      case BIFF.SHARED_STRINGS:
        reader.skip(8);
        while (!reader.atEnd) globals.strings.push(cleanText(reader.sharedText()));
        break;
    }
  }
  return globals;
}

const WESTERN = 1252;
const MAC_ROMAN = [10000, 32768];

/** Decoder of a Windows code page; those that are unknown are read as Western. */
function decoderOf(codePage: number): TextDecoder {
  if (MAC_ROMAN.includes(codePage)) return new TextDecoder('macintosh');
  try {
    return new TextDecoder(`windows-${codePage}`);
  } catch {
    return new TextDecoder(`windows-${WESTERN}`);
  }
}

/** Collects and sorts rows: cells are in any order, but the grid requires row order. */
function readSheet(stream: Uint8Array, start: number, globals: XlsGlobals, grid: SheetGrid): void {
  const rows = new Map<number, Map<number, string>>();
  const setCell = (row: number, column: number, text: string): void => {
    if (text === '') return;
    let cells = rows.get(row);
    if (cells === undefined) rows.set(row, (cells = new Map<number, string>()));
    cells.set(column, text);
  };
  let pendingFormula: { row: number; column: number } | undefined;
  for (const record of biffRecords(stream, start)) {
    if (record.kind === BIFF.STRING && pendingFormula !== undefined) {
      setCell(
        pendingFormula.row,
        pendingFormula.column,
        cleanText(new BiffReader(record.pieces, globals.decoder).text()),
      );
      pendingFormula = undefined;
    } else {
      pendingFormula = readCells(record, globals, setCell) ?? pendingFormula;
    }
  }
  for (const [row, cells] of [...rows].sort(([a], [b]) => a - b)) {
    if (!grid.add(row + 1, cells)) return;
  }
}

/** Reads the cells of one record; returns the position of a formula whose text follows. */
function readCells(
  { kind, pieces }: BiffRecord,
  globals: XlsGlobals,
  setCell: (row: number, column: number, text: string) => void,
): { row: number; column: number } | undefined {
  if (!CELL_KINDS.has(kind)) return undefined;
  const reader = new BiffReader(pieces, globals.decoder);
  const row = reader.u16();
  const column = reader.u16();
  if (kind === BIFF.MULTIPLE_RK) {
    const count = Math.floor(((pieces[0]?.length ?? 0) - 6) / 6);
    for (let i = 0; i < count; i++) {
      const style = reader.u16();
      setCell(row, column + i, numericText(decodeRk(reader.u32()), style, globals));
    }
    return undefined;
  }
  const style = reader.u16();
  switch (kind) {
    case BIFF.SHARED_STRING_CELL:
      setCell(row, column, globals.strings[reader.u32()] ?? '');
      break;
    case BIFF.LABEL:
    case BIFF.RICH_STRING:
      setCell(row, column, cleanText(reader.text()));
      break;
    case BIFF.NUMBER:
      setCell(row, column, numericText(reader.f64(), style, globals));
      break;
    case BIFF.RK:
      setCell(row, column, numericText(decodeRk(reader.u32()), style, globals));
      break;
    case BIFF.BOOLEAN_OR_ERROR: {
      const value = reader.u8();
      setCell(row, column, reader.u8() === 0 ? booleanText(value !== 0) : (ERRORS.get(value) ?? ''));
      break;
    }
    case BIFF.FORMULA: {
      const result = readFormula(pieces[0]?.subarray(6, 14) ?? new Uint8Array());
      if (result === undefined) return { row, column };
      setCell(row, column, typeof result === 'number' ? numericText(result, style, globals) : result);
      break;
    }
  }
  return undefined;
}

const CELL_KINDS: ReadonlySet<number> = new Set([
  BIFF.SHARED_STRING_CELL,
  BIFF.LABEL,
  BIFF.RICH_STRING,
  BIFF.NUMBER,
  BIFF.RK,
  BIFF.MULTIPLE_RK,
  BIFF.BOOLEAN_OR_ERROR,
  BIFF.FORMULA,
]);

/** Reads the cached result of a formula (8 bytes). @returns undefined for text, which follows in the next record */
function readFormula(result: Uint8Array): number | string | undefined {
  const [kind, , value = 0, , , , mark1, mark2] = result;
  if (result.length < 8) return '';
  if (mark1 !== 0xff || mark2 !== 0xff) return new BiffReader([result]).f64();
  if (kind === 0) return undefined;
  if (kind === 1) return booleanText(value !== 0);
  return kind === 2 ? (ERRORS.get(value) ?? '') : '';
}

function numericText(value: number, style: number, globals: XlsGlobals): string {
  if (!Number.isFinite(value)) return '';
  const isDate = globals.dateStyles[style] === true;
  return isDate ? serialDateText(value, globals.calendar, SECOND_MS) : numberText(value);
}

/** Decodes an RK number: a 30-bit integer or the upper bits of a float, optionally times 100. */
function decodeRk(rk: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(4, rk & 0xfffffffc, true);
  const value = (rk & 2) !== 0 ? (rk | 0) >> 2 : view.getFloat64(0, true);
  return (rk & 1) !== 0 ? value / 100 : value;
}
