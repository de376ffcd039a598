import { HEADER_BYTES } from './copy-header';

/** Before each row: a 16-bit count of columns, which is always two here. */
const COUNT_BYTES = 2;
/** The 32-bit length of the key, and the key. */
const KEY_BYTES = 4 + 8;
const TEXT_LENGTH_BYTES = 4;
const HEAD_BYTES = COUNT_BYTES + KEY_BYTES + TEXT_LENGTH_BYTES;
const END = -1;
const LINE_BREAK = '\n'.charCodeAt(0);
const HIGH_WORD = 2 ** 32;

/** The rows that came whole, and whether there are no more. They are millions: none of them is made an object of. */
export interface CopiedRows {
  readonly bytes: Buffer;
  readonly count: number;
  /** Key of the last one. */
  readonly lastKey: number;
  /** Of all texts together. */
  readonly textBytes: number;
  readonly ended: boolean;
}

/** Takes a row of a query with a bigint, by which it is found again, and a text: its bytes are from start to end. */
export type TakeRow = (key: number, start: number, end: number) => void;

/** Reads what `COPY (SELECT key, text …) TO STDOUT (FORMAT binary)` has brought so far. */
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

/** Goes through the rows. `take` may move a text to where those before it have been. */
export function eachRow({ bytes, count }: Pick<CopiedRows, 'bytes' | 'count'>, take: TakeRow): void {
  let at = HEADER_BYTES;
  for (let row = 0; row < count; row += 1) {
    const start = at + HEAD_BYTES;
    at = endOf(bytes, start);
    take(keyOf(bytes, start), start, at);
  }
}

/** The texts, each ended by a line break, moved together where they are: before each there is more room than it takes. */
export function asLines(copied: CopiedRows): Buffer {
  const { bytes } = copied;
  let length = 0;
  eachRow(copied, (_, start, end) => {
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
