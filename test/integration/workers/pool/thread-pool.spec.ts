import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { UnavailableError } from '../../../../src/domain/errors';
import { type PoolSettings, ThreadPool } from '../../../../src/workers/pool/thread-pool';
import type { TestTask } from '../../../support/trial-tasks';

const SETTINGS: PoolSettings = {
  script: join(__dirname, '../../../support/trial-tasks.worker.cjs'),
  maxThreads: 2,
  maxQueue: 2,
  taskTimeoutMs: 60_000,
  heapMb: 32,
  externalMemoryMb: 16,
  idleTimeoutMs: 60_000,
  limitError: (of) => new Error(`too much ${of}`),
  taskError: (failure) => new Error(`failed: ${String(failure)}`),
};

describe('ThreadPool', () => {
  const pools: ThreadPool[] = [];
  const poolOf = (settings: Partial<PoolSettings> = {}) => {
    const pool = new ThreadPool({ ...SETTINGS, ...settings });
    pools.push(pool);
    return (task: TestTask): Promise<unknown> => pool.run(task);
  };
  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

  const gate = (): Int32Array => new Int32Array(new SharedArrayBuffer(4));
  const release = (closed: Int32Array): void => {
    Atomics.store(closed, 0, 1);
    Atomics.notify(closed, 0);
  };

  it('returns the result of the task', async () => {
    const run = poolOf();
    const value = { text: 'é — 漢字', bytes: new Uint8Array([1, 2, 3]) };
    expect(await run({ kind: 'echo', value })).toEqual(value);
  });

  it('reuses threads', async () => {
    const run = poolOf();
    const first = await run({ kind: 'which-thread' });
    expect(await run({ kind: 'which-thread' })).toBe(first);
  });

  it('ends an idle thread', async () => {
    const run = poolOf({ idleTimeoutMs: 0 });
    const first = await run({ kind: 'which-thread' });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(await run({ kind: 'which-thread' })).not.toBe(first);
  });

  it('queues tasks while all threads are busy, and rejects them when the queue is full', async () => {
    const run = poolOf();
    const closed = gate();
    const blocked = [1, 2].map(() => run({ kind: 'wait', gate: closed }));
    const waiting = [3, 4].map((value) => run({ kind: 'echo', value }));
    await expect(run({ kind: 'echo', value: 5 })).rejects.toThrow(UnavailableError);
    release(closed);
    expect(await Promise.all(blocked)).toEqual(['released', 'released']);
    expect(await Promise.all(waiting)).toEqual([3, 4]);
    expect(await run({ kind: 'echo', value: 5 })).toBe(5);
  });

  it('reports a failed task and reuses the thread', async () => {
    const run = poolOf({ maxThreads: 1 });
    const before = await run({ kind: 'which-thread' });
    await expect(run({ kind: 'fail', message: 'No such row.' })).rejects.toThrow('failed: No such row.');
    expect(await run({ kind: 'which-thread' })).toBe(before);
  });

  it('ends a task that takes too long and replaces its thread', async () => {
    const run = poolOf({ maxThreads: 1 });
    jest.useFakeTimers();
    const error = run({ kind: 'never-end' }).catch((reason: unknown) => reason);
    const echo = run({ kind: 'echo', value: 1 });
    jest.advanceTimersByTime(SETTINGS.taskTimeoutMs);
    jest.useRealTimers();
    expect(await error).toEqual(new Error('too much time'));
    expect(await echo).toBe(1);
  });

  it.each(['fill-heap', 'fill-buffers', 'endless-text'] as const)(
    'ends a task that takes too much memory (%s) and replaces its thread',
    async (kind) => {
      const run = poolOf({ maxThreads: 1 });
      const error = run({ kind }).catch((reason: unknown) => reason);
      const echo = run({ kind: 'echo', value: 1 });
      expect(await error).toEqual(new Error('too much memory'));
      expect(await echo).toBe(1);
    },
  );

  it("limits a thread by its own heap, whatever the main thread's limit", async () => {
    setFlagsFromString('--max-old-space-size=512');
    expect(await poolOf()({ kind: 'which-heap' })).toBeLessThan(2 * SETTINGS.heapMb);
  });

  it('asks to retry when a thread dies, and starts another', async () => {
    const run = poolOf({ maxThreads: 1 });
    await expect(run({ kind: 'exit' })).rejects.toThrow('Retry');
    expect(await run({ kind: 'echo', value: 1 })).toBe(1);
  });

  it('rejects running and queued tasks when closed', async () => {
    const pool = new ThreadPool({ ...SETTINGS, maxThreads: 1 });
    const tasks = [
      pool.run({ kind: 'never-end' }).catch((error: unknown) => error),
      pool.run({ kind: 'echo', value: 1 }).catch((error: unknown) => error),
    ];
    await pool.close();
    for (const error of await Promise.all(tasks)) expect(error).toBeInstanceOf(UnavailableError);
    await expect(pool.run({ kind: 'echo', value: 1 })).rejects.toThrow('The service is stopping');
  });
});
