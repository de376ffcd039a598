import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { COPY_END, COPY_START, copiedRow } from '../../../test/fixtures/copied-row';
import {
  type CopiedRows,
  readCopiedRows,
  type FetchRows,
  RowReader,
  StreamBudget,
  type RowPlan,
  RowStream,
} from './copied-rows';

const KEYS = [5, 3, 9, 1];
const PLAN: RowPlan = {
  head: '{"rows":[',
  tail: ']}',
  keys: KEYS,
  select: (keys) => keys.join(),
};
const json = (key: number): string => JSON.stringify({ key });

const copied = (keys: readonly number[], ended: boolean): CopiedRows => {
  const rows = keys.map((key) => copiedRow(BigInt(key), json(key)));
  return readCopiedRows(Buffer.concat([COPY_START, ...rows, ...(ended ? [COPY_END] : [])]));
};

/** Returns at most `batchSize` of the requested rows that are not deleted. */
const database = (batchSize: number, queries: string[] = [], deleted: readonly number[] = []): FetchRows => {
  return async (select): Promise<CopiedRows> => {
    queries.push(select);
    const found = select
      .split(',')
      .map(Number)
      .filter((key) => !deleted.includes(key));
    return copied(found.slice(0, batchSize), batchSize >= found.length);
  };
};
const rowsOf = (plan: RowPlan, fetch: FetchRows): RowStream =>
  new RowStream(plan, new RowReader(new StreamBudget().open(), fetch));
const streamed = (fetch: FetchRows, plan = PLAN): Promise<string> => text(rowsOf(plan, fetch));

describe('RowStream', () => {
  it.each([1, 2, 3, 4])('joins rows read in batches of %i', async (batchSize) => {
    expect(await streamed(database(batchSize))).toBe(`{"rows":[${KEYS.map(json).join()}]}`);
  });

  it('queries the remaining keys only', async () => {
    const queries: string[] = [];
    await streamed(database(1, queries));
    expect(queries).toEqual(['5,3,9,1', '3,9,1', '9,1', '1']);
  });

  it('skips deleted rows, at the end too', async () => {
    expect(await streamed(database(1, [], [3, 1]))).toBe(`{"rows":[${[5, 9].map(json).join()}]}`);
  });

  it('frames each row although others are deleted', async () => {
    const plan = { ...PLAN, frame: { before: KEYS.map((key) => `{"of":${key},"row":`), after: '}' } };
    const rows = JSON.parse(await streamed(database(1, [], [3]), plan)) as unknown;
    expect(rows).toEqual({ rows: [5, 9, 1].map((key) => ({ of: key, row: { key } })) });
  });

  it('runs no query without keys', async () => {
    const queries: string[] = [];
    expect(await streamed(database(1, queries), { ...PLAN, keys: [] })).toBe('{"rows":[]}');
    expect(queries).toEqual([]);
  });

  it('reads no further batch under backpressure', async () => {
    const queries: string[] = [];
    const callbacks: (() => void)[] = [];
    const slow = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => void callbacks.push(done),
    });
    const bare = { ...PLAN, head: '', tail: '' };
    const ended = pipeline(rowsOf(bare, database(1, queries)), slow);
    for (let batch = 1; batch <= KEYS.length; batch += 1) {
      for (let tick = 0; tick < 20; tick += 1) await new Promise(setImmediate);
      expect(queries).toHaveLength(batch);
      callbacks.shift()!();
    }
    await ended;
  });

  it('prefetches the first batch once', async () => {
    const queries: string[] = [];
    const rows = await rowsOf(PLAN, database(1, queries)).prefetch();
    expect(queries).toHaveLength(1);
    expect(await text(rows)).toBe(`{"rows":[${KEYS.map(json).join()}]}`);
    expect(queries).toHaveLength(KEYS.length);
  });

  it('fails when the database fails', async () => {
    const broken = pipeline(
      rowsOf(PLAN, async () => {
        throw new Error('connection lost');
      }),
      new PassThrough().resume(),
    );
    await expect(broken).rejects.toThrow('connection lost');
  });
});

describe('StreamBudget', () => {
  it('lowers allowances as memory fills, down to a minimum', () => {
    const budget = new StreamBudget();
    const streams = Array.from({ length: 200 }, () => budget.open());
    const allowances = streams.map((stream) => {
      const { allowance } = stream;
      stream.reserve(allowance);
      return allowance;
    });
    expect(allowances[0]).toBe(2 * 1024 * 1024);
    expect(allowances.at(-1)).toBe(64 * 1024);
    expect(allowances.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(140 * 1024 * 1024);
    for (const stream of streams) stream.close();
    expect(budget.open().allowance).toBe(2 * 1024 * 1024);
  });
});
