import { HEADER_BYTES } from './copy-header';

/** Before each row: a 16-bit count of columns, which is always two here. */
const COUNT_BYTES = 2;
/** The 32-bit length of the key, and the key. */
const KEY_BYTES = 4 + 8;
const TEXT_LENGTH_BYTES = 4;
const HEAD_BYTES = COUNT_BYTES + KEY_BYTES + TEXT_LENGTH_BYTES;
const END = -1;
const HIGH_WORD = 2 ** 32;

/** A row of a query with a bigint, by which it is found again, and a text. */
export interface CopiedRow {
  readonly key: number;
  /** As it came from the database: a view, no copy. */
  readonly text: Buffer;
}

/** The rows that came whole, and whether there are no more. */
export interface CopiedRows {
  readonly rows: readonly CopiedRow[];
  readonly ended: boolean;
}

/** Reads what `COPY (SELECT key, text …) TO STDOUT (FORMAT binary)` has brought so far. */
export function readCopiedRows(copied: Buffer): CopiedRows {
  const rows: CopiedRow[] = [];
  let at = HEADER_BYTES;
  while (at + COUNT_BYTES <= copied.length) {
    if (copied.readInt16BE(at) === END) return { rows, ended: true };
    const start = at + HEAD_BYTES;
    if (start > copied.length) break;
    const end = start + copied.readInt32BE(start - TEXT_LENGTH_BYTES);
    if (end > copied.length) break;
    const key = start - TEXT_LENGTH_BYTES - 8;
    rows.push({
      key: copied.readInt32BE(key) * HIGH_WORD + copied.readUInt32BE(key + 4),
      text: copied.subarray(start, end),
    });
    at = end;
  }
  return { rows, ended: false };
}
