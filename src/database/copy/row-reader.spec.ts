import { COPY_END, COPY_START, copiedRow } from '../../../test/fixtures/copied-row';
import { readCopiedRows, type FetchRows, RowReader, StreamBudget } from './copied-rows';

const TEXT = 'x'.repeat(100);

/** A table with keys from 1 on; `select` is `key,rows`. */
function table(keys: number, queries: string[]): FetchRows {
  return async (select, maxBytes) => {
    queries.push(select);
    const [after, rows] = select.split(',').map(Number) as [number, number];
    const found = Array.from({ length: keys }, (_, at) => at + 1)
      .filter((key) => key > after)
      .slice(0, rows);
    const fits = found.slice(0, Math.max(1, Math.floor(maxBytes / TEXT.length)));
    const isComplete = fits.length === found.length;
    const copied = fits.map((key) => copiedRow(BigInt(key), TEXT));
    return readCopiedRows(Buffer.concat([COPY_START, ...copied, ...(isComplete ? [COPY_END] : [])]));
  };
}
const select = (key: number, rows: number): string => `${key},${rows}`;

async function readAll(reader: RowReader, maxRows: number): Promise<number[]> {
  const counts: number[] = [];
  for (let last = 0; ;) {
    const { copied, isLast } = await reader.after(last, maxRows, select);
    counts.push(copied.count);
    if (isLast) return counts;
    last = copied.lastKey;
  }
}

describe('RowReader.after', () => {
  const open = (fetch: FetchRows) => new RowReader(new StreamBudget().open(), fetch, true);

  it.each([
    [0, [0]],
    [3, [3]],
    [4, [4, 0]],
    [9, [4, 4, 1]],
  ])('reads all of %i rows, four at a time: %j', async (keys, counts) => {
    expect(await readAll(open(table(keys, [])), 4)).toEqual(counts);
  });

  it('reduces the batch size once a batch exceeds the allowance', async () => {
    const queries: string[] = [];
    const reservation = { allowance: 1000, reserve: () => undefined, close: () => undefined };
    const counts = await readAll(new RowReader(reservation, table(30, queries)), 30);
    expect(counts).toEqual([10, 8, 8, 4]);
    expect(queries).toEqual(['0,30', '10,8', '18,8', '26,8']);
  });

  it('reserves memory for the last batch and the prefetched one', async () => {
    const reserved: number[] = [];
    const reservation = {
      allowance: 1000,
      reserve: (bytes: number) => reserved.push(bytes),
      close: () => undefined,
    };
    await readAll(new RowReader(reservation, table(12, []), true), 4);
    const full = readCopiedRows(
      Buffer.concat([COPY_START, ...[1, 2, 3, 4].map((key) => copiedRow(BigInt(key), TEXT)), COPY_END]),
    ).bytes.length;
    const empty = COPY_START.length + COPY_END.length;
    expect(reserved).toEqual([full, 2 * full, 2 * full, full + empty]);
  });
});
