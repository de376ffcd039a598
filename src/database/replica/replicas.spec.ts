import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { measureLags } from './replicas';

const HANGING = (): Promise<never> => new Promise(() => undefined);

const primary = (query: () => Promise<object[]>): DataSource =>
  ({ createQueryRunner: () => undefined, query }) as unknown as DataSource;
const replica = (name: string, query: () => Promise<{ rows: object[] }>) => ({
  name,
  pool: { query } as unknown as Pool,
});

const RUNNING = primary(async () => [{ position: '0/10' }]);
const BEHIND = replica('behind', async () => ({ rows: [{ bytes: 16 }] }));

/** Result within a second of the timers; undefined without. */
async function withinSecond<Result>(result: Promise<Result>): Promise<Result | undefined> {
  let settled: Result | undefined;
  void result.then((value) => (settled = value));
  await jest.advanceTimersByTimeAsync(1_000);
  return settled;
}

describe('measureLags', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('returns the bytes of each replica, and leaves no timer', async () => {
    expect(await measureLags(RUNNING, [BEHIND])).toEqual([{ name: 'behind', bytes: 16 }]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('waits a second for replicas that hang, and returns the others', async () => {
    const failing = replica('failing', () => Promise.reject(new Error('refused')));
    const lags = measureLags(RUNNING, [replica('hanging', HANGING), BEHIND, failing]);
    expect(await withinSecond(lags)).toEqual([
      { name: 'hanging', bytes: undefined },
      { name: 'behind', bytes: 16 },
      { name: 'failing', bytes: undefined },
    ]);
  });

  it('waits a second for a primary that hangs', async () => {
    const lags = measureLags(primary(HANGING), [BEHIND]);
    expect(await withinSecond(lags)).toEqual([{ name: 'behind', bytes: undefined }]);
  });

  it('waits a second in all for a slow primary and a replica that hangs', async () => {
    const slow = primary(async () => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return [{ position: '0/10' }];
    });
    expect(await withinSecond(measureLags(slow, [replica('hanging', HANGING)]))).toHaveLength(1);
  });
});
