import type { ChangeFeed, ChangeListener } from '../change-feed';
import { AnnouncedCache, type Cacheable } from './announced-cache';

function setUp(maxEntries = 10) {
  const listeners: ChangeListener[] = [];
  const feed = { connected: true, subscribe: (listener: ChangeListener) => listeners.push(listener) };
  let now = 0;
  const cache = new AnnouncedCache<string>(
    feed as unknown as ChangeFeed,
    { maxEntries, maxAgeMs: 1000 },
    () => now,
  );
  let loads = 0;
  const about7 = (value: string) => async (): Promise<Cacheable<string>> => {
    loads += 1;
    return { value, about: [{ subject: 'asset', id: 7 }] };
  };
  return { cache, feed, about7, loads: () => loads, pass: (ms: number) => (now += ms) };
}

describe('AnnouncedCache', () => {
  it('loads once and answers from memory', async () => {
    const { cache, about7, loads } = setUp();
    expect(await cache.get('k', about7('a'))).toBe('a');
    expect(await cache.get('k', about7('b'))).toBe('a');
    expect(loads()).toBe(1);
  });

  it('makes one load of many at the same time', async () => {
    const { cache, about7, loads } = setUp();
    await Promise.all(Array.from({ length: 64 }, () => cache.get('k', about7('a'))));
    expect(loads()).toBe(1);
  });

  it('keeps a value young that is used, where it is told to, and no other', async () => {
    const listeners: ChangeListener[] = [];
    const feed = { connected: true, subscribe: (listener: ChangeListener) => listeners.push(listener) };
    let now = 0;
    const cache = new AnnouncedCache<string>(
      feed as unknown as ChangeFeed,
      { maxEntries: 10, maxAgeMs: 1000, isRenewedByUse: true },
      () => now,
    );
    for (const key of ['used', 'left']) await cache.get(key, async () => ({ value: key, about: [] }));
    for (now = 900; now <= 2700; now += 900) expect(cache.peek('used')).toBe('used');
    expect(cache.peek('left')).toBeUndefined();
    now += 1000;
    expect(cache.peek('used')).toBeUndefined();
  });

  it('shows nothing while the feed is deaf, whatever it holds', async () => {
    const { cache, feed, about7 } = setUp();
    await cache.get('k', about7('old'));
    feed.connected = false;
    expect(cache.peek('k')).toBeUndefined();
    expect(await cache.get('k', about7('new'))).toBe('new');
  });

  it('forgets what a change made stale, and nothing else', async () => {
    const { cache, about7 } = setUp();
    await cache.get('k', about7('old'));
    await cache.get('other', async () => ({ value: 'kept', about: [{ subject: 'user', id: 7 }] }));
    cache.changed('asset', 7);
    expect(cache.peek('k')).toBeUndefined();
    expect(cache.peek('other')).toBe('kept');
  });

  it('does not keep a value whose load was overtaken by a change, nor share it with later callers', async () => {
    const { cache, about7 } = setUp();
    let finish: (value: Cacheable<string>) => void = () => undefined;
    const slow = cache.get('k', () => new Promise((resolve) => (finish = resolve)));
    cache.changed('asset', 7);
    const later = cache.get('k', about7('new'));
    finish({ value: 'old', about: [{ subject: 'asset', id: 7 }] });
    expect(await slow).toBe('old');
    expect(await later).toBe('new');
    expect(cache.peek('k')).toBe('new');
  });

  it('keeps nothing while changes could be missed', async () => {
    const { cache, about7, feed } = setUp();
    feed.connected = false;
    await cache.get('k', about7('a'));
    expect(cache.peek('k')).toBeUndefined();
  });

  it('reads again after its age, and drops the oldest when full', async () => {
    const { cache, about7, pass } = setUp(2);
    await cache.get('a', about7('a'));
    await cache.get('b', about7('b'));
    await cache.get('c', about7('c'));
    expect(cache.peek('a')).toBeUndefined();
    expect(cache.peek('c')).toBe('c');
    pass(1001);
    expect(cache.peek('c')).toBeUndefined();
  });

  it('lets a failed load fail its caller only', async () => {
    const { cache, about7 } = setUp();
    await expect(cache.get('k', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('k', about7('a'))).toBe('a');
  });

  it('hands on that nothing was found and asks again next time', async () => {
    const { cache, about7 } = setUp();
    expect(await cache.get('k', async () => undefined)).toBeUndefined();
    expect(await cache.get('k', about7('a'))).toBe('a');
  });
});
