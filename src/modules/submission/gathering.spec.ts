import { Gathering } from './gathering';

/** A group that was sent and not answered yet. */
interface Sent {
  readonly group: readonly string[];
  readonly answer: (tell?: (item: string) => string | Promise<string>) => void;
  readonly fail: (error: Error) => void;
}

const BOUNDS = { atATime: 2, mostTogether: 3, longestHoldMs: 250 };
const fine = (item: string): string => `${item}!`;

describe('Gathering', () => {
  let sent: Sent[];
  let gathering: Gathering<string, string>;

  beforeEach(() => {
    jest.useFakeTimers();
    sent = [];
    gathering = new Gathering(
      (group) =>
        new Promise((resolve, reject) => {
          sent.push({ group, answer: (tell = fine) => resolve(group.map(tell)), fail: reject });
        }),
      BOUNDS,
    );
  });
  afterEach(() => jest.useRealTimers());

  const groups = (): string[] => sent.map(({ group }) => group.join(''));

  it('sends what comes alone at once, and tells what came of it', async () => {
    const told = gathering.add('a');
    expect(groups()).toEqual(['a']);
    sent[0]!.answer();
    await expect(told).resolves.toBe('a!');
    const next = gathering.add('b');
    expect(groups()).toEqual(['a', 'b']);
    sent[1]!.answer();
    await expect(next).resolves.toBe('b!');
  });

  it('sends together what waited, in its order and no more than may go together', async () => {
    const told = [...'abcdefg'].map((item) => gathering.add(item));
    expect(groups()).toEqual(['a', 'b']);
    sent[1]!.answer();
    await told[1];
    await jest.advanceTimersByTimeAsync(0);
    expect(groups()).toEqual(['a', 'b', 'cde']);
    sent[0]!.answer();
    await told[0];
    await jest.advanceTimersByTimeAsync(0);
    expect(groups()).toEqual(['a', 'b', 'cde', 'fg']);
    for (const each of sent.slice(2)) each.answer();
    await expect(Promise.all(told)).resolves.toEqual([...'abcdefg'].map((item) => `${item}!`));
  });

  it('tells each what came of it, and all of them what came of the group', async () => {
    const told = [...'abcde'].map((item) => gathering.add(item).catch((error: Error) => error.message));
    sent[0]!.fail(new Error('lost'));
    await told[0];
    await jest.advanceTimersByTimeAsync(0);
    sent[1]!.answer();
    sent[2]!.answer((item) => (item === 'd' ? Promise.reject(new Error('refused')) : fine(item)));
    await expect(Promise.all(told)).resolves.toEqual(['lost', 'b!', 'c!', 'refused', 'e!']);
    void gathering.add('f');
    void gathering.add('g');
    expect(groups()).toEqual(['a', 'b', 'cde', 'f', 'g']);
  });

  it('lets nobody wait behind groups that take long', async () => {
    const told = [...'abcdefgh'].map((item) => gathering.add(item));
    jest.advanceTimersByTime(BOUNDS.longestHoldMs - 1);
    expect(groups()).toEqual(['a', 'b']);
    jest.advanceTimersByTime(1);
    expect(groups()).toEqual(['a', 'b', 'cde', 'fgh']);
    for (const each of sent) each.answer();
    await Promise.all(told);
    await jest.advanceTimersByTimeAsync(0);
    for (const item of 'xyz') void gathering.add(item);
    expect(groups().slice(4)).toEqual(['x', 'y']);
  });
});
