import { HEADER_BYTES } from './copy-header';

/** Column count of a row, 16 bits: always two. */
const COUNT_BYTES = 2;
/** Length of the key, 32 bits, and the key, 64 bits. */
const KEY_BYTES = 4 + 8;
const TEXT_LENGTH_BYTES = 4;
const HEAD_BYTES = COUNT_BYTES + KEY_BYTES + TEXT_LENGTH_BYTES;
const END = -1;
const LINE_BREAK = '\n'.charCodeAt(0);
const HIGH_WORD = 2 ** 32;

/** Complete rows in a buffer of COPY data. No object per row: there are millions. */
export interface CopiedRows {
  readonly bytes: Buffer;
  readonly count: number;
  /** Key of the last row; 0 without rows. */
  readonly lastKey: number;
  readonly textBytes: number;
  /** The trailer of COPY was received: there are no more rows. */
  readonly ended: boolean;
}

export type RowVisitor = (key: number, start: number, end: number) => void;

/** Parses the data received so far from `COPY (SELECT key, text …) TO STDOUT (FORMAT binary)`. */
export function readCopiedRows(bytes: Buffer): CopiedRows {
  let [count, lastStart, textBytes] = [0, 0, 0];
  let at = HEADER_BYTES;
  let ended = false;
  while (at + COUNT_BYTES <= bytes.length) {
    ended = bytes.readInt16BE(at) === END;
    const start = at + HEAD_BYTES;
    if (ended || start > bytes.length) break;
    const end = endOf(bytes, start);
    if (end > bytes.length) break;
    count += 1;
    textBytes += end - start;
    lastStart = start;
    at = end;
  }
  return { bytes, count, lastKey: count === 0 ? 0 : keyOf(bytes, lastStart), textBytes, ended };
}

/** Visits the rows in order. The visitor may overwrite the bytes of earlier rows. */
export function forEachRow({ bytes, count }: Pick<CopiedRows, 'bytes' | 'count'>, visit: RowVisitor): void {
  let at = HEADER_BYTES;
  for (let row = 0; row < count; row += 1) {
    const start = at + HEAD_BYTES;
    at = endOf(bytes, start);
    visit(keyOf(bytes, start), start, at);
  }
}

/** Compacts the texts in place into lines: a row's header is longer than a line break. */
export function asLines(copied: CopiedRows): Buffer {
  const { bytes } = copied;
  let length = 0;
  forEachRow(copied, (_, start, end) => {
    bytes.copyWithin(length, start, end);
    length += end - start;
    bytes[length++] = LINE_BREAK;
  });
  return bytes.subarray(0, length);
}

function endOf(bytes: Buffer, start: number): number {
  return start + bytes.readInt32BE(start - TEXT_LENGTH_BYTES);
}

function keyOf(bytes: Buffer, start: number): number {
  const key = start - TEXT_LENGTH_BYTES - 8;
  return bytes.readInt32BE(key) * HIGH_WORD + bytes.readUInt32BE(key + 4);
}
