import { ConcurrencyLimit } from './concurrency-limit';

describe('ConcurrencyLimit', () => {
  const recordMany = (
    limit: ConcurrencyLimit,
    count: number,
    milliseconds: number,
    hasQueue = true,
  ): void => {
    for (let index = 0; index < count; index += 1) limit.record(milliseconds, { hasQueue });
  };

  it('falls to 8 while queued requests take long, and rises to 32 while they are fast', () => {
    const limit = new ConcurrencyLimit();
    expect(limit.current).toBe(32);
    recordMany(limit, 10, 501);
    expect(limit.current).toBe(26);
    recordMany(limit, 100, 501);
    expect(limit.current).toBe(8);
    recordMany(limit, 100, 500);
    expect(limit.current).toBe(16);
    recordMany(limit, 10_000, 1);
    expect(limit.current).toBe(32);
  });

  it('ignores slow requests without a queue', () => {
    const limit = new ConcurrencyLimit();
    recordMany(limit, 100, 60_000, false);
    expect(limit.current).toBe(32);
  });

  it('is 32 again as soon as the queue is empty', () => {
    const limit = new ConcurrencyLimit();
    recordMany(limit, 100, 501);
    limit.record(501, { hasQueue: false });
    expect(limit.current).toBe(32);
  });
});
