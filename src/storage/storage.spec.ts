import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { NotFoundError, TooLargeError } from '../domain/errors';
import { LocalStorage } from './local.storage';
import { MemoryStorage } from './memory.storage';
import type { Storage } from './storage.port';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const photo = Buffer.alloc(200_000, 'photo');
const sha = createHash('sha256').update(photo).digest();
const stream = (bytes: Buffer) => Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]);

describe.each([
  ['LocalStorage', () => new LocalStorage(join(folder, 'media')) as Storage],
  ['MemoryStorage', () => new MemoryStorage() as Storage],
])('%s', (_name, make) => {
  it('gives back the bytes it was given, by their SHA-256', async () => {
    const storage = make();
    expect(await storage.write(stream(photo), 1e6)).toEqual({ sha256: sha, byteSize: photo.length });
    expect(await storage.has(sha)).toBe(true);
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
  });

  it('takes the same bytes twice', async () => {
    const storage = make();
    await Promise.all([storage.write(stream(photo), 1e6), storage.write(stream(photo), 1e6)]);
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
  });

  it('refuses a file that is too large and keeps nothing of it', async () => {
    const storage = make();
    await expect(storage.write(stream(photo), 100_000)).rejects.toBeInstanceOf(TooLargeError);
    expect(await storage.has(sha)).toBe(false);
  });

  it('says that unknown bytes are not found', async () => {
    await expect(make().read(sha)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('fails when its source breaks, and keeps nothing', async () => {
    const storage = make();
    const broken = Readable.from(
      (function* () {
        yield photo;
        throw new Error('cut off');
      })(),
    );
    await expect(storage.write(broken, 1e6)).rejects.toThrow('cut off');
    expect(await storage.has(sha)).toBe(false);
  });
});

describe('LocalStorage', () => {
  it('leaves no draft behind, and sweeps those of a crash', async () => {
    const storage = new LocalStorage(folder);
    await storage.write(stream(photo), 1e6);
    await expect(storage.write(stream(photo), 10)).rejects.toThrow();
    const drafts = join(folder, 'drafts');
    expect(await readdir(drafts)).toEqual([]);
    await writeFile(join(drafts, 'half'), 'half a photo');
    expect(await storage.sweepDrafts(60_000)).toBe(0);
    await utimes(join(drafts, 'half'), 0, 0);
    expect(await storage.sweepDrafts(60_000)).toBe(1);
    expect(await readdir(drafts)).toEqual([]);
  });

  it('names files by content alone', async () => {
    const storage = new LocalStorage(folder);
    await storage.write(stream(photo), 1e6);
    const name = sha.toString('hex');
    expect((await readFile(join(folder, name.slice(0, 2), name.slice(2)))).equals(photo)).toBe(true);
  });
});
