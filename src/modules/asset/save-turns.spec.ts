import { SaveTurns } from './save-turns';

const WELLS = 1;
const PUMPS = 2;

/** A save that ends when it is told to. */
function save(): { work: () => Promise<string>; begun: () => boolean; end: (failure?: Error) => void } {
  let begun = false;
  let end: (failure?: Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (failure) => (failure === undefined ? resolve('saved') : reject(failure));
  });
  const work = (): Promise<string> => {
    begun = true;
    return ended;
  };
  return { work, begun: () => begun, end: (failure) => end(failure) };
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('turns of saves', () => {
  it('has saves of one asset one after the other, and of another meanwhile', async () => {
    const turns = new SaveTurns();
    const [first, second, other] = [save(), save(), save()];
    const saved = [turns.take(WELLS, first.work), turns.take(WELLS, second.work)];
    saved.push(turns.take(PUMPS, other.work));
    await settled();
    expect([first.begun(), second.begun(), other.begun()]).toEqual([true, false, true]);
    first.end();
    await settled();
    expect(second.begun()).toBe(true);
    second.end();
    other.end();
    expect(await Promise.all(saved)).toEqual(['saved', 'saved', 'saved']);
  });

  it('goes on behind one that failed, which alone hears of it', async () => {
    const turns = new SaveTurns();
    const [first, second] = [save(), save()];
    const failed = turns.take(WELLS, first.work);
    const saved = turns.take(WELLS, second.work);
    first.end(new Error('no form at all'));
    second.end();
    await expect(failed).rejects.toThrow('no form at all');
    expect(await saved).toBe('saved');
  });

  it('keeps nothing of assets that nobody saves', async () => {
    const turns = new SaveTurns();
    const [first, second] = [save(), save()];
    const saved = [turns.take(WELLS, first.work), turns.take(WELLS, second.work)];
    first.end();
    second.end();
    await Promise.all(saved);
    expect(turns.busy).toBe(0);
  });
});
