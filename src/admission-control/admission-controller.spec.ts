import { RequestAbortedError, UnavailableError } from '../domain/errors';
import { type AcceptBacklog, AdmissionController, ConcurrencyLimit } from './admission-controller';

const MAX_CONCURRENT = 32;
const neverDisconnects = (): void => undefined;

describe('AdmissionController', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const flush = async (): Promise<void> => {
    for (let count = 0; count < 10; count += 1) await Promise.resolve();
  };

  /** A controller without free slots, and what releases one. */
  const saturated = async () => {
    const backlog = { isSaturated: false };
    const controller = new AdmissionController(backlog as AcceptBacklog);
    const releases = await Promise.all(
      Array.from({ length: MAX_CONCURRENT }, () => controller.acquire('normal', 'first', neverDisconnects)),
    );
    return { controller, backlog, releaseOne: async () => (releases.pop()!(), flush()) };
  };

  it('serves callers round-robin, for any number of requests per caller', async () => {
    const { controller, releaseOne } = await saturated();
    const served: string[] = [];
    const request = (caller: string): void =>
      void controller.acquire('normal', caller, neverDisconnects).then(() => served.push(caller));
    for (const caller of ['greedy', 'greedy', 'greedy', 'ann', 'bob']) request(caller);
    for (let count = 0; count < 5; count += 1) await releaseOne();
    expect(served).toEqual(['greedy', 'ann', 'bob', 'greedy', 'greedy']);
  });

  it('serves low priority only when no normal request is queued', async () => {
    const { controller, releaseOne } = await saturated();
    const served: string[] = [];
    void controller.acquire('low', 'export', neverDisconnects).then(() => served.push('export'));
    void controller.acquire('normal', 'page', neverDisconnects).then(() => served.push('page'));
    await releaseOne();
    expect(served).toEqual(['page']);
    await releaseOne();
    expect(served).toEqual(['page', 'export']);
  });

  it('rejects a request after the queue timeout (503), and no other', async () => {
    const { controller, releaseOne } = await saturated();
    const early = controller.acquire('normal', 'early', neverDisconnects).catch((error: unknown) => error);
    jest.advanceTimersByTime(1_000);
    let lateIsServed = false;
    void controller.acquire('normal', 'late', neverDisconnects).then(() => (lateIsServed = true));
    jest.advanceTimersByTime(1_000);
    expect(await early).toBeInstanceOf(UnavailableError);
    // Requests of two seconds lower the limit.
    for (let count = 0; count < 3; count += 1) await releaseOne();
    expect(lateIsServed).toBe(true);
  });

  it('drops a queued request when its client disconnects', async () => {
    const { controller, releaseOne } = await saturated();
    const served: string[] = [];
    let disconnect = neverDisconnects;
    const aborted = controller
      .acquire('normal', 'ann', (callback) => (disconnect = callback))
      .catch((error: unknown) => error);
    for (const caller of ['bob', 'ann']) {
      void controller.acquire('normal', caller, neverDisconnects).then(() => served.push(caller));
    }
    disconnect();
    disconnect();
    expect(await aborted).toBeInstanceOf(RequestAbortedError);
    await releaseOne();
    expect(served).toEqual(['ann']);
    await releaseOne();
    expect(served).toEqual(['ann', 'bob']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves the slot to a request that disconnects after it started', async () => {
    const { controller, releaseOne } = await saturated();
    let disconnect = neverDisconnects;
    const served = controller.acquire('normal', 'ann', (callback) => (disconnect = callback));
    await releaseOne();
    disconnect();
    expect(await served).toBeInstanceOf(Function);
  });

  it('serves one request at a time while the accept backlog is saturated, and up to the limit afterwards', async () => {
    const { controller, backlog, releaseOne } = await saturated();
    let served = 0;
    for (let count = 0; count < 40; count += 1)
      void controller.acquire('normal', 'ann', neverDisconnects).then(() => (served += 1));
    backlog.isSaturated = true;
    for (let count = 1; count < MAX_CONCURRENT; count += 1) await releaseOne();
    expect(served).toBe(0);
    await releaseOne();
    expect(served).toBe(1);
    backlog.isSaturated = false;
    (await controller.acquire('normal', 'bob', neverDisconnects))();
    await flush();
    expect(served).toBe(MAX_CONCURRENT);
  });

  describe('limited priority', () => {
    const two = async () => {
      const backlog = { isSaturated: false };
      const controller = new AdmissionController(backlog as AcceptBacklog);
      const releases = [
        await controller.acquire('limited', 'ann', neverDisconnects),
        await controller.acquire('limited', 'ann', neverDisconnects),
      ];
      return { controller, backlog, releaseOne: async () => (releases.pop()!(), flush()) };
    };

    it('leaves slots to other priorities, and starts the next when one is released', async () => {
      const { controller, releaseOne } = await two();
      const served: string[] = [];
      for (const caller of ['ann', 'bob'])
        void controller.acquire('limited', caller, neverDisconnects).then(() => served.push(caller));
      await controller.acquire('low', 'ann', neverDisconnects);
      (await controller.acquire('normal', 'ann', neverDisconnects))();
      await flush();
      expect(served).toEqual([]);
      await releaseOne();
      expect(served).toEqual(['ann']);
      await releaseOne();
      expect(served).toEqual(['ann', 'bob']);
    });

    it('does not block others while the accept backlog is saturated', async () => {
      const { controller, backlog } = await two();
      backlog.isSaturated = true;
      const served: string[] = [];
      void controller.acquire('normal', 'ann', neverDisconnects).then(() => served.push('ann'));
      await flush();
      expect(served).toEqual(['ann']);
    });

    it('rejects a request after ten seconds in the queue (503)', async () => {
      const { controller } = await two();
      const late = controller.acquire('limited', 'late', neverDisconnects).catch((error: unknown) => error);
      jest.advanceTimersByTime(9_999);
      await flush();
      expect(jest.getTimerCount()).toBe(1);
      jest.advanceTimersByTime(1);
      expect(await late).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 });
    });

    /** Queues requests of a caller. @returns the outcome of each that has ended */
    const queue = (controller: AdmissionController, caller: string, size: number): unknown[] => {
      const ended: unknown[] = [];
      for (let count = 0; count < size; count += 1) {
        controller.acquire('limited', caller, neverDisconnects).then(
          () => ended.push(caller),
          (error: unknown) => ended.push(error),
        );
      }
      return ended;
    };

    it('rejects requests beyond the queue limit (503), and keeps serving other priorities', async () => {
      const { controller } = await two();
      queue(controller, 'ann', 20);
      await expect(controller.acquire('limited', 'ann', neverDisconnects)).rejects.toBeInstanceOf(
        UnavailableError,
      );
      expect(await controller.acquire('normal', 'bob', neverDisconnects)).toBeInstanceOf(Function);
      jest.advanceTimersByTime(10_000);
      await flush();
      expect(jest.getTimerCount()).toBe(0);
    });

    it('evicts the newest request of the busiest caller from a full queue (503)', async () => {
      const { controller, releaseOne } = await two();
      const anns = queue(controller, 'ann', 20);
      const bobs = queue(controller, 'bob', 11);
      await flush();
      // Ten each.
      expect(anns).toHaveLength(10);
      for (const each of anns) expect(each).toBeInstanceOf(UnavailableError);
      expect(bobs).toEqual([expect.any(UnavailableError)]);
      await releaseOne();
      await releaseOne();
      expect([anns.at(-1), bobs.at(-1)]).toEqual(['ann', 'bob']);
    });

    it('accepts another request when a queued one disconnects', async () => {
      const { controller } = await two();
      const disconnects: (() => void)[] = [];
      for (let count = 0; count < 20; count += 1) {
        controller
          .acquire('limited', `caller ${count}`, (callback) => disconnects.push(callback))
          .catch(() => undefined);
      }
      await expect(controller.acquire('limited', 'bob', neverDisconnects)).rejects.toBeInstanceOf(
        UnavailableError,
      );
      disconnects[3]!();
      const bobs = queue(controller, 'bob', 1);
      await flush();
      expect(bobs).toEqual([]);
    });
  });

  it('has all slots free when all are released', async () => {
    const { controller, releaseOne } = await saturated();
    for (let count = 0; count < MAX_CONCURRENT; count += 1) await releaseOne();
    const again = await Promise.all(
      Array.from({ length: MAX_CONCURRENT }, () => controller.acquire('normal', 'again', neverDisconnects)),
    );
    expect(again).toHaveLength(MAX_CONCURRENT);
    expect(jest.getTimerCount()).toBe(0);
  });
});

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
