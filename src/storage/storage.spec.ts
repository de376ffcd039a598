import { createHash } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FindReferencedHashes, StagedFile } from '../domain/file/staged-file';
import { NotFoundError, TooLargeError } from '../domain/errors';
import { readEnvironment } from '../config/environment';
import { STORAGE_BACKENDS, type StorageBackend } from '../../test/fixtures/storage-backends';
import { OpenFile } from './folder-files';
import { openStorage } from './open-storage';
import type { Storage } from './storage.port';

const AN_HOUR_MS = 3600_000;
const photo = Buffer.alloc(200_000, 'photo');
const sha = createHash('sha256').update(photo).digest();
const stream = (bytes: Buffer) => Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]);
const noReferences: FindReferencedHashes = async () => [];
const allReferenced: FindReferencedHashes = async (hashes) => hashes;

async function promoted(storage: Storage): Promise<StagedFile> {
  const draft = await storage.stage(stream(photo), 1e6);
  await draft.promote();
  return draft;
}

describe.each(STORAGE_BACKENDS)('%s', (_name, makePlaces) => {
  const places = makePlaces();
  let place: StorageBackend;
  let storage: Storage;
  beforeAll(() => places.before());
  beforeEach(() => {
    place = places.next();
    storage = openStorage(readEnvironment(place.variables));
  });
  afterAll(() => places.after());

  it('reads promoted bytes by their SHA-256', async () => {
    const draft = await storage.stage(stream(photo), 1e6);
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
  ])('reads the range %d to %d', async (start, end) => {
    await promoted(storage);
    const part = await buffer(await storage.read(sha, { start, end }));
    expect(part.equals(photo.subarray(start, end + 1))).toBe(true);
  });

  it('removes a discarded staged file, also when discarded twice', async () => {
    const draft = await storage.stage(stream(photo), 1e6);
    await draft.discard();
    await draft.discard();
    expect(await storage.has(sha)).toBe(false);
    expect(await place.files()).toEqual([]);
  });

  it('keeps promoted bytes on discard', async () => {
    const draft = await promoted(storage);
    await draft.confirm();
    await draft.discard();
    expect(await storage.has(sha)).toBe(true);
  });

  it('accepts concurrent uploads of the same bytes', async () => {
    await Promise.all([promoted(storage), promoted(storage)]);
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
  });

  it('rejects a file over the limit and removes the staged bytes', async () => {
    await expect(storage.stage(stream(photo), 100_000)).rejects.toBeInstanceOf(TooLargeError);
    expect(await place.files()).toEqual([]);
  });

  it('throws NotFoundError for unknown bytes', async () => {
    await expect(storage.read(sha)).rejects.toBeInstanceOf(NotFoundError);
    await expect(storage.size(sha)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('leaves no file of a source that fails while the file is being opened', async () => {
    const open = OpenFile.open.bind(OpenFile);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const opening = jest.spyOn(OpenFile, 'open').mockImplementationOnce(async (path, flags) => {
      await held;
      return open(path, flags);
    });
    const broken = new Readable({
      read() {
        this.destroy(new Error('cut off'));
      },
    });
    const staged = expect(storage.stage(broken, 1e7)).rejects.toThrow('cut off');
    await new Promise((resolve) => broken.once('close', resolve));
    // Others work meanwhile.
    await (await storage.stage(stream(photo), 1e7)).discard();
    release();
    await opening.mock.results[0]!.value;
    await staged;
    expect(await place.files()).toEqual([]);
  });

  it('fails with its source and removes the staged bytes', async () => {
    const broken = Readable.from(
      (function* () {
        yield photo;
        throw new Error('cut off');
      })(),
    );
    await expect(storage.stage(broken, 1e6)).rejects.toThrow('cut off');
    expect(await place.files()).toEqual([]);
  });

  it('rolls a promotion back unless the bytes are referenced or promoted again', async () => {
    await (await promoted(storage)).rollBack(allReferenced);
    expect(await storage.has(sha)).toBe(true);
    const [one, other] = [await promoted(storage), await promoted(storage)];
    await one.rollBack(noReferences);
    expect(await storage.has(sha)).toBe(true);
    await other.rollBack(noReferences);
    expect(await storage.has(sha)).toBe(false);
    expect(await place.files()).toEqual([]);
  });

  it('lists entries by hash, and claimed hashes', async () => {
    const hashes: string[] = [];
    for (let time = 0; time < 20; time += 1) {
      const draft = await storage.stage(Readable.from([Buffer.from(`file ${time}`)]), 100);
      await draft.promote();
      if (time > 0) await draft.confirm();
      hashes.push(draft.sha256.toString('hex'));
    }
    const listed: [string, number][] = [];
    for await (const { sha256, byteSize } of storage.entries())
      listed.push([sha256.toString('hex'), byteSize]);
    expect(listed.map(([hash]) => hash)).toEqual([...hashes].sort());
    expect(new Set(listed.map(([, byteSize]) => byteSize))).toEqual(new Set([6, 7]));
    await storage.release(Buffer.from(hashes[0]!, 'hex'));
    expect((await storage.listClaimed()).map((sha256) => sha256.toString('hex'))).toEqual([hashes[0]]);
  });

  it('returns an empty list without files', async () => {
    for await (const entry of storage.entries()) expect(entry).toBeUndefined();
    expect(await storage.listClaimed()).toEqual([]);
  });

  describe('removeUnreferenced', () => {
    it('removes old promoted bytes without references', async () => {
      await promoted(storage);
      expect(await storage.removeUnreferenced(AN_HOUR_MS, noReferences)).toBe(0);
      expect(await storage.has(sha)).toBe(true);
      expect(await storage.removeUnreferenced(0, noReferences)).toBe(1);
      expect(await storage.has(sha)).toBe(false);
      expect(await place.files()).toEqual([]);
    });

    it('keeps referenced bytes and checks them again later', async () => {
      await promoted(storage);
      expect(await storage.removeUnreferenced(0, allReferenced)).toBe(0);
      expect(await storage.has(sha)).toBe(true);
      expect(await storage.removeUnreferenced(0, noReferences)).toBe(1);
    });

    it('does not check confirmed bytes until they are released', async () => {
      await (await promoted(storage)).confirm();
      const find = jest.fn(noReferences);
      expect(await storage.removeUnreferenced(0, find)).toBe(0);
      expect(find).not.toHaveBeenCalled();
      await storage.release(sha);
      expect(await storage.removeUnreferenced(0, noReferences)).toBe(1);
      expect(await storage.has(sha)).toBe(false);
    });

    it('keeps bytes promoted during the check', async () => {
      await promoted(storage);
      const meanwhile = jest.fn(noReferences).mockImplementationOnce(async () => {
        await promoted(storage);
        return [];
      });
      await storage.removeUnreferenced(0, meanwhile);
      expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
    });

    it('keeps bytes whose row is committed during the check', async () => {
      await promoted(storage);
      let isCommitted = false;
      const meanwhile: FindReferencedHashes = async (hashes) => {
        if (isCommitted) return hashes;
        await (await promoted(storage)).confirm();
        isCommitted = true;
        return [];
      };
      await storage.removeUnreferenced(0, meanwhile);
      expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
    });
  });

  it('leaves no staged file, and removes those of a crash', async () => {
    await promoted(storage);
    await expect(storage.stage(stream(photo), 10)).rejects.toThrow();
    const { stagingFolder: drafts } = place;
    expect(await readdir(drafts)).toEqual([]);
    await writeFile(join(drafts, 'half'), 'half a photo');
    expect(await storage.expireStagedFiles(AN_HOUR_MS)).toBe(0);
    await utimes(join(drafts, 'half'), 0, 0);
    expect(await storage.expireStagedFiles(AN_HOUR_MS)).toBe(1);
    expect(await readdir(drafts)).toEqual([]);
  });

  it('keeps bytes promoted after they were moved to the trash', async () => {
    await promoted(storage);
    const meanwhile = jest
      .fn(noReferences)
      .mockResolvedValueOnce([])
      .mockImplementationOnce(async () => {
        await promoted(storage);
        return [];
      });
    await storage.removeUnreferenced(0, meanwhile);
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
  });

  it('reads bytes in the trash, also after a crashed cleanup, which the next one finishes', async () => {
    await promoted(storage);
    const crashing: FindReferencedHashes = jest
      .fn(noReferences)
      .mockResolvedValueOnce([])
      .mockRejectedValueOnce(new Error('killed'));
    await expect(storage.removeUnreferenced(0, crashing)).rejects.toThrow('killed');
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
    expect(await storage.removeUnreferenced(0, noReferences)).toBe(1);
    expect(await storage.has(sha)).toBe(false);
    expect(await place.files()).toEqual([]);
  });
});
