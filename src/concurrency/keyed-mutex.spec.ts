import { InvalidError } from '../domain/errors';
import { KeyedMutex } from './limits';

/** Work that ends on demand. */
function controlledWork() {
  let started = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = async (): Promise<void> => {
    started = true;
    await ended;
  };
  return { work, end: () => end(), hasStarted: () => started };
}

const settle = async (): Promise<void> => {
  for (let tick = 0; tick < 5; tick += 1) await Promise.resolve();
};

const queueFull = (count: number): InvalidError => new InvalidError(`${count} queued`);

describe('KeyedMutex', () => {
  it('knows which keys have running or queued work', async () => {
    const mutex = new KeyedMutex();
    const { work, end } = controlledWork();
    const result = mutex.runExclusive(1, work);
    expect([mutex.isBusy(1), mutex.isBusy(2)]).toEqual([true, false]);
    end();
    await result;
    expect(mutex.isBusy(1)).toBe(false);
  });

  it('serialises work of one key, and runs other keys concurrently', async () => {
    const mutex = new KeyedMutex({ maxQueued: 10, queueFull });
    const [first, second, others] = [controlledWork(), controlledWork(), controlledWork()];
    const all = [
      mutex.runExclusive(1, first.work),
      mutex.runExclusive(1, second.work),
      mutex.runExclusive(2, others.work),
    ];
    await settle();
    expect([first, second, others].map(({ hasStarted }) => hasStarted())).toEqual([true, false, true]);
    first.end();
    await all[0];
    await settle();
    expect(second.hasStarted()).toBe(true);
    second.end();
    others.end();
    await Promise.all(all);
  });

  it('rejects work beyond the queue limit, and frees ended queues', async () => {
    const mutex = new KeyedMutex({ maxQueued: 1, queueFull });
    const works = [controlledWork(), controlledWork()];
    const all = works.map(({ work }) => mutex.runExclusive(1, work));
    await expect(mutex.runExclusive(1, controlledWork().work)).rejects.toThrow(InvalidError);
    for (const { end } of works) end();
    await Promise.all(all);
    expect(await mutex.runExclusive(1, async () => 'free')).toBe('free');
  });

  it('continues after a failure', async () => {
    const mutex = new KeyedMutex({ maxQueued: 10, queueFull });
    const failed = mutex.runExclusive(1, () => Promise.reject(new Error('away')));
    const next = mutex.runExclusive(1, async () => 'next');
    await expect(failed).rejects.toThrow('away');
    expect(await next).toBe('next');
  });
});

const WELLS = 1;
const PUMPS = 2;

/** Save that the test ends. */
function save(): { work: () => Promise<string>; started: () => boolean; end: (failure?: Error) => void } {
  let started = false;
  let end: (failure?: Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (failure) => (failure === undefined ? resolve('saved') : reject(failure));
  });
  const work = (): Promise<string> => {
    started = true;
    return ended;
  };
  return { work, started: () => started, end: (failure) => end(failure) };
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('KeyedMutex without limits', () => {
  it('serialises saves of one asset and runs saves of others concurrently', async () => {
    const mutex = new KeyedMutex();
    const [first, second, other] = [save(), save(), save()];
    const saved = [mutex.runExclusive(WELLS, first.work), mutex.runExclusive(WELLS, second.work)];
    saved.push(mutex.runExclusive(PUMPS, other.work));
    await settled();
    expect([first.started(), second.started(), other.started()]).toEqual([true, false, true]);
    first.end();
    await settled();
    expect(second.started()).toBe(true);
    second.end();
    other.end();
    expect(await Promise.all(saved)).toEqual(['saved', 'saved', 'saved']);
  });

  it('runs the next save after a failed one, which alone rejects', async () => {
    const mutex = new KeyedMutex();
    const [first, second] = [save(), save()];
    const failed = mutex.runExclusive(WELLS, first.work);
    const saved = mutex.runExclusive(WELLS, second.work);
    first.end(new Error('no form at all'));
    second.end();
    await expect(failed).rejects.toThrow('no form at all');
    expect(await saved).toBe('saved');
  });

  it('holds no entries for assets without saves', async () => {
    const mutex = new KeyedMutex();
    const [first, second] = [save(), save()];
    const saved = [mutex.runExclusive(WELLS, first.work), mutex.runExclusive(WELLS, second.work)];
    first.end();
    second.end();
    await Promise.all(saved);
    expect(mutex.size).toBe(0);
  });
});
