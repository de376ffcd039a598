import { AssetSaveMutex } from './asset-save-mutex';

const WELLS = 1;
const PUMPS = 2;

/** Save that the test ends. */
function save(): { work: () => Promise<string>; started: () => boolean; end: (failure?: Error) => void } {
  let started = false;
  let end: (failure?: Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (failure) => (failure === undefined ? resolve('saved') : reject(failure));
  });
  const work = (): Promise<string> => {
    started = true;
    return ended;
  };
  return { work, started: () => started, end: (failure) => end(failure) };
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('AssetSaveMutex', () => {
  it('serialises saves of one asset and runs saves of others concurrently', async () => {
    const mutex = new AssetSaveMutex();
    const [first, second, other] = [save(), save(), save()];
    const saved = [mutex.runExclusive(WELLS, first.work), mutex.runExclusive(WELLS, second.work)];
    saved.push(mutex.runExclusive(PUMPS, other.work));
    await settled();
    expect([first.started(), second.started(), other.started()]).toEqual([true, false, true]);
    first.end();
    await settled();
    expect(second.started()).toBe(true);
    second.end();
    other.end();
    expect(await Promise.all(saved)).toEqual(['saved', 'saved', 'saved']);
  });

  it('runs the next save after a failed one, and rejects only the latter', async () => {
    const mutex = new AssetSaveMutex();
    const [first, second] = [save(), save()];
    const failed = mutex.runExclusive(WELLS, first.work);
    const saved = mutex.runExclusive(WELLS, second.work);
    first.end(new Error('no form at all'));
    second.end();
    await expect(failed).rejects.toThrow('no form at all');
    expect(await saved).toBe('saved');
  });

  it('removes the entries of assets without saves', async () => {
    const mutex = new AssetSaveMutex();
    const [first, second] = [save(), save()];
    const saved = [mutex.runExclusive(WELLS, first.work), mutex.runExclusive(WELLS, second.work)];
    first.end();
    second.end();
    await Promise.all(saved);
    expect(mutex.size).toBe(0);
  });
});
