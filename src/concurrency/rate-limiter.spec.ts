import { setImmediate as flush } from 'node:timers/promises';
import { RateLimiter } from './limits';

describe('RateLimiter', () => {
  let now: number;
  let sleeping: { readonly until: number; readonly wake: () => void }[];
  const clock = {
    now: () => now,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleeping.push({ until: now + ms, wake });
      }),
  };
  const advance = async (ms: number): Promise<void> => {
    now += ms;
    for (const each of sleeping.filter(({ until }) => until <= now)) each.wake();
    sleeping = sleeping.filter(({ until }) => until > now);
    await flush();
  };

  beforeEach(() => {
    now = 0;
    sleeping = [];
  });

  it('starts no more calls in any second than allowed, in their order', async () => {
    const limiter = new RateLimiter(20, clock);
    const starts: { readonly call: number; readonly at: number }[] = [];
    const call = (number: number): Promise<unknown> =>
      limiter.wait().then(() => starts.push({ call: number, at: now }));
    const calls = Array.from({ length: 60 }, (_, index) => call(index));
    await flush();
    while (sleeping.length > 0) await advance(10);
    await Promise.all(calls);
    expect(starts.map(({ call: number }) => number)).toEqual(calls.map((_, index) => index));
    for (const { at } of starts) {
      expect(starts.filter((other) => other.at >= at && other.at < at + 1000).length).toBeLessThanOrEqual(20);
    }
    expect(now).toBe(2950);
  });

  it('does not save up calls of a time without any', async () => {
    const limiter = new RateLimiter(2, clock);
    await limiter.wait();
    await advance(10_000);
    await limiter.wait();
    void limiter.wait();
    expect(sleeping).toMatchObject([{ until: 10_500 }]);
  });

  it('never waits without a limit', async () => {
    const limiter = new RateLimiter(Infinity, clock);
    for (let call = 0; call < 100; call += 1) await limiter.wait();
    expect(sleeping).toEqual([]);
  });
});
