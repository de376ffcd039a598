import { Turnstile } from './turnstile';

describe('Turnstile', () => {
  it('lets so many through at a time, in the order in which they came', async () => {
    const turnstile = new Turnstile(2);
    const entered: number[] = [];
    const leave: (() => void)[] = [];
    const all = Array.from({ length: 5 }, (_, each) =>
      turnstile.pass(async () => {
        entered.push(each);
        await new Promise<void>((resolve) => (leave[each] = resolve));
        return each;
      }),
    );
    expect(entered).toEqual([0, 1]);
    leave[1]!();
    await all[1];
    await Promise.resolve();
    expect(entered).toEqual([0, 1, 2]);
    for (const each of [0, 2, 3, 4]) {
      leave[each]!();
      await all[each];
    }
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
  });

  it('hands the place of a failed work on', async () => {
    const turnstile = new Turnstile(1);
    const failed = turnstile.pass(() => Promise.reject(new Error('away')));
    const next = turnstile.pass(() => Promise.resolve('in'));
    await expect(failed).rejects.toThrow('away');
    expect(await next).toBe('in');
  });
});
