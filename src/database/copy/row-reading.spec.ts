import { COPY_END, COPY_START, copiedRow } from '../../../test/fixtures/copied-row';
import { readCopiedRows } from './copied-rows';
import { type AskForRows, RowReading } from './row-reading';
import { StreamBudget } from './stream-budget';

const TEXT = 'x'.repeat(100);

/** A table of keys from 1 on; `select` is `key,rows`. Gives so many bytes of texts at most, as COPY is read. */
function table(keys: number, asked: string[]): AskForRows {
  return async (select, mostBytes) => {
    asked.push(select);
    const [behind, rows] = select.split(',').map(Number) as [number, number];
    const found = Array.from({ length: keys }, (_, at) => at + 1)
      .filter((key) => key > behind)
      .slice(0, rows);
    const fits = found.slice(0, Math.max(1, Math.floor(mostBytes / TEXT.length)));
    const isWhole = fits.length === found.length;
    const copied = fits.map((key) => copiedRow(BigInt(key), TEXT));
    return readCopiedRows(Buffer.concat([COPY_START, ...copied, ...(isWhole ? [COPY_END] : [])]));
  };
}
const select = (key: number, rows: number): string => `${key},${rows}`;

/** Reads everything. @returns how many rows came at a time */
async function readAll(reading: RowReading, mostRows: number): Promise<number[]> {
  const counts: number[] = [];
  for (let last = 0; ;) {
    const { copied, isLast } = await reading.behind(last, mostRows, select);
    counts.push(copied.count);
    if (isLast) return counts;
    last = copied.lastKey;
  }
}

describe('reading rows behind a key', () => {
  const reading = (ask: AskForRows) => new RowReading(new StreamBudget().open(), ask, true);

  it.each([
    [0, [0]],
    [3, [3]],
    [4, [4, 0]],
    [9, [4, 4, 1]],
  ])('reads all of %i rows, four at a time: %j', async (keys, counts) => {
    expect(await readAll(reading(table(keys, [])), 4)).toEqual(counts);
  });

  it('asks for less once it knows that what it asked for is more than may be held', async () => {
    const asked: string[] = [];
    const held = { allowance: 1000, hold: () => undefined, close: () => undefined };
    const counts = await readAll(new RowReading(held, table(30, asked)), 30);
    expect(counts).toEqual([10, 8, 8, 4]);
    expect(asked).toEqual(['0,30', '10,8', '18,8', '26,8']);
  });

  it('holds what it read last beside what it reads ahead, and nothing else', async () => {
    const held: number[] = [];
    const holder = { allowance: 1000, hold: (bytes: number) => held.push(bytes), close: () => undefined };
    await readAll(new RowReading(holder, table(12, []), true), 4);
    const piece = readCopiedRows(
      Buffer.concat([COPY_START, ...[1, 2, 3, 4].map((key) => copiedRow(BigInt(key), TEXT)), COPY_END]),
    ).bytes.length;
    const none = COPY_START.length + COPY_END.length;
    expect(held).toEqual([piece, 2 * piece, 2 * piece, piece + none]);
  });
});
