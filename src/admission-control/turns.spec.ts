import { CutOffError, UnavailableError } from '../domain/errors';
import type { Arrivals } from './arrivals';
import { Turns } from './turns';

const AT_A_TIME = 32;
/** Nobody leaves. */
const stays = (): void => undefined;

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
    const ends = await Promise.all(
      Array.from({ length: AT_A_TIME }, () => turns.take('ordinary', 'first', stays)),
    );
    return { turns, arrivals, endOne: async () => (ends.pop()!(), settled()) };
  };

  it('serves callers one after the other, however much one of them asks', async () => {
    const { turns, endOne } = await taken();
    const served: string[] = [];
    const ask = (caller: string): void =>
      void turns.take('ordinary', caller, stays).then(() => served.push(caller));
    for (const caller of ['greedy', 'greedy', 'greedy', 'ann', 'bob']) ask(caller);
    for (let turn = 0; turn < 5; turn += 1) await endOne();
    expect(served).toEqual(['greedy', 'ann', 'bob', 'greedy', 'greedy']);
  });

  it('serves the last line when nobody stands in the ordinary one', async () => {
    const { turns, endOne } = await taken();
    const served: string[] = [];
    void turns.take('last', 'export', stays).then(() => served.push('export'));
    void turns.take('ordinary', 'page', stays).then(() => served.push('page'));
    await endOne();
    expect(served).toEqual(['page']);
    await endOne();
    expect(served).toEqual(['page', 'export']);
  });

  it('turns away who would wait too long (503), and nobody else', async () => {
    const { turns, endOne } = await taken();
    const early = turns.take('ordinary', 'early', stays).catch((error: unknown) => error);
    jest.advanceTimersByTime(1_000);
    let lateIsServed = false;
    void turns.take('ordinary', 'late', stays).then(() => (lateIsServed = true));
    jest.advanceTimersByTime(1_000);
    expect(await early).toBeInstanceOf(UnavailableError);
    await endOne();
    expect(lateIsServed).toBe(true);
  });

  it('lets nobody wait for who has left, nor behind', async () => {
    const { turns, endOne } = await taken();
    const served: string[] = [];
    let leave = stays;
    const gone = turns.take('ordinary', 'ann', (how) => (leave = how)).catch((error: unknown) => error);
    for (const caller of ['bob', 'ann']) {
      void turns.take('ordinary', caller, stays).then(() => served.push(caller));
    }
    leave();
    leave();
    expect(await gone).toBeInstanceOf(CutOffError);
    await endOne();
    expect(served).toEqual(['ann']);
    await endOne();
    expect(served).toEqual(['ann', 'bob']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('does not take the turn from who leaves after it came', async () => {
    const { turns, endOne } = await taken();
    let leave = stays;
    const served = turns.take('ordinary', 'ann', (how) => (leave = how));
    await endOne();
    leave();
    expect(await served).toBeInstanceOf(Function);
  });

  it('serves one at a time while a crowd is let in, and then as many as before', async () => {
    const { turns, arrivals, endOne } = await taken();
    let served = 0;
    for (let turn = 0; turn < 40; turn += 1)
      void turns.take('ordinary', 'ann', stays).then(() => (served += 1));
    arrivals.areCrowded = true;
    for (let turn = 1; turn < AT_A_TIME; turn += 1) await endOne();
    expect(served).toBe(0);
    await endOne();
    expect(served).toBe(1);
    arrivals.areCrowded = false;
    (await turns.take('ordinary', 'bob', stays))();
    await settled();
    expect(served).toBe(AT_A_TIME);
  });

  describe('of which few are taken at a time', () => {
    const two = async () => {
      const arrivals = { areCrowded: false };
      const turns = new Turns(arrivals as Arrivals);
      const ends = [await turns.take('few', 'ann', stays), await turns.take('few', 'ann', stays)];
      return { turns, arrivals, endOne: async () => (ends.pop()!(), settled()) };
    };

    it('lets everybody else in, and the next of them when one is served', async () => {
      const { turns, endOne } = await two();
      const served: string[] = [];
      for (const caller of ['ann', 'bob'])
        void turns.take('few', caller, stays).then(() => served.push(caller));
      await turns.take('last', 'ann', stays);
      (await turns.take('ordinary', 'ann', stays))();
      await settled();
      expect(served).toEqual([]);
      await endOne();
      expect(served).toEqual(['ann']);
      await endOne();
      expect(served).toEqual(['ann', 'bob']);
    });

    it('keeps nobody waiting while a crowd is let in', async () => {
      const { turns, arrivals } = await two();
      arrivals.areCrowded = true;
      const served: string[] = [];
      void turns.take('ordinary', 'ann', stays).then(() => served.push('ann'));
      await settled();
      expect(served).toEqual(['ann']);
    });

    it('has who is taken wait for ten seconds at most (503)', async () => {
      const { turns } = await two();
      const late = turns.take('few', 'late', stays).catch((error: unknown) => error);
      jest.advanceTimersByTime(9_999);
      await settled();
      expect(jest.getTimerCount()).toBe(1);
      jest.advanceTimersByTime(1);
      expect(await late).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 });
    });

    /** So many of a caller who wait, and what became of each that has ended. */
    const waiting = (turns: Turns, caller: string, count: number): unknown[] => {
      const ended: unknown[] = [];
      for (let turn = 0; turn < count; turn += 1) {
        turns.take('few', caller, stays).then(
          () => ended.push(caller),
          (error: unknown) => ended.push(error),
        );
      }
      return ended;
    };

    it('has only so many wait (503), whom others do not wait behind', async () => {
      const { turns } = await two();
      waiting(turns, 'ann', 20);
      await expect(turns.take('few', 'ann', stays)).rejects.toBeInstanceOf(UnavailableError);
      expect(await turns.take('ordinary', 'bob', stays)).toBeInstanceOf(Function);
      jest.advanceTimersByTime(10_000);
      await settled();
      expect(jest.getTimerCount()).toBe(0);
    });

    it('is kept full by nobody: who has most waiting makes room for who has less (503)', async () => {
      const { turns, endOne } = await two();
      const anns = waiting(turns, 'ann', 20);
      const bobs = waiting(turns, 'bob', 11);
      await settled();
      // Ten each.
      expect(anns).toHaveLength(10);
      for (const each of anns) expect(each).toBeInstanceOf(UnavailableError);
      expect(bobs).toEqual([expect.any(UnavailableError)]);
      await endOne();
      await endOne();
      expect([anns.at(-1), bobs.at(-1)]).toEqual(['ann', 'bob']);
    });

    it('has a place for another when who waited has left', async () => {
      const { turns } = await two();
      const leaves: (() => void)[] = [];
      for (let turn = 0; turn < 20; turn += 1) {
        turns.take('few', `caller ${turn}`, (how) => leaves.push(how)).catch(() => undefined);
      }
      await expect(turns.take('few', 'bob', stays)).rejects.toBeInstanceOf(UnavailableError);
      leaves[3]!();
      const bobs = waiting(turns, 'bob', 1);
      await settled();
      expect(bobs).toEqual([]);
    });
  });

  it('is as it was when all are served', async () => {
    const { turns, endOne } = await taken();
    for (let turn = 0; turn < AT_A_TIME; turn += 1) await endOne();
    const again = await Promise.all(
      Array.from({ length: AT_A_TIME }, () => turns.take('ordinary', 'again', stays)),
    );
    expect(again).toHaveLength(AT_A_TIME);
    expect(jest.getTimerCount()).toBe(0);
  });
});
