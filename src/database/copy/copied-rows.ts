import { HEADER_BYTES } from './copy-header';

/** Before each row: a 16-bit count of columns, which is always two here. */
const COUNT_BYTES = 2;
/** The 32-bit length of the key, and the key. */
const KEY_BYTES = 4 + 8;
const TEXT_LENGTH_BYTES = 4;
const HEAD_BYTES = COUNT_BYTES + KEY_BYTES + TEXT_LENGTH_BYTES;
const END = -1;
const HIGH_WORD = 2 ** 32;

/** Where a row of a query with a bigint, by which it is found again, and a text is among the bytes that came. */
export interface CopiedRow {
  readonly key: number;
  /** The first byte of the text, and the one behind it. */
  readonly start: number;
  readonly end: number;
}

/** The rows that came whole, and whether there are no more. */
export interface CopiedRows {
  readonly bytes: Buffer;
  readonly rows: readonly CopiedRow[];
  readonly ended: boolean;
}

/** Reads what `COPY (SELECT key, text …) TO STDOUT (FORMAT binary)` has brought so far. */
export function readCopiedRows(bytes: Buffer): CopiedRows {
  const rows: CopiedRow[] = [];
  let at = HEADER_BYTES;
  while (at + COUNT_BYTES <= bytes.length) {
    if (bytes.readInt16BE(at) === END) return { bytes, rows, ended: true };
    const start = at + HEAD_BYTES;
    if (start > bytes.length) break;
    const end = start + bytes.readInt32BE(start - TEXT_LENGTH_BYTES);
    if (end > bytes.length) break;
    const key = start - TEXT_LENGTH_BYTES - 8;
    rows.push({
      key: bytes.readInt32BE(key) * HIGH_WORD + bytes.readUInt32BE(key + 4),
      start,
      end,
    });
    at = end;
  }
  return { bytes, rows, ended: false };
}
