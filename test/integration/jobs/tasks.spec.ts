import { Logger } from '@nestjs/common';
import { MemoryUnitOfWork } from '../../support/memory.unit-of-work';
import { MemoryQueue } from '../../support/memory.queue';
import { MemoryTaskStore } from '../../support/memory.task-store';
import { SystemClock } from '../../../src/config/clock';
import type { TaskEntity } from '../../../src/database/entities/task.entity';
import { ConflictError, InvalidError } from '../../../src/domain/errors';
import { JobRegistry } from '../../../src/jobs/job-queue.port';
import {
  HEARTBEAT_TIMEOUT_MS,
  Tasks,
  PICKUP_TIMEOUT_MS,
  HEARTBEAT_INTERVAL_MS,
  type TaskExecution,
} from '../../../src/jobs/task/tasks';

type Execution = TaskExecution<TaskEntity>;
type Handle = (task: TaskEntity, execution: Execution) => Promise<void>;

/** Database and queue of several processes, which share the fake clock of the test. */
class Cluster {
  readonly store = new MemoryTaskStore();
  readonly queue = new MemoryQueue();
  readonly unitOfWork = new MemoryUnitOfWork();

  process(handle: Handle): Process {
    return new Process(this, handle);
  }

  complete(execution: Execution): Promise<void> {
    return this.unitOfWork.run((transaction) => execution.complete(transaction, { made: 'it' }));
  }

  state(): unknown[] {
    const { status, messages } = this.store.find('t1')!;
    return [status, messages];
  }
}

class Process {
  private readonly registry = new JobRegistry();
  private readonly stopping = new AbortController();
  readonly tasks: Tasks<TaskEntity>;

  constructor(
    private readonly cluster: Cluster,
    handle: Handle,
  ) {
    const { store, unitOfWork, queue } = cluster;
    this.tasks = new Tasks(store, unitOfWork, queue, this.registry, new SystemClock());
    this.tasks.register({
      name: 'counts',
      handle,
      failureMessages: (error) => ({ error: (error as Error).message }),
      interruptedMessages: { error: 'Interrupted' },
    });
  }

  async start(): Promise<void> {
    await this.cluster.unitOfWork.run((transaction) => this.tasks.start(transaction, { uid: 't1' }));
  }

  /** Takes the next job from the queue. */
  async work(): Promise<void> {
    const job = this.cluster.queue.next();
    if (job !== undefined)
      await this.registry.handlers[0]!.handle(job.subject, {
        stopping: this.stopping.signal,
        release: () => undefined,
      });
  }

  async recover(): Promise<void> {
    await this.registry.scheduledJobs[0]!.run();
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
  // Heartbeats stop.
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A handler that waits until the test resumes it. */
function paused() {
  const begun: { execution: Execution; resume: () => void; ended: Promise<unknown> }[] = [];
  const handle: Handle = async (_task, execution) => {
    let resume = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (resume = resolve));
    const ended = waiting.then(() => cluster.complete(execution));
    begun.push({ execution, resume, ended });
    ended.catch(() => undefined);
    await ended;
  };
  return { begun, handle };
}

describe('a task', () => {
  it('is created together with its job, or not at all', async () => {
    const process = cluster.process(cluster.complete.bind(cluster, {} as Execution));
    const failing = cluster.unitOfWork.run(async (transaction) => {
      await process.tasks.start(transaction, { uid: 't1' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([cluster.store.find('t1'), cluster.queue.jobs]).toEqual([undefined, []]);
    await process.start();
    expect(cluster.state()).toEqual(['created', {}]);
    expect(cluster.queue.jobs).toEqual([{ name: 'counts.run', subject: 't1' }]);
  });

  it('is completed with the messages and progress of its handler', async () => {
    const process = cluster.process(async (_task, execution) => {
      execution.progress(3, 9);
      execution.progress(9, 9);
      await cluster.complete(execution);
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
    const process = cluster.process((_task, execution) =>
      cluster.unitOfWork.run(async (transaction) => {
        await execution.complete(transaction, { made: 'it' });
        throw new InvalidError('The commit failed.');
      }),
    );
    await process.start();
    await process.work();
    expect(cluster.state()).toEqual(['error', { error: 'The commit failed.' }]);
  });

  it('runs once when two processes have a job for it', async () => {
    const { begun, handle } = paused();
    const processes = [cluster.process(handle), cluster.process(handle)];
    await processes[0]!.start();
    const [job] = cluster.queue.jobs;
    const first = processes[0]!.work();
    await jest.advanceTimersByTimeAsync(1);
    cluster.queue.jobs.push(job!);
    await processes[1]!.work();
    expect(begun).toHaveLength(1);
    begun[0]!.resume();
    await first;
    expect(cluster.state()).toEqual(['complete', { made: 'it' }]);
  });
});

describe('a running task', () => {
  it('sends heartbeats with its progress, and does not expire', async () => {
    const { begun, handle } = paused();
    const [process, other] = [cluster.process(handle), cluster.process(handle)];
    await process.start();
    const working = process.work();
    await jest.advanceTimersByTimeAsync(1);
    for (let minute = 0; minute < 10; minute += 1) {
      begun[0]!.execution.progress(minute, 10);
      await jest.advanceTimersByTimeAsync(60_000);
      await other.recover();
    }
    expect(cluster.store.find('t1')).toMatchObject({ status: 'processing', rowsDone: 9, rowsTotal: 10 });
    expect(begun[0]!.execution.signal.aborted).toBe(false);
    begun[0]!.resume();
    await working;
    expect(cluster.state()).toEqual(['complete', { made: 'it' }]);
  });

  it('is aborted by the heartbeat after its deletion, and cannot be completed', async () => {
    const { begun, handle } = paused();
    const process = cluster.process(handle);
    await process.start();
    const working = process.work();
    await jest.advanceTimersByTimeAsync(1);
    cluster.store.delete('t1');
    await jest.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS);
    await working;
    const { execution, resume, ended } = begun[0]!;
    expect(execution.signal.reason).toBeInstanceOf(ConflictError);
    resume();
    await expect(ended).rejects.toBeInstanceOf(ConflictError);
    expect(cluster.store.find('t1')).toBeUndefined();
    expect(logged).not.toHaveBeenCalled();
  });

  it('cannot be completed after its deletion, before the next heartbeat', async () => {
    const { begun, handle } = paused();
    const process = cluster.process(handle);
    await process.start();
    const working = process.work();
    await jest.advanceTimersByTimeAsync(1);
    cluster.store.delete('t1');
    begun[0]!.resume();
    await working;
    await expect(begun[0]!.ended).rejects.toBeInstanceOf(ConflictError);
    expect(cluster.store.find('t1')).toBeUndefined();
  });

  it('expires after the heartbeat timeout, and not before', async () => {
    const { begun, handle } = paused();
    const [silent, other] = [cluster.process(handle), cluster.process(handle)];
    jest.spyOn(cluster.store, 'heartbeat').mockRejectedValue(new Error('The database is down.'));
    await silent.start();
    const working = silent.work();
    await jest.advanceTimersByTimeAsync(HEARTBEAT_TIMEOUT_MS);
    await other.recover();
    expect(cluster.state()).toEqual(['processing', {}]);
    expect(begun[0]!.execution.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    await other.recover();
    expect(cluster.state()).toEqual(['error', { error: 'Interrupted' }]);
    begun[0]!.resume();
    await working;
    expect(cluster.state()).toEqual(['error', { error: 'Interrupted' }]);
  });

  it('moves to another process when its own stops, even if the handler ignores the signal', async () => {
    const { begun, handle } = paused();
    const [stopping, other] = [cluster.process(handle), cluster.process(handle)];
    await stopping.start();
    const working = stopping.work();
    await jest.advanceTimersByTimeAsync(1);
    stopping.stop();
    await working;
    expect(begun[0]!.execution.signal.reason).toBeInstanceOf(ConflictError);
    expect(cluster.state()).toEqual(['created', {}]);
    const taking = other.work();
    await jest.advanceTimersByTimeAsync(1);
    begun[0]!.resume();
    await expect(begun[0]!.ended).rejects.toBeInstanceOf(ConflictError);
    expect(cluster.state()).toEqual(['processing', {}]);
    begun[1]!.resume();
    await taking;
    expect(cluster.state()).toEqual(['complete', { made: 'it' }]);
  });

  it('stays complete when the process stops between the commit and the end of the handler', async () => {
    const process = cluster.process(async (_task, execution) => {
      await cluster.complete(execution);
      process.stop();
      await new Promise(() => undefined);
    });
    await process.start();
    await process.work();
    expect(cluster.state()).toEqual(['complete', { made: 'it' }]);
    expect(cluster.queue.jobs).toEqual([]);
  });
});

describe('an unclaimed task', () => {
  it('is requeued after each pickup timeout', async () => {
    const process = cluster.process((_task, execution) => cluster.complete(execution));
    await process.start();
    cluster.queue.next();
    await jest.advanceTimersByTimeAsync(PICKUP_TIMEOUT_MS);
    await process.recover();
    expect(cluster.queue.jobs).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await process.recover();
    expect(cluster.queue.next()).toEqual({ name: 'counts.run', subject: 't1' });
    await process.recover();
    expect(cluster.queue.jobs).toEqual([]);
    await jest.advanceTimersByTimeAsync(PICKUP_TIMEOUT_MS + 1);
    await process.recover();
    await process.work();
    expect(cluster.state()).toEqual(['complete', { made: 'it' }]);
  });
});
