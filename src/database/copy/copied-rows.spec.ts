import { COPY_END, COPY_START, copiedRow } from '../../../test/fixtures/copied-row';
import { asLines, forEachRow, readCopiedRows } from './copied-rows';

const ROWS: readonly (readonly [number, string])[] = [
  [1, '{"_id":1}'],
  [2 ** 40 + 3, '{"name":"é — 漢字"}'],
  [7, ''],
];
const COPIED = Buffer.concat([
  COPY_START,
  ...ROWS.map(([key, json]) => copiedRow(BigInt(key), json)),
  COPY_END,
]);

const read = (bytes: Buffer) => {
  const copied = readCopiedRows(bytes);
  const rows: [number, string][] = [];
  forEachRow(copied, (key, start, end) => rows.push([key, bytes.toString('utf8', start, end)]));
  return { rows, ended: copied.ended };
};

describe('readCopiedRows', () => {
  it('reads keys and texts', () => {
    expect(read(COPIED)).toEqual({ rows: ROWS, ended: true });
  });

  it('reads no rows', () => {
    expect(read(Buffer.concat([COPY_START, COPY_END]))).toEqual({ rows: [], ended: true });
  });

  it('reads the complete rows of a truncated buffer', () => {
    for (let length = 0; length < COPIED.length; length += 1) {
      const { rows, ended } = read(COPIED.subarray(0, length));
      expect(ended).toBe(false);
      expect(ROWS.slice(0, rows.length)).toEqual(rows);
    }
  });

  it('returns count, total text length and last key', () => {
    const textBytes = ROWS.reduce((sum, [, json]) => sum + Buffer.byteLength(json), 0);
    expect(readCopiedRows(COPIED)).toMatchObject({ count: ROWS.length, lastKey: 7, textBytes });
  });

  it('converts the texts to lines', () => {
    const lines = asLines(readCopiedRows(Buffer.from(COPIED)));
    expect(lines.toString()).toBe(ROWS.map(([, json]) => `${json}\n`).join(''));
  });
});
