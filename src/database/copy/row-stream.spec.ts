import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { COPY_END, COPY_START, copiedRow } from '../../../test/fixtures/copied-row';
import { type CopiedRows, readCopiedRows } from './copied-rows';
import { type AskForRows, RowReading } from './row-reading';
import { type RowPlan, RowStream } from './row-stream';
import { StreamBudget } from './stream-budget';

const KEYS = [5, 3, 9, 1];
const PLAN: RowPlan = {
  head: '{"rows":[',
  tail: ']}',
  keys: KEYS,
  select: (keys) => keys.join(),
};
const json = (key: number): string => JSON.stringify({ key });

/** As the database sends it. */
const copied = (keys: readonly number[], ended: boolean): CopiedRows => {
  const rows = keys.map((key) => copiedRow(BigInt(key), json(key)));
  return readCopiedRows(Buffer.concat([COPY_START, ...rows, ...(ended ? [COPY_END] : [])]));
};

/** Answers with so many rows at a time of those that are asked for and not gone. */
const database = (rowsAtOnce: number, asked: string[] = [], gone: readonly number[] = []): AskForRows => {
  return async (select): Promise<CopiedRows> => {
    asked.push(select);
    const found = select
      .split(',')
      .map(Number)
      .filter((key) => !gone.includes(key));
    return copied(found.slice(0, rowsAtOnce), rowsAtOnce >= found.length);
  };
};
const rowsOf = (plan: RowPlan, ask: AskForRows): RowStream =>
  new RowStream(plan, new RowReading(new StreamBudget().open(), ask));
const streamed = (ask: AskForRows, plan = PLAN): Promise<string> => text(rowsOf(plan, ask));

describe('a stream of rows', () => {
  it.each([1, 2, 3, 4])('joins rows of which %i come at a time', async (rowsAtOnce) => {
    expect(await streamed(database(rowsAtOnce))).toBe(`{"rows":[${KEYS.map(json).join()}]}`);
  });

  it('asks by key for what did not come', async () => {
    const asked: string[] = [];
    await streamed(database(1, asked));
    expect(asked).toEqual(['5,3,9,1', '3,9,1', '9,1', '1']);
  });

  it('leaves out what is gone, at the end too', async () => {
    expect(await streamed(database(1, [], [3, 1]))).toBe(`{"rows":[${[5, 9].map(json).join()}]}`);
  });

  it('puts each row into its own frame, though others are gone', async () => {
    const plan = { ...PLAN, frame: { before: KEYS.map((key) => `{"of":${key},"row":`), after: '}' } };
    const rows = JSON.parse(await streamed(database(1, [], [3]), plan)) as unknown;
    expect(rows).toEqual({ rows: [5, 9, 1].map((key) => ({ of: key, row: { key } })) });
  });

  it('asks nothing where there are no rows', async () => {
    const asked: string[] = [];
    expect(await streamed(database(1, asked), { ...PLAN, keys: [] })).toBe('{"rows":[]}');
    expect(asked).toEqual([]);
  });

  it('asks for nothing more while nobody takes what came', async () => {
    const asked: string[] = [];
    const taken: (() => void)[] = [];
    const slow = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => void taken.push(done),
    });
    const bare = { ...PLAN, head: '', tail: '' };
    const ended = pipeline(rowsOf(bare, database(1, asked)), slow);
    for (let batch = 1; batch <= KEYS.length; batch += 1) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      expect(asked).toHaveLength(batch);
      taken.shift()!();
    }
    await ended;
  });

  it('reads the first rows when it begins, and not again', async () => {
    const asked: string[] = [];
    const rows = await rowsOf(PLAN, database(1, asked)).begin();
    expect(asked).toHaveLength(1);
    expect(await text(rows)).toBe(`{"rows":[${KEYS.map(json).join()}]}`);
    expect(asked).toHaveLength(KEYS.length);
  });

  it('breaks when the database does', async () => {
    const broken = pipeline(
      rowsOf(PLAN, async () => {
        throw new Error('gone');
      }),
      new PassThrough().resume(),
    );
    await expect(broken).rejects.toThrow('gone');
  });
});

describe('the budget of streams', () => {
  it('gives each stream less, the more is held, and never nothing', () => {
    const budget = new StreamBudget();
    const streams = Array.from({ length: 200 }, () => budget.open());
    const given = streams.map((stream) => {
      const { allowance } = stream;
      stream.hold(allowance);
      return allowance;
    });
    expect(given[0]).toBe(2 * 1024 * 1024);
    expect(given.at(-1)).toBe(64 * 1024);
    expect(given.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(140 * 1024 * 1024);
    for (const stream of streams) stream.close();
    expect(budget.open().allowance).toBe(2 * 1024 * 1024);
  });
});
