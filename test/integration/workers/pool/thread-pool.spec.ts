import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { UnavailableError } from '../../../../src/domain/errors';
import { type PoolSettings, ThreadPool } from '../../../../src/workers/pool/thread-pool';
import type { TrialTask } from '../../../support/trial-tasks';

const SETTINGS: PoolSettings = {
  script: join(__dirname, '../../../support/trial-tasks.worker.cjs'),
  threads: 2,
  waiting: 2,
  taskMs: 60_000,
  heapMb: 32,
  outsideHeapMb: 16,
  idleMs: 60_000,
  overrun: (of) => new Error(`too much ${of}`),
  failed: (failure) => new Error(`failed: ${String(failure)}`),
};

describe('ThreadPool', () => {
  const pools: ThreadPool[] = [];
  const poolOf = (settings: Partial<PoolSettings> = {}) => {
    const pool = new ThreadPool({ ...SETTINGS, ...settings });
    pools.push(pool);
    return (task: TrialTask): Promise<unknown> => pool.run(task);
  };
  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

  const gate = (): Int32Array => new Int32Array(new SharedArrayBuffer(4));
  const letGo = (closed: Int32Array): void => {
    Atomics.store(closed, 0, 1);
    Atomics.notify(closed, 0);
  };

  it('gives what the task gives', async () => {
    const run = poolOf();
    const value = { text: 'é — 漢字', bytes: new Uint8Array([1, 2, 3]) };
    expect(await run({ kind: 'echo', value })).toEqual(value);
  });

  it('keeps its threads from task to task', async () => {
    const run = poolOf();
    const first = await run({ kind: 'which-thread' });
    expect(await run({ kind: 'which-thread' })).toBe(first);
  });

  it('ends a thread that has had nothing to do for long', async () => {
    const run = poolOf({ idleMs: 0 });
    const first = await run({ kind: 'which-thread' });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(await run({ kind: 'which-thread' })).not.toBe(first);
  });

  it('makes tasks wait while all threads are busy, and turns away whoever comes when too many wait', async () => {
    const run = poolOf();
    const closed = gate();
    const held = [1, 2].map(() => run({ kind: 'wait', gate: closed }));
    const waiting = [3, 4].map((value) => run({ kind: 'echo', value }));
    await expect(run({ kind: 'echo', value: 5 })).rejects.toThrow(UnavailableError);
    letGo(closed);
    expect(await Promise.all(held)).toEqual(['let go', 'let go']);
    expect(await Promise.all(waiting)).toEqual([3, 4]);
    expect(await run({ kind: 'echo', value: 5 })).toBe(5);
  });

  it('tells what a task failed of, and goes on with the thread', async () => {
    const run = poolOf({ threads: 1 });
    const before = await run({ kind: 'which-thread' });
    await expect(run({ kind: 'fail', message: 'No such row.' })).rejects.toThrow('failed: No such row.');
    expect(await run({ kind: 'which-thread' })).toBe(before);
  });

  it('ends a task that takes too long, and the next one finds a thread', async () => {
    const run = poolOf({ threads: 1 });
    jest.useFakeTimers();
    const error = run({ kind: 'never-end' }).catch((reason: unknown) => reason);
    const echo = run({ kind: 'echo', value: 1 });
    jest.advanceTimersByTime(SETTINGS.taskMs);
    jest.useRealTimers();
    expect(await error).toEqual(new Error('too much time'));
    expect(await echo).toBe(1);
  });

  it.each(['fill-heap', 'fill-buffers', 'endless-text'] as const)(
    'ends a task that takes too much memory (%s), and the next one finds a thread',
    async (kind) => {
      const run = poolOf({ threads: 1 });
      const error = run({ kind }).catch((reason: unknown) => reason);
      const echo = run({ kind: 'echo', value: 1 });
      expect(await error).toEqual(new Error('too much memory'));
      expect(await echo).toBe(1);
    },
  );

  it('bounds a thread by its own heap, however large the main thread may grow by the command line', async () => {
    setFlagsFromString('--max-old-space-size=512');
    expect(await poolOf()({ kind: 'which-heap' })).toBeLessThan(2 * SETTINGS.heapMb);
  });

  it('says to try again when a thread dies by itself, and takes another', async () => {
    const run = poolOf({ threads: 1 });
    await expect(run({ kind: 'exit' })).rejects.toThrow('try again');
    expect(await run({ kind: 'echo', value: 1 })).toBe(1);
  });

  it('refuses what it is at and what waits when it is closed', async () => {
    const pool = new ThreadPool({ ...SETTINGS, threads: 1 });
    const tasks = [
      pool.run({ kind: 'never-end' }).catch((error: unknown) => error),
      pool.run({ kind: 'echo', value: 1 }).catch((error: unknown) => error),
    ];
    await pool.close();
    for (const error of await Promise.all(tasks)) expect(error).toBeInstanceOf(UnavailableError);
    await expect(pool.run({ kind: 'echo', value: 1 })).rejects.toThrow('The service is stopping');
  });
});
