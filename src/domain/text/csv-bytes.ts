import { type ByteWords, WORD_BYTES, asByteWords } from './byte-words';
import {
  BYTE_ORDER_MARK,
  CSV_DIALECT,
  CSV_LINE_END,
  type CsvDialect,
  escapeCell,
  FORMULA_STARTS,
  isFormula,
} from './csv-line';

const INITIAL_CAPACITY = 64 * 1024;
const MAX_BYTES_PER_UNIT = 3;
/** From this length on, `TypedArray.set` is faster than copying word by word. */
const BULK_COPY_MIN_BYTES = 256;
const QUOTE = codeOf('"');
const LINE_END = [...CSV_LINE_END].map(codeOf);
const APOSTROPHE = codeOf("'");
const FIRST_BYTES = byteSet(new TextEncoder().encode(FORMULA_STARTS));

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

/** The rule of `escapeCell` on bytes. */
function isFormulaIn(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 2 || FIRST_BYTES[bytes[start]!] === 0) return false;
  return isFormula(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString());
}

/** First bytes of the characters of a UTF-8 text; the first byte of a full-width sign is shared by many others. */
function byteSet(text: Uint8Array): Uint8Array {
  const set = new Uint8Array(256);
  for (const byte of text) if (!isContinuation(byte)) set[byte] = 1;
  return set;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
