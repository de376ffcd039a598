import { InvalidError } from '../../domain/errors';
import { UserTurns } from './user-turns';

/** A work that ends when it is told to. */
function held() {
  let begun = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = async (): Promise<void> => {
    begun = true;
    await ended;
  };
  return { work, end: () => end(), hasBegun: () => begun };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

describe('UserTurns', () => {
  it('does what one user asks for one after the other, and what others ask for beside it', async () => {
    const turns = new UserTurns(10);
    const [first, second, others] = [held(), held(), held()];
    const all = [turns.take(1, first.work), turns.take(1, second.work), turns.take(2, others.work)];
    await settle();
    expect([first, second, others].map(({ hasBegun }) => hasBegun())).toEqual([true, false, true]);
    first.end();
    await all[0];
    await settle();
    expect(second.hasBegun()).toBe(true);
    second.end();
    others.end();
    await Promise.all(all);
  });

  it('refuses one more than may wait, and forgets who has ended', async () => {
    const turns = new UserTurns(1);
    const works = [held(), held()];
    const all = works.map(({ work }) => turns.take(1, work));
    await expect(turns.take(1, held().work)).rejects.toThrow(InvalidError);
    for (const { end } of works) end();
    await Promise.all(all);
    expect(await turns.take(1, async () => 'free')).toBe('free');
  });

  it('goes on after a work that failed', async () => {
    const turns = new UserTurns(10);
    const failed = turns.take(1, () => Promise.reject(new Error('away')));
    const next = turns.take(1, async () => 'next');
    await expect(failed).rejects.toThrow('away');
    expect(await next).toBe('next');
  });
});
