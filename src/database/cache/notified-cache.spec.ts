import type { ChangeNotifications, ChangeSubscriber } from '../change-notifications';
import { NotifiedCache, type TaggedValue } from './notified-cache';

function setUp(maxEntries = 10) {
  const subscribers: ChangeSubscriber[] = [];
  const notifications = {
    connected: true,
    subscribe: (subscriber: ChangeSubscriber) => subscribers.push(subscriber),
  };
  let now = 1;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const cache = new NotifiedCache<string>(notifications as unknown as ChangeNotifications, {
    maxEntries,
    ttlMs: 1000,
  });
  let loads = 0;
  const load7 = (value: string) => async (): Promise<TaggedValue<string>> => {
    loads += 1;
    return { value, dependencies: [{ subject: 'asset', id: 7 }] };
  };
  return { cache, notifications, load7, loads: () => loads, advance: (ms: number) => (now += ms) };
}

describe('NotifiedCache', () => {
  it('loads a value once', async () => {
    const { cache, load7, loads } = setUp();
    expect(await cache.get('k', load7('a'))).toBe('a');
    expect(await cache.get('k', load7('b'))).toBe('a');
    expect(loads()).toBe(1);
  });

  it('coalesces concurrent loads of a key', async () => {
    const { cache, load7, loads } = setUp();
    await Promise.all(Array.from({ length: 64 }, () => cache.get('k', load7('a'))));
    expect(loads()).toBe(1);
  });

  it('resets the TTL on each hit with sliding expiry', async () => {
    const subscribers: ChangeSubscriber[] = [];
    const notifications = {
      connected: true,
      subscribe: (subscriber: ChangeSubscriber) => subscribers.push(subscriber),
    };
    let now = 1;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const cache = new NotifiedCache<string>(notifications as unknown as ChangeNotifications, {
      maxEntries: 10,
      ttlMs: 1000,
      slidingExpiry: true,
    });
    for (const key of ['used', 'unused'])
      await cache.get(key, async () => ({ value: key, dependencies: [] }));
    for (now = 900; now <= 2700; now += 900) expect(cache.peek('used')).toBe('used');
    expect(cache.peek('unused')).toBeUndefined();
    now += 1000;
    expect(cache.peek('used')).toBeUndefined();
  });

  it('returns no cached value while notifications are disconnected', async () => {
    const { cache, notifications, load7 } = setUp();
    await cache.get('k', load7('old'));
    notifications.connected = false;
    expect(cache.peek('k')).toBeUndefined();
    expect(await cache.get('k', load7('new'))).toBe('new');
  });

  it('invalidates the dependents of a change only', async () => {
    const { cache, load7 } = setUp();
    await cache.get('k', load7('old'));
    await cache.get('other', async () => ({ value: 'cached', dependencies: [{ subject: 'user', id: 7 }] }));
    cache.invalidate('asset', 7);
    expect(cache.peek('k')).toBeUndefined();
    expect(cache.peek('other')).toBe('cached');
  });

  it('neither caches nor shares a load during which something changed', async () => {
    const { cache, load7 } = setUp();
    let finish: (value: TaggedValue<string>) => void = () => undefined;
    const slow = cache.get('k', () => new Promise((resolve) => (finish = resolve)));
    cache.invalidate('asset', 7);
    const later = cache.get('k', load7('new'));
    finish({ value: 'old', dependencies: [{ subject: 'asset', id: 7 }] });
    expect(await slow).toBe('old');
    expect(await later).toBe('new');
    expect(cache.peek('k')).toBe('new');
  });

  it('caches nothing while notifications are disconnected', async () => {
    const { cache, load7, notifications } = setUp();
    notifications.connected = false;
    await cache.get('k', load7('a'));
    expect(cache.peek('k')).toBeUndefined();
  });

  it('expires values after the TTL and evicts the oldest when full', async () => {
    const { cache, load7, advance } = setUp(2);
    await cache.get('a', load7('a'));
    await cache.get('b', load7('b'));
    await cache.get('c', load7('c'));
    expect(cache.peek('a')).toBeUndefined();
    expect(cache.peek('c')).toBe('c');
    advance(1001);
    expect(cache.peek('c')).toBeUndefined();
  });

  it('does not cache a failed load', async () => {
    const { cache, load7 } = setUp();
    await expect(cache.get('k', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await cache.get('k', load7('a'))).toBe('a');
  });

  it('does not cache undefined', async () => {
    const { cache, load7 } = setUp();
    expect(await cache.get('k', async () => undefined)).toBeUndefined();
    expect(await cache.get('k', load7('a'))).toBe('a');
  });
});
