import { Batcher } from './batcher';

interface Sent {
  readonly batch: readonly string[];
  readonly resolve: (outcomeOf?: (item: string) => string | Promise<string>) => void;
  readonly fail: (error: Error) => void;
}

const LIMITS = { maxConcurrent: 2, maxBatchSize: 3, slowBatchMs: 250 };
const succeed = (item: string): string => `${item}!`;

describe('Batcher', () => {
  let sent: Sent[];
  let batcher: Batcher<string, string>;

  beforeEach(() => {
    jest.useFakeTimers();
    sent = [];
    batcher = new Batcher(
      (batch) =>
        new Promise((resolve, reject) => {
          sent.push({ batch, resolve: (outcomeOf = succeed) => resolve(batch.map(outcomeOf)), fail: reject });
        }),
      LIMITS,
    );
  });
  afterEach(() => jest.useRealTimers());

  const batches = (): string[] => sent.map(({ batch }) => batch.join(''));

  it('sends a single item at once and returns its outcome', async () => {
    const outcome = batcher.add('a');
    expect(batches()).toEqual(['a']);
    sent[0]!.resolve();
    await expect(outcome).resolves.toBe('a!');
    const next = batcher.add('b');
    expect(batches()).toEqual(['a', 'b']);
    sent[1]!.resolve();
    await expect(next).resolves.toBe('b!');
  });

  it('sends queued items in order, in batches of at most maxBatchSize', async () => {
    const outcomes = [...'abcdefg'].map((item) => batcher.add(item));
    expect(batches()).toEqual(['a', 'b']);
    sent[1]!.resolve();
    await outcomes[1];
    await jest.advanceTimersByTimeAsync(0);
    expect(batches()).toEqual(['a', 'b', 'cde']);
    sent[0]!.resolve();
    await outcomes[0];
    await jest.advanceTimersByTimeAsync(0);
    expect(batches()).toEqual(['a', 'b', 'cde', 'fg']);
    for (const each of sent.slice(2)) each.resolve();
    await expect(Promise.all(outcomes)).resolves.toEqual([...'abcdefg'].map((item) => `${item}!`));
  });

  it('returns the outcome of each item, and a batch error to all its items', async () => {
    const outcomes = [...'abcde'].map((item) => batcher.add(item).catch((error: Error) => error.message));
    sent[0]!.fail(new Error('lost'));
    await outcomes[0];
    await jest.advanceTimersByTimeAsync(0);
    sent[1]!.resolve();
    sent[2]!.resolve((item) => (item === 'd' ? Promise.reject(new Error('refused')) : succeed(item)));
    await expect(Promise.all(outcomes)).resolves.toEqual(['lost', 'b!', 'c!', 'refused', 'e!']);
    void batcher.add('f');
    void batcher.add('g');
    expect(batches()).toEqual(['a', 'b', 'cde', 'f', 'g']);
  });

  it('sends the queue when a batch takes longer than slowBatchMs', async () => {
    const outcomes = [...'abcdefgh'].map((item) => batcher.add(item));
    jest.advanceTimersByTime(LIMITS.slowBatchMs - 1);
    expect(batches()).toEqual(['a', 'b']);
    jest.advanceTimersByTime(1);
    expect(batches()).toEqual(['a', 'b', 'cde', 'fgh']);
    for (const each of sent) each.resolve();
    await Promise.all(outcomes);
    await jest.advanceTimersByTimeAsync(0);
    for (const item of 'xyz') void batcher.add(item);
    expect(batches().slice(4)).toEqual(['x', 'y']);
  });
});
