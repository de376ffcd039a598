import { UnavailableError } from '../domain/errors';
import { Semaphore } from './limits';

const create = (maxConcurrent: number, maxQueued: number): Semaphore =>
  new Semaphore({ maxConcurrent, maxQueued, queueFull: () => new UnavailableError('Queue full') });

/** Tasks that hold their slot until released. */
class Tasks {
  readonly started: string[] = [];
  private readonly releases = new Map<string, () => void>();

  constructor(private readonly semaphore: Semaphore) {}

  start(name: string, hasPriority = false): Promise<string> {
    const work = async (): Promise<string> => {
      this.started.push(name);
      await new Promise<void>((resolve) => this.releases.set(name, resolve));
      return name;
    };
    return this.semaphore.run(work, { hasPriority });
  }

  /** Waits until the task has started. */
  async release(name: string): Promise<void> {
    while (!this.releases.has(name)) await Promise.resolve();
    this.releases.get(name)!();
  }
}

describe('Semaphore', () => {
  it('limits concurrency and runs tasks in FIFO order', async () => {
    const tasks = new Tasks(create(2, 10));
    const names = ['a', 'b', 'c', 'd', 'e'];
    const all = names.map((name) => tasks.start(name));
    expect(tasks.started).toEqual(['a', 'b']);
    await tasks.release('b');
    await all[1];
    await Promise.resolve();
    expect(tasks.started).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd', 'e']) {
      await tasks.release(name);
      await all[names.indexOf(name)];
    }
    expect(await Promise.all(all)).toEqual(names);
  });

  it('runs priority tasks before tasks that wait longer', async () => {
    const tasks = new Tasks(create(1, 10));
    const running = tasks.start('running');
    const others = [tasks.start('other'), tasks.start('another')];
    const first = tasks.start('first', true);
    await tasks.release('running');
    await running;
    await Promise.resolve();
    expect(tasks.started).toEqual(['running', 'first']);
    for (const [name, work] of [
      ['first', first],
      ['other', others[0]],
      ['another', others[1]],
    ] as const) {
      await tasks.release(name);
      await work;
    }
  });

  it('rejects a task when the normal queue is full, but never a priority task', async () => {
    const tasks = new Tasks(create(1, 1));
    const running = tasks.start('running');
    const waiting = tasks.start('waiting');
    await expect(tasks.start('too many')).rejects.toThrow(UnavailableError);
    const first = tasks.start('first', true);
    for (const [name, work] of [
      ['running', running],
      ['first', first],
      ['waiting', waiting],
    ] as const) {
      await tasks.release(name);
      await work;
    }
    expect(tasks.started).toEqual(['running', 'first', 'waiting']);
  });

  it('releases the slot of a failed task', async () => {
    const semaphore = create(1, 1);
    const failed = semaphore.run(() => Promise.reject(new Error('failed')));
    const next = semaphore.run(() => Promise.resolve('in'));
    await expect(failed).rejects.toThrow('failed');
    expect(await next).toBe('in');
  });
});
