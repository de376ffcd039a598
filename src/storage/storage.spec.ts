import { createHash } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Draft, NamedHashes } from '../domain/file/draft';
import { NotFoundError, TooLargeError } from '../domain/errors';
import { readEnvironment } from '../config/environment';
import { STORAGE_PLACES, type StoragePlace } from '../../test/fixtures/storage-places';
import { openStorage } from './open-storage';
import type { Storage } from './storage.port';

/** No test lasts so long. */
const AN_HOUR_MS = 3600_000;
const photo = Buffer.alloc(200_000, 'photo');
const sha = createHash('sha256').update(photo).digest();
const stream = (bytes: Buffer) => Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]);
const nobody: NamedHashes = async () => [];
const everybody: NamedHashes = async (hashes) => hashes;

async function promoted(storage: Storage): Promise<Draft> {
  const draft = await storage.draft(stream(photo), 1e6);
  await draft.promote();
  return draft;
}

describe.each(STORAGE_PLACES)('%s', (_name, makePlaces) => {
  const places = makePlaces();
  let place: StoragePlace;
  let storage: Storage;
  beforeAll(() => places.before());
  beforeEach(() => {
    place = places.next();
    storage = openStorage(readEnvironment(place.variables));
  });
  afterAll(() => places.after());

  it('gives back the bytes of a promoted draft, by their SHA-256', async () => {
    const draft = await storage.draft(stream(photo), 1e6);
    expect(draft).toMatchObject({ sha256: sha, byteSize: photo.length });
    expect(await storage.has(sha)).toBe(false);
    await draft.promote();
    expect(await storage.has(sha)).toBe(true);
    expect(await storage.size(sha)).toBe(photo.length);
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
  });

  it.each([
    [0, 0],
    [0, 199_999],
    [69_990, 70_009],
    [199_990, 1e9],
  ])('reads the bytes %d to %d alone', async (start, end) => {
    await promoted(storage);
    const part = await buffer(await storage.read(sha, { start, end }));
    expect(part.equals(photo.subarray(start, end + 1))).toBe(true);
  });

  it('keeps nothing of a draft that is discarded, whatever happened before', async () => {
    const draft = await storage.draft(stream(photo), 1e6);
    await draft.discard();
    await draft.discard();
    expect(await storage.has(sha)).toBe(false);
    expect(await place.files()).toEqual([]);
  });

  it('keeps what was promoted when its draft is discarded', async () => {
    const draft = await promoted(storage);
    await draft.keep();
    await draft.discard();
    expect(await storage.has(sha)).toBe(true);
  });

  it('takes the same bytes twice', async () => {
    await Promise.all([promoted(storage), promoted(storage)]);
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
  });

  it('refuses a file that is too large and keeps nothing of it', async () => {
    await expect(storage.draft(stream(photo), 100_000)).rejects.toBeInstanceOf(TooLargeError);
    expect(await place.files()).toEqual([]);
  });

  it('says that unknown bytes are not found', async () => {
    await expect(storage.read(sha)).rejects.toBeInstanceOf(NotFoundError);
    await expect(storage.size(sha)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('removes bytes for good, and bears that there are none', async () => {
    await promoted(storage);
    await storage.delete(sha);
    await storage.delete(sha);
    expect(await storage.has(sha)).toBe(false);
  });

  it('fails when its source breaks, and keeps nothing', async () => {
    const broken = Readable.from(
      (function* () {
        yield photo;
        throw new Error('cut off');
      })(),
    );
    await expect(storage.draft(broken, 1e6)).rejects.toThrow('cut off');
    expect(await place.files()).toEqual([]);
  });

  it('takes a promotion back, unless a row names the bytes or somebody else promotes them', async () => {
    await (await promoted(storage)).withdraw(everybody);
    expect(await storage.has(sha)).toBe(true);
    const [one, other] = [await promoted(storage), await promoted(storage)];
    await one.withdraw(nobody);
    expect(await storage.has(sha)).toBe(true);
    await other.withdraw(nobody);
    expect(await storage.has(sha)).toBe(false);
    expect(await place.files()).toEqual([]);
  });

  it('tells all that it keeps in the order of the hashes, and what the sweep will ask about', async () => {
    const hashes: string[] = [];
    for (let time = 0; time < 20; time += 1) {
      const draft = await storage.draft(Readable.from([Buffer.from(`file ${time}`)]), 100);
      await draft.promote();
      if (time > 0) await draft.keep();
      hashes.push(draft.sha256.toString('hex'));
    }
    const told: [string, number][] = [];
    for await (const { sha256, byteSize } of storage.entries()) told.push([sha256.toString('hex'), byteSize]);
    expect(told.map(([hash]) => hash)).toEqual([...hashes].sort());
    expect(new Set(told.map(([, byteSize]) => byteSize))).toEqual(new Set([6, 7]));
    await storage.release(Buffer.from(hashes[0]!, 'hex'));
    expect((await storage.claimed()).map((sha256) => sha256.toString('hex'))).toEqual([hashes[0]]);
  });

  it('tells nothing while it keeps nothing', async () => {
    for await (const entry of storage.entries()) expect(entry).toBeUndefined();
    expect(await storage.claimed()).toEqual([]);
  });

  describe('sweeping bytes without a row', () => {
    it('removes what was promoted and is named by nobody, once it is old enough', async () => {
      await promoted(storage);
      expect(await storage.sweepUnnamed(AN_HOUR_MS, nobody)).toBe(0);
      expect(await storage.has(sha)).toBe(true);
      expect(await storage.sweepUnnamed(0, nobody)).toBe(1);
      expect(await storage.has(sha)).toBe(false);
      expect(await place.files()).toEqual([]);
    });

    it('leaves what a row names, and asks again when it does so no more', async () => {
      await promoted(storage);
      expect(await storage.sweepUnnamed(0, everybody)).toBe(0);
      expect(await storage.has(sha)).toBe(true);
      expect(await storage.sweepUnnamed(0, nobody)).toBe(1);
    });

    it('asks nothing about what is kept, until it is released', async () => {
      await (await promoted(storage)).keep();
      const asked = jest.fn(nobody);
      expect(await storage.sweepUnnamed(0, asked)).toBe(0);
      expect(asked).not.toHaveBeenCalled();
      await storage.release(sha);
      expect(await storage.sweepUnnamed(0, nobody)).toBe(1);
      expect(await storage.has(sha)).toBe(false);
    });

    it('leaves bytes that come anew while it asks', async () => {
      await promoted(storage);
      const meanwhile = jest.fn(nobody).mockImplementationOnce(async () => {
        await promoted(storage);
        return [];
      });
      await storage.sweepUnnamed(0, meanwhile);
      expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
    });

    it('leaves bytes whose row comes while it asks', async () => {
      await promoted(storage);
      let isCommitted = false;
      const meanwhile: NamedHashes = async (hashes) => {
        if (isCommitted) return hashes;
        await (await promoted(storage)).keep();
        isCommitted = true;
        return [];
      };
      await storage.sweepUnnamed(0, meanwhile);
      expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
    });
  });

  it('leaves no draft behind, and sweeps those of a crash', async () => {
    await promoted(storage);
    await expect(storage.draft(stream(photo), 10)).rejects.toThrow();
    const { drafts } = place;
    expect(await readdir(drafts)).toEqual([]);
    await writeFile(join(drafts, 'half'), 'half a photo');
    expect(await storage.sweepDrafts(AN_HOUR_MS)).toBe(0);
    await utimes(join(drafts, 'half'), 0, 0);
    expect(await storage.sweepDrafts(AN_HOUR_MS)).toBe(1);
    expect(await readdir(drafts)).toEqual([]);
  });

  it('leaves bytes that come anew after it has taken their name away', async () => {
    await promoted(storage);
    const meanwhile = jest
      .fn(nobody)
      .mockResolvedValueOnce([])
      .mockImplementationOnce(async () => {
        await promoted(storage);
        return [];
      });
    await storage.sweepUnnamed(0, meanwhile);
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
  });

  it('finds bytes that a sweep has set aside, also one that died over it, and the next one ends it', async () => {
    await promoted(storage);
    const dying: NamedHashes = jest
      .fn(nobody)
      .mockResolvedValueOnce([])
      .mockRejectedValueOnce(new Error('killed'));
    await expect(storage.sweepUnnamed(0, dying)).rejects.toThrow('killed');
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
    expect(await storage.sweepUnnamed(0, nobody)).toBe(1);
    expect(await storage.has(sha)).toBe(false);
    expect(await place.files()).toEqual([]);
  });
});
