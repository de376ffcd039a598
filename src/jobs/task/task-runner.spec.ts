import { Logger } from '@nestjs/common';
import { MemoryUnitOfWork } from '../../database/unit-of-work/memory.unit-of-work';
import { MemoryQueue } from '../memory.queue';
import { MemoryTaskStore } from './memory.task-store';
import { SystemClock } from '../../config/clock';
import type { TaskEntity } from '../../database/entities/task.entity';
import { ConflictError, InvalidError } from '../../domain/errors';
import { JobRegistry } from '../job-queue.port';
import { BEAT_MS } from './ongoing-task';
import { SILENT_MS, TaskRunner, UNTAKEN_MS } from './task-runner';
import type { TaskWork } from './task.port';

type Work = TaskWork<TaskEntity>;
type Handle = (task: TaskEntity, work: Work) => Promise<void>;

const CANCELLED = { error: 'Cancelled' };

/** Where several processes keep their tasks; the clock of each is the fake one of the test. */
class Cluster {
  readonly store = new MemoryTaskStore();
  readonly queue = new MemoryQueue();
  readonly unitOfWork = new MemoryUnitOfWork();

  /** One more process. */
  process(handle: Handle): Process {
    return new Process(this, handle);
  }

  complete(work: Work): Promise<void> {
    return this.unitOfWork.run((transaction) => work.complete(transaction, { made: 'it' }));
  }

  state(): unknown[] {
    const { status, messages } = this.store.find('t1')!;
    return [status, messages];
  }
}

class Process {
  private readonly registry = new JobRegistry();
  private readonly stopping = new AbortController();
  readonly tasks: TaskRunner<TaskEntity>;

  constructor(
    private readonly cluster: Cluster,
    handle: Handle,
  ) {
    const { store, unitOfWork, queue } = cluster;
    this.tasks = new TaskRunner(store, unitOfWork, queue, this.registry, new SystemClock());
    this.tasks.register({
      name: 'count',
      handle,
      explain: (error) => ({ error: (error as Error).message }),
      interrupted: { error: 'Interrupted' },
    });
  }

  async start(): Promise<void> {
    await this.cluster.unitOfWork.run((transaction) => this.tasks.start(transaction, { uid: 't1' }));
  }

  /** Takes the next job, as the queue would make it do. */
  async work(): Promise<void> {
    const job = this.cluster.queue.next();
    if (job !== undefined)
      await this.registry.handlers[0]!.handle(job.subject, {
        stopping: this.stopping.signal,
        leave: () => undefined,
      });
  }

  async sweep(): Promise<void> {
    await this.registry.chores[0]!.run();
  }

  stop(): void {
    this.stopping.abort();
  }
}

let cluster: Cluster;
let logged: jest.SpyInstance;
beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 2, 1, 8) });
  cluster = new Cluster();
  logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  jest.spyOn(Logger.prototype, 'warn').mockImplementation();
});
afterEach(() => {
  // Whatever came of it: nothing goes on.
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Work that waits until the test lets it go on, as often as it is begun. */
function held() {
  const begun: { work: Work; goOn: () => void; ended: Promise<unknown> }[] = [];
  const handle: Handle = async (_task, work) => {
    let goOn = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    const ended = waiting.then(() => cluster.complete(work));
    begun.push({ work, goOn, ended });
    ended.catch(() => undefined);
    await ended;
  };
  return { begun, handle };
}

describe('a task', () => {
  it('is there with its job, or neither is', async () => {
    const process = cluster.process(cluster.complete.bind(cluster, {} as Work));
    const failing = cluster.unitOfWork.run(async (transaction) => {
      await process.tasks.start(transaction, { uid: 't1' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([cluster.store.find('t1'), cluster.queue.jobs]).toEqual([undefined, []]);
    await process.start();
    expect(cluster.state()).toEqual(['created', {}]);
    expect(cluster.queue.jobs).toEqual([{ name: 'count', subject: 't1' }]);
  });

  it('is complete with what its handler says in its own transaction, and how far it came', async () => {
    const process = cluster.process(async (_task, work) => {
      work.progress(3, 9);
      work.progress(9, 9);
      await cluster.complete(work);
    });
    await process.start();
    await process.work();
    expect(cluster.store.find('t1')).toMatchObject({
      status: 'complete',
      messages: { made: 'it' },
      rowsDone: 9,
      rowsTotal: 9,
    });
  });

  it.each([
    ['its handler fails', async () => Promise.reject(new InvalidError('Mend it.')), 'Mend it.', 0],
    ['its handler breaks', async () => Promise.reject(new Error('Oops')), 'Oops', 1],
    ['its handler does not complete it', async () => undefined, expect.stringContaining('not complete'), 1],
  ])('ends in error when %s', async (_case, handle, error, logs) => {
    const process = cluster.process(handle);
    await process.start();
    await process.work();
    expect(cluster.state()).toEqual(['error', { error }]);
    expect(logged).toHaveBeenCalledTimes(logs);
  });

  it('ends in error when the transaction fails that completed it', async () => {
    const process = cluster.process((_task, work) =>
      cluster.unitOfWork.run(async (transaction) => {
        await work.complete(transaction, { made: 'it' });
        throw new InvalidError('The commit failed.');
      }),
    );
    await process.start();
    await process.work();
    expect(cluster.state()).toEqual(['error', { error: 'The commit failed.' }]);
  });

  it('is done once by two processes with a job each', async () => {
    const { begun, handle } = held();
    const processes = [cluster.process(handle), cluster.process(handle)];
    await processes[0]!.start();
    const [job] = cluster.queue.jobs;
    const first = processes[0]!.work();
    await jest.advanceTimersByTimeAsync(1);
    cluster.queue.jobs.push(job!);
    await processes[1]!.work();
    expect(begun).toHaveLength(1);
    begun[0]!.goOn();
    await first;
    expect(cluster.state()).toEqual(['complete', { made: 'it' }]);
  });
});

describe('a task at work', () => {
  it('gives signs of life, with how far it is, and is never given up', async () => {
    const { begun, handle } = held();
    const [process, other] = [cluster.process(handle), cluster.process(handle)];
    await process.start();
    const working = process.work();
    await jest.advanceTimersByTimeAsync(1);
    for (let minute = 0; minute < 10; minute += 1) {
      begun[0]!.work.progress(minute, 10);
      await jest.advanceTimersByTimeAsync(60_000);
      await other.sweep();
    }
    expect(cluster.store.find('t1')).toMatchObject({ status: 'processing', rowsDone: 9, rowsTotal: 10 });
    expect(begun[0]!.work.signal.aborted).toBe(false);
    begun[0]!.goOn();
    await working;
    expect(cluster.state()).toEqual(['complete', { made: 'it' }]);
  });

  it('hears with its next sign of life that it was cancelled, and can not be completed', async () => {
    const { begun, handle } = held();
    const process = cluster.process(handle);
    await process.start();
    const working = process.work();
    await jest.advanceTimersByTimeAsync(1);
    const cancel = () =>
      cluster.unitOfWork.run((transaction) => process.tasks.cancel(transaction, 't1', CANCELLED));
    expect([await cancel(), await cancel()]).toEqual([true, false]);
    await jest.advanceTimersByTimeAsync(BEAT_MS);
    await working;
    const { work, goOn, ended } = begun[0]!;
    expect(work.signal.reason).toBeInstanceOf(ConflictError);
    goOn();
    await expect(ended).rejects.toBeInstanceOf(ConflictError);
    expect(cluster.state()).toEqual(['error', CANCELLED]);
    expect(logged).not.toHaveBeenCalled();
  });

  it('can not be completed either before it heard', async () => {
    const { begun, handle } = held();
    const process = cluster.process(handle);
    await process.start();
    const working = process.work();
    await jest.advanceTimersByTimeAsync(1);
    await cluster.unitOfWork.run((transaction) => process.tasks.cancel(transaction, 't1', CANCELLED));
    begun[0]!.goOn();
    await working;
    await expect(begun[0]!.ended).rejects.toBeInstanceOf(ConflictError);
    expect(cluster.state()).toEqual(['error', CANCELLED]);
  });

  it('is given up when its worker is silent, and not before', async () => {
    const { begun, handle } = held();
    const [silent, other] = [cluster.process(handle), cluster.process(handle)];
    jest.spyOn(cluster.store, 'beat').mockRejectedValue(new Error('The database is away.'));
    await silent.start();
    const working = silent.work();
    await jest.advanceTimersByTimeAsync(SILENT_MS);
    await other.sweep();
    expect(cluster.state()).toEqual(['processing', {}]);
    expect(begun[0]!.work.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await other.sweep();
    expect(cluster.state()).toEqual(['error', { error: 'Interrupted' }]);
    begun[0]!.goOn();
    await working;
    expect(cluster.state()).toEqual(['error', { error: 'Interrupted' }]);
  });

  it('goes to another process when its own stops, whether the handler heeds the signal or not', async () => {
    const { begun, handle } = held();
    const [stopping, other] = [cluster.process(handle), cluster.process(handle)];
    await stopping.start();
    const working = stopping.work();
    await jest.advanceTimersByTimeAsync(1);
    stopping.stop();
    await working;
    expect(begun[0]!.work.signal.reason).toBeInstanceOf(ConflictError);
    expect(cluster.state()).toEqual(['created', {}]);
    const taking = other.work();
    await jest.advanceTimersByTimeAsync(1);
    begun[0]!.goOn();
    await expect(begun[0]!.ended).rejects.toBeInstanceOf(ConflictError);
    expect(cluster.state()).toEqual(['processing', {}]);
    begun[1]!.goOn();
    await taking;
    expect(cluster.state()).toEqual(['complete', { made: 'it' }]);
  });

  it('stays complete when the process stops between the commit and the end of the handler', async () => {
    const process = cluster.process(async (_task, work) => {
      await cluster.complete(work);
      process.stop();
      await new Promise(() => undefined);
    });
    await process.start();
    await process.work();
    expect(cluster.state()).toEqual(['complete', { made: 'it' }]);
    expect(cluster.queue.jobs).toEqual([]);
  });
});

describe('a task that nobody takes', () => {
  it('is asked for again, once in so long', async () => {
    const process = cluster.process((_task, work) => cluster.complete(work));
    await process.start();
    cluster.queue.next();
    await jest.advanceTimersByTimeAsync(UNTAKEN_MS);
    await process.sweep();
    expect(cluster.queue.jobs).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await process.sweep();
    expect(cluster.queue.next()).toEqual({ name: 'count', subject: 't1' });
    await process.sweep();
    expect(cluster.queue.jobs).toEqual([]);
    await jest.advanceTimersByTimeAsync(UNTAKEN_MS + 1);
    await process.sweep();
    await process.work();
    expect(cluster.state()).toEqual(['complete', { made: 'it' }]);
  });
});
