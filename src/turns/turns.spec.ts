import { UnavailableError } from '../domain/errors';
import type { Arrivals } from './arrivals';
import { Turns } from './turns';

const AT_A_TIME = 32;

describe('turns', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };

  /** Turns of which all are taken, and what ends one. */
  const taken = async () => {
    const arrivals = { areCrowded: false };
    const turns = new Turns(arrivals as Arrivals);
    const ends = await Promise.all(Array.from({ length: AT_A_TIME }, () => turns.take('ordinary', 'first')));
    return { turns, arrivals, endOne: async () => (ends.pop()!(), settled()) };
  };

  it('serves callers one after the other, however much one of them asks', async () => {
    const { turns, endOne } = await taken();
    const served: string[] = [];
    const ask = (caller: string): void => void turns.take('ordinary', caller).then(() => served.push(caller));
    for (const caller of ['greedy', 'greedy', 'greedy', 'ann', 'bob']) ask(caller);
    for (let turn = 0; turn < 5; turn += 1) await endOne();
    expect(served).toEqual(['greedy', 'ann', 'bob', 'greedy', 'greedy']);
  });

  it('serves the last line when nobody stands in the ordinary one', async () => {
    const { turns, endOne } = await taken();
    const served: string[] = [];
    void turns.take('last', 'export').then(() => served.push('export'));
    void turns.take('ordinary', 'page').then(() => served.push('page'));
    await endOne();
    expect(served).toEqual(['page']);
    await endOne();
    expect(served).toEqual(['page', 'export']);
  });

  it('turns away who would wait too long (503), and nobody else', async () => {
    const { turns, endOne } = await taken();
    const early = turns.take('ordinary', 'early').catch((error: unknown) => error);
    jest.advanceTimersByTime(1_000);
    let lateIsServed = false;
    void turns.take('ordinary', 'late').then(() => (lateIsServed = true));
    jest.advanceTimersByTime(1_000);
    expect(await early).toBeInstanceOf(UnavailableError);
    await endOne();
    expect(lateIsServed).toBe(true);
  });

  it('serves one at a time while a crowd is let in, and then as many as before', async () => {
    const { turns, arrivals, endOne } = await taken();
    let served = 0;
    for (let turn = 0; turn < 40; turn += 1) void turns.take('ordinary', 'ann').then(() => (served += 1));
    arrivals.areCrowded = true;
    for (let turn = 1; turn < AT_A_TIME; turn += 1) await endOne();
    expect(served).toBe(0);
    await endOne();
    expect(served).toBe(1);
    arrivals.areCrowded = false;
    (await turns.take('ordinary', 'bob'))();
    await settled();
    expect(served).toBe(AT_A_TIME);
  });

  describe('of which few are taken at a time', () => {
    const two = async () => {
      const turns = new Turns({ areCrowded: false } as Arrivals);
      const ends = [await turns.take('few', 'ann'), await turns.take('few', 'ann')];
      return { turns, endOne: async () => (ends.pop()!(), settled()) };
    };

    it('lets everybody else in, and the next of them when one is served', async () => {
      const { turns, endOne } = await two();
      const served: string[] = [];
      for (const caller of ['ann', 'bob']) void turns.take('few', caller).then(() => served.push(caller));
      await turns.take('last', 'ann');
      (await turns.take('ordinary', 'ann'))();
      await settled();
      expect(served).toEqual([]);
      await endOne();
      expect(served).toEqual(['ann']);
      await endOne();
      expect(served).toEqual(['ann', 'bob']);
    });

    it('has who is taken wait for ten seconds at most (503)', async () => {
      const { turns } = await two();
      const late = turns.take('few', 'late').catch((error: unknown) => error);
      jest.advanceTimersByTime(9_999);
      await settled();
      expect(jest.getTimerCount()).toBe(1);
      jest.advanceTimersByTime(1);
      expect(await late).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 });
    });

    it('has only so many wait (503), whom others do not wait behind', async () => {
      const { turns } = await two();
      for (let turn = 0; turn < 20; turn += 1) turns.take('few', 'ann').catch(() => undefined);
      await expect(turns.take('few', 'bob')).rejects.toBeInstanceOf(UnavailableError);
      expect(await turns.take('ordinary', 'bob')).toBeInstanceOf(Function);
      jest.advanceTimersByTime(10_000);
      await settled();
      expect(jest.getTimerCount()).toBe(0);
    });
  });

  it('is as it was when all are served', async () => {
    const { turns, endOne } = await taken();
    for (let turn = 0; turn < AT_A_TIME; turn += 1) await endOne();
    const again = await Promise.all(Array.from({ length: AT_A_TIME }, () => turns.take('ordinary', 'again')));
    expect(again).toHaveLength(AT_A_TIME);
    expect(jest.getTimerCount()).toBe(0);
  });
});
