import { type ByteWords, WORD_BYTES, asByteWords } from './byte-words';

export const CSV_SEPARATORS = [';', ',', '\t'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

export interface CsvDialect {
  readonly separator: CsvSeparator;
  /** Byte order mark: without it Excel reads UTF-8 as a legacy encoding. */
  readonly hasBom: boolean;
  /** An apostrophe before cells that spreadsheets run as formulas; false: cells exactly as answered. */
  readonly escapesFormulas: boolean;
}

/** CSV dialect of the service unless requested otherwise (contract-data 7.3). */
export const CSV_DIALECT: CsvDialect = { separator: ';', hasBom: false, escapesFormulas: true };
const CSV_LINE_END = '\r\n';
export const BYTE_ORDER_MARK = '\ufeff';

/** CSV injection: spreadsheets run these as formulas, except numbers, telephone numbers and coordinates. */
const FORMULA = /^[=+\-@\t\r]./s;
const DIGITS = /^[+-](?:[\d ().,;-]*\d\.?|Infinity)$/;
/** Numbers, one or several as of a trace: JavaScript and Java write small ones as `-1.2e-7` and `-5.0E-4`. */
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const NUMBERS = new RegExp(`^${NUMBER}(?:[ ;]+${NUMBER})*[ ;]*$`);

/** Formats one line with every cell quoted and formulas escaped. Concatenates strings: exports spend much of their time here. */
export function csvLine(
  cells: readonly (string | number | Date)[],
  separator: CsvSeparator = CSV_DIALECT.separator,
  escapesFormulas = true,
): string {
  let line = '';
  for (const cell of cells) {
    const text = escapeCell(typeof cell === 'string' ? cell : String(cell), escapesFormulas);
    line += line === '' ? `"${text}"` : `${separator}"${text}"`;
  }
  return line + CSV_LINE_END;
}

function isFormula(text: string): boolean {
  return FORMULA.test(text) && !DIGITS.test(text) && !NUMBERS.test(text);
}

/** Content of a quoted cell: inner quotes doubled, an apostrophe before a formula. */
export function escapeCell(text: string, escapesFormulas = true): string {
  const safe = escapesFormulas && isFormula(text) ? `'${text}` : text;
  return safe.includes('"') ? safe.replaceAll('"', '""') : safe;
}

const INITIAL_CAPACITY = 64 * 1024;
const MAX_BYTES_PER_UNIT = 3;
/** From this length on, `TypedArray.set` is faster than copying word by word. */
const BULK_COPY_MIN_BYTES = 256;
const QUOTE = codeOf('"');
const LINE_END = [...CSV_LINE_END].map(codeOf);
const APOSTROPHE = codeOf("'");
const FORMULA_STARTS = byteSet('=+-@\t\r');

/** Writes the output of `csvLine` as UTF-8 bytes, copying cells that are UTF-8 already without decoding them. */
export class CsvBytes {
  private static readonly encoder = new TextEncoder();
  private buffer = asByteWords(new Uint8Array(INITIAL_CAPACITY));
  private length = 0;
  private readonly separator: number;
  private readonly escapesFormulas: boolean;

  constructor({ separator, hasBom, escapesFormulas }: CsvDialect = CSV_DIALECT) {
    this.separator = codeOf(separator);
    this.escapesFormulas = escapesFormulas;
    if (hasBom) this.length = CsvBytes.encoder.encodeInto(BYTE_ORDER_MARK, this.buffer.bytes).written;
  }

  writeText(text: string): void {
    const safe = escapeCell(text, this.escapesFormulas);
    this.reserve(safe.length * MAX_BYTES_PER_UNIT);
    const { bytes } = this.buffer;
    bytes[this.length++] = QUOTE;
    this.length += CsvBytes.encoder.encodeInto(safe, bytes.subarray(this.length)).written;
    this.endCell();
  }

  writeEmpty(): void {
    this.reserve(0);
    this.buffer.bytes[this.length++] = QUOTE;
    this.endCell();
  }

  /** Writes the bytes from `start` to `end`, which contain no quotes. */
  writeBytes({ bytes, view }: ByteWords, start: number, end: number): void {
    this.reserve(end - start + 1);
    const to = this.buffer;
    to.bytes[this.length++] = QUOTE;
    if (this.escapesFormulas && isFormulaIn(bytes, start, end)) to.bytes[this.length++] = APOSTROPHE;
    const shift = this.length - start;
    if (end - start >= BULK_COPY_MIN_BYTES || end + WORD_BYTES > bytes.length) {
      to.bytes.set(bytes.subarray(start, end), this.length);
    } else {
      // The last word may exceed the cell; the next write overwrites the excess.
      for (let from = start; from < end; from += WORD_BYTES) {
        to.view.setInt32(from + shift, view.getInt32(from, true), true);
      }
    }
    this.length += end - start;
    this.endCell();
  }

  /** Writes a JSON array or object and doubles its quotes. */
  writeJson({ bytes }: ByteWords, start: number, end: number): void {
    this.reserve((end - start) * 2);
    const buffer = this.buffer.bytes;
    let to = this.length;
    buffer[to++] = QUOTE;
    for (let from = start; from < end; from += 1) {
      const byte = bytes[from]!;
      if (byte === QUOTE) buffer[to++] = QUOTE;
      buffer[to++] = byte;
    }
    this.length = to;
    this.endCell();
  }

  /** Ends the line by overwriting the separator after its last cell. */
  endLine(): void {
    this.length -= 1;
    for (const each of LINE_END) this.buffer.bytes[this.length++] = each;
  }

  /** Returns a copy of the bytes written so far and resets the writer. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.buffer.bytes.slice(0, this.length);
    this.length = 0;
    return bytes;
  }

  private endCell(): void {
    const { bytes } = this.buffer;
    bytes[this.length++] = QUOTE;
    bytes[this.length++] = this.separator;
  }

  /** Ensures capacity for a cell of `bytes` bytes, its quotes, the line end and one excess word. */
  private reserve(bytes: number): void {
    const needed = this.length + bytes + 2 + CSV_LINE_END.length + WORD_BYTES;
    const buffer = this.buffer.bytes;
    if (needed <= buffer.length) return;
    const larger = new Uint8Array(Math.max(needed, buffer.length * 2));
    larger.set(buffer.subarray(0, this.length));
    this.buffer = asByteWords(larger);
  }
}

/** The rule of `escapeCell` on bytes. Other characters than ASCII make no number, whatever they decode to. */
function isFormulaIn(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 2 || FORMULA_STARTS[bytes[start]!] === 0) return false;
  return isFormula(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1'));
}

function byteSet(characters: string): Uint8Array {
  const set = new Uint8Array(256);
  for (const each of characters) set[codeOf(each)] = 1;
  return set;
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
