import { readCopiedRows } from './copied-rows';

const row = (key: bigint, json: string): Buffer => {
  const text = Buffer.from(json);
  const head = Buffer.alloc(18);
  head.writeInt16BE(2, 0);
  head.writeInt32BE(8, 2);
  head.writeBigInt64BE(key, 6);
  head.writeInt32BE(text.length, 14);
  return Buffer.concat([head, text]);
};
const END = Buffer.from([0xff, 0xff]);
const ROWS: readonly (readonly [number, string])[] = [
  [1, '{"_id":1}'],
  [2 ** 40 + 3, '{"name":"é — 漢字"}'],
  [7, ''],
];
const COPIED = Buffer.concat([
  Buffer.alloc(19, 7),
  ...ROWS.map(([key, json]) => row(BigInt(key), json)),
  END,
]);

const read = (bytes: Buffer) => {
  const { rows, ended } = readCopiedRows(bytes);
  return { rows: rows.map(({ key, start, end }) => [key, bytes.toString('utf8', start, end)]), ended };
};

describe('readCopiedRows', () => {
  it('reads keys and texts', () => {
    expect(read(COPIED)).toEqual({ rows: ROWS, ended: true });
  });

  it('reads no rows', () => {
    expect(read(Buffer.concat([Buffer.alloc(19), END]))).toEqual({ rows: [], ended: true });
  });

  it('reads the rows that are whole, wherever the bytes stop', () => {
    for (let length = 0; length < COPIED.length; length += 1) {
      const { rows, ended } = read(COPIED.subarray(0, length));
      expect(ended).toBe(false);
      expect(ROWS.slice(0, rows.length)).toEqual(rows);
    }
  });
});
