import { RequestAbortedError, UnavailableError } from '../domain/errors';
import { ResponseBudget } from './response-budget';

const LIMITS = { processBytes: 20, callerBytes: 10, freeBytes: 2, queueTimeoutMs: 1_000, maxQueued: 3 };
const STAYS = (): void => undefined;

/** A budget, and the callers of admitted responses in order. */
function watched() {
  const budget = new ResponseBudget(LIMITS);
  const admitted: string[] = [];
  const refused: string[] = [];
  const open = (caller: string, bytes: number, onDisconnect: (callback: () => void) => void = STAYS) => {
    const release = budget.acquire(caller, bytes, onDisconnect);
    release.then(
      () => admitted.push(caller),
      (error: unknown) => refused.push(`${caller} ${(error as Error).name}`),
    );
    return { release: async () => (await release)() };
  };
  return { budget, admitted, refused, open };
}

const settled = async (): Promise<void> => {
  for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
};

describe('ResponseBudget', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('admits any number of small responses, uncharged', async () => {
    const { budget, admitted, open } = watched();
    for (let count = 0; count < 100; count += 1) open(`caller ${count}`, 1);
    await settled();
    expect(admitted).toHaveLength(100);
    expect(budget.chargedBytes).toBe(0);
  });

  it('charges a response for at most the share of its caller, and leaves the rest to others', async () => {
    const { budget, admitted, open } = watched();
    open('a', 1_000);
    open('a', 5);
    open('b', 4);
    await settled();
    expect(admitted).toEqual(['a', 'b']);
    expect(budget.chargedBytes).toBe(14);
  });

  it('starts queued responses when memory is given back, round-robin by caller', async () => {
    const { budget, admitted, open } = watched();
    const first = open('a', 10);
    const second = open('b', 10);
    open('c', 10);
    open('c', 10);
    open('d', 10);
    await second.release();
    await first.release();
    await settled();
    expect(admitted).toEqual(['a', 'b', 'c', 'd']);
    expect(budget.chargedBytes).toBe(20);
  });

  it('gives all memory back', async () => {
    const { budget, open } = watched();
    for (const { release } of [open('a', 10), open('a', 7), open('b', 3)]) await release();
    expect(budget.chargedBytes).toBe(0);
  });

  it('refuses what waits too long', async () => {
    const { admitted, refused, open } = watched();
    open('a', 10);
    open('a', 10);
    jest.advanceTimersByTime(LIMITS.queueTimeoutMs);
    await settled();
    expect(admitted).toEqual(['a']);
    expect(refused).toEqual([`a ${UnavailableError.name}`]);
  });

  it('takes from a full queue the newest of the caller with most, for one with fewer', async () => {
    const { refused, open } = watched();
    for (let count = 0; count < 5; count += 1) open('a', 10);
    await settled();
    expect(refused).toEqual([`a ${UnavailableError.name}`]);
    open('b', 10);
    open('c', 10);
    await settled();
    expect(refused).toEqual([`a ${UnavailableError.name}`, `a ${UnavailableError.name}`]);
  });

  it('forgets a request whose client disconnects while it waits', async () => {
    const { budget, refused, open } = watched();
    const first = open('a', 10);
    let disconnect = STAYS;
    open('a', 10, (callback) => (disconnect = callback));
    disconnect();
    await first.release();
    await settled();
    expect(refused).toEqual([`a ${RequestAbortedError.name}`]);
    expect(budget.chargedBytes).toBe(0);
  });
});
