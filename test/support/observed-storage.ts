import type { Storage } from '../../src/storage/storage.port';

/** Wraps a storage; `before` is awaited before each read. */
export function observeReads(storage: Storage, before: (sha256: string) => Promise<void>): Storage {
  const read = async (sha256: Buffer) => {
    await before(sha256.toString('hex'));
    return storage.read(sha256);
  };
  return Object.create(storage, { read: { value: read } }) as Storage;
}
