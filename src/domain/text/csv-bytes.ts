import { type ByteWords, WORD_BYTES, wordsOf } from './byte-words';
import { CSV_LINE_END, CSV_SEPARATOR, safeText } from './csv-line';

const FIRST_CAPACITY = 64 * 1024;
/** UTF-8 takes so many bytes of a UTF-16 unit at most. */
const MOST_BYTES_PER_UNIT = 3;
/** From here on a copy that the engine makes is faster than one byte after the other. */
const LONG_BYTES = 256;
const QUOTE = codeOf('"');
const SEPARATOR = codeOf(CSV_SEPARATOR);
const LINE_END = [...CSV_LINE_END].map(codeOf);
const APOSTROPHE = codeOf("'");
const [PLUS, MINUS] = ['+', '-'].map(codeOf);
const FORMULA_STARTS = isAmong('=+-@\t\r');
const IN_NUMBERS = isAmong('0123456789 ().;-');
const DIGITS = isAmong('0123456789');

/** Lines of CSV as bytes, from cells that are bytes of UTF-8 already: what `csvLine` writes, without a string for each. */
export class CsvBytes {
  private static readonly encoder = new TextEncoder();
  private memory = wordsOf(new Uint8Array(FIRST_CAPACITY));
  private length = 0;

  /** A cell of a text. */
  text(text: string): void {
    const safe = safeText(text);
    this.reserve(safe.length * MOST_BYTES_PER_UNIT);
    const { bytes } = this.memory;
    bytes[this.length++] = QUOTE;
    this.length += CsvBytes.encoder.encodeInto(safe, bytes.subarray(this.length)).written;
    this.close();
  }

  /** A cell in which there is nothing. */
  nothing(): void {
    this.reserve(0);
    this.memory.bytes[this.length++] = QUOTE;
    this.close();
  }

  /** A cell of a part of some bytes in which there are no quotes. */
  part({ bytes, view }: ByteWords, start: number, end: number): void {
    this.reserve(end - start + 1);
    const to = this.memory;
    to.bytes[this.length++] = QUOTE;
    if (isFormula(bytes, start, end)) to.bytes[this.length++] = APOSTROPHE;
    const difference = this.length - start;
    if (end - start >= LONG_BYTES || end + WORD_BYTES > bytes.length) {
      to.bytes.set(bytes.subarray(start, end), this.length);
    } else {
      // Of the last word a part may be too much: what comes next is written over it.
      for (let from = start; from < end; from += WORD_BYTES) {
        to.view.setInt32(from + difference, view.getInt32(from, true), true);
      }
    }
    this.length += end - start;
    this.close();
  }

  /** A cell of a part of some bytes which is the JSON of a list or an object. */
  json({ bytes }: ByteWords, start: number, end: number): void {
    this.reserve((end - start) * 2);
    const memory = this.memory.bytes;
    let to = this.length;
    memory[to++] = QUOTE;
    for (let from = start; from < end; from += 1) {
      const byte = bytes[from]!;
      if (byte === QUOTE) memory[to++] = QUOTE;
      memory[to++] = byte;
    }
    this.length = to;
    this.close();
  }

  /** Ends the line, in the place of the separator behind its last cell. */
  endLine(): void {
    this.length -= CSV_SEPARATOR.length;
    for (const each of LINE_END) this.memory.bytes[this.length++] = each;
  }

  /** All of it so far, in memory of its own; what is written then is another text. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.memory.bytes.slice(0, this.length);
    this.length = 0;
    return bytes;
  }

  private close(): void {
    const { bytes } = this.memory;
    bytes[this.length++] = QUOTE;
    bytes[this.length++] = SEPARATOR;
  }

  /** Room for a cell of so many bytes, its quotes, what follows it, and a word that is not whole. */
  private reserve(bytes: number): void {
    const needed = this.length + bytes + 2 + CSV_LINE_END.length + WORD_BYTES;
    const memory = this.memory.bytes;
    if (needed <= memory.length) return;
    const larger = new Uint8Array(Math.max(needed, memory.length * 2));
    larger.set(memory.subarray(0, this.length));
    this.memory = wordsOf(larger);
  }
}

/** What `safeText` puts an apostrophe before. */
function isFormula(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]!;
  if (end - start < 2 || FORMULA_STARTS[first] === 0) return false;
  if ((first !== PLUS && first !== MINUS) || DIGITS[bytes[end - 1]!] === 0) return true;
  for (let at = start + 1; at < end; at += 1) if (IN_NUMBERS[bytes[at]!] === 0) return true;
  return false;
}

/** For each byte whether it is one of these characters. */
function isAmong(characters: string): Uint8Array {
  const among = new Uint8Array(256);
  for (const each of characters) among[codeOf(each)] = 1;
  return among;
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
