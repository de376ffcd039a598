import { forEachConcurrent } from './limits';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let each = 1; each <= count; each += 1) yield each;
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('forEachConcurrent', () => {
  it('processes all items, at most `concurrency` at a time', async () => {
    const done: number[] = [];
    let [running, most] = [0, 0];
    await forEachConcurrent(numbers(7), 3, async (item) => {
      most = Math.max(most, (running += 1));
      await settled();
      running -= 1;
      done.push(item);
    });
    expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });

  it('starts no item after a failure, and rejects once the running ones have ended', async () => {
    const [started, ended]: [number[], number[]] = [[], []];
    const all = forEachConcurrent(numbers(10), 2, async (item) => {
      started.push(item);
      if (item === 2) throw new Error('disk full');
      await settled();
      ended.push(item);
    });
    await expect(all).rejects.toThrow('disk full');
    expect(started).toEqual([1, 2]);
    expect(ended).toEqual([1]);
  });
});
