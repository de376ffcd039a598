import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FindReferencedHashes } from '../domain/file/staged-file';
import { readEnvironment } from '../config/environment';
import { STORAGE_BACKENDS, type StorageBackend } from '../../test/fixtures/storage-backends';
import { openStorage } from './open-storage';

const photo = Buffer.alloc(300_000, 'photo');
const sha = createHash('sha256').update(photo).digest();
const noReferences: FindReferencedHashes = async () => [];

describe.each(STORAGE_BACKENDS)('%s with faults', (_name, makePlaces) => {
  const places = makePlaces();
  let place: StorageBackend;
  const open = () => openStorage(readEnvironment(place.variables));
  beforeAll(() => places.before());
  beforeEach(() => {
    place = places.next();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => places.after());

  it('handles short writes', async () => {
    const write = fs.writev.bind(fs) as (...given: unknown[]) => void;
    let shortened = 0;
    jest.spyOn(fs, 'writev').mockImplementation(((fd: number, chunks: Buffer[], ...rest: unknown[]) => {
      shortened += 1;
      const [first, second] = chunks.map((chunk) => chunk.subarray(0, Math.ceil(chunk.length / 3)));
      // All of the first chunk and a part of the next, or a part of the only one.
      write(fd, second === undefined ? [first] : [chunks[0], second], ...rest);
    }) as never);
    const storage = open();
    const pieces = [0, 1, 2, 3, 4, 5].map((piece) => photo.subarray(piece * 50_000, (piece + 1) * 50_000));
    const draft = await storage.stage(pieces, 1e6);
    await draft.promote();
    expect(shortened).toBeGreaterThan(3);
    expect(draft.sha256).toEqual(sha);
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
  });

  it('removes a file that can not be written and stages the next one', async () => {
    const storage = open();
    const full = Object.assign(new Error('no room'), { code: 'ENOSPC' });
    const write = jest.spyOn(fs, 'writev').mockImplementation((...given: unknown[]) => {
      (given.at(-1) as (error: Error) => void)(full);
    });
    await expect(storage.stage(Readable.from([photo]), 1e6)).rejects.toBe(full);
    write.mockRestore();
    expect(await place.files()).toEqual([]);
    const draft = await storage.stage(Readable.from([photo]), 1e6);
    await draft.promote();
    expect(await storage.has(sha)).toBe(true);
  });

  it('recovers from a crash: promoted files are complete, the rest is removed', async () => {
    const crashed = open();
    const coming = new PassThrough();
    const half = crashed.stage(coming, 1e6).catch((error: Error) => error.message);
    coming.write(photo.subarray(0, 1000));
    const whole = await crashed.stage([Buffer.from('never named')], 1e6);
    await (await crashed.stage(Readable.from([photo]), 1e6)).promote();

    const storage = open();
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
    expect(await storage.has(whole.sha256)).toBe(false);
    expect(await storage.listClaimed()).toEqual([sha]);
    expect(await storage.expireStagedFiles(0)).toBe(2);
    expect(await storage.removeUnreferenced(0, noReferences)).toBe(1);
    expect(await place.files()).toEqual([]);
    coming.destroy(new Error('the process is gone'));
    expect(await half).toBe('the process is gone');
  });
});
