import { createHash } from 'node:crypto';
import files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FindReferencedHashes, StagedFile } from '../domain/file/staged-file';
import { FailingDisk } from '../../test/fixtures/failing-disk';
import { LocalStorage } from './local.storage';

const photo = Buffer.alloc(200_000, 'photo');
const sha = createHash('sha256').update(photo).digest();
const noReferences: FindReferencedHashes = async () => [];

let folder: string;
beforeEach(async () => (folder = await files.mkdtemp(join(tmpdir(), 'storage-'))));
afterEach(async () => {
  jest.restoreAllMocks();
  await files.rm(folder, { recursive: true, force: true });
});

const remainingFiles = async (): Promise<string[]> =>
  (await files.readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe('LocalStorage on a failing disk', () => {
  /** @returns whether the storage reports success */
  async function tryStore(storage: LocalStorage): Promise<boolean> {
    let draft: StagedFile | undefined;
    try {
      draft = await storage.stage(Readable.from([photo]), 1e6);
      await draft.promote();
      await draft.confirm();
      return true;
    } catch {
      await draft?.discard();
      return false;
    }
  }

  it('fsyncs a file before its rename and the folder after it', async () => {
    const { calls } = new FailingDisk();
    expect(await tryStore(new LocalStorage(folder))).toBe(true);
    const steps = calls.filter((step) => ['writev', 'fsync', 'rename'].includes(step));
    // The first file of a folder creates it, which is fsynced too.
    expect(steps).toEqual(['writev', 'fsync', 'rename', 'fsync', 'rename', 'fsync']);
  });

  it('reports success only for stored bytes and cleans up, for a failure in any step', async () => {
    let failures = 0;
    for (let step = 1, ended = false; !ended; step += 1) {
      const storage = new LocalStorage(folder);
      const disk = new FailingDisk(step);
      const isStored = await tryStore(storage);
      jest.restoreAllMocks();
      ended = !disk.hasFailed;
      if (isStored) expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
      else failures += 1;
      expect(await tryStore(storage)).toBe(true);
      await storage.release(sha);
      await storage.expireStagedFiles(0);
      await storage.removeUnreferenced(0, noReferences);
      expect(await remainingFiles()).toEqual([]);
      await files.rm(folder, { recursive: true });
    }
    expect(failures).toBeGreaterThan(8);
  });

  it('writes bytes when it is probed, fsyncs and removes them', async () => {
    const { calls } = new FailingDisk();
    await new LocalStorage(folder).probe();
    expect(calls).toEqual(['mkdir', 'open', 'writev', 'fsync', 'close']);
    expect(await remainingFiles()).toEqual([]);
  });

  it.each([
    ['ENOSPC', 3, /^Files cannot be written \(ENOSPC\)\. The disk with .* is full\. Free space/],
    ['ENOSPC', 4, /^Files cannot be written \(ENOSPC\)\. The disk with .* is full\. Free space/],
    ['EDQUOT', 3, /quota for .* is used up\. Free space, or raise the quota\.$/],
    ['EACCES', 1, /may not write to .*\. Give the folder to this user or its group\.$/],
    ['EPERM', 2, /may not write to .*\. Give the folder to this user or its group\.$/],
    ['EROFS', 2, /is read-only\. Mount it for writing, or set another folder\.$/],
    ['EIO', 4, /\(EIO\)\. Check the folder of DATA_DIR or STORAGE_URL: its owner, its permissions/],
  ])(
    'says what to do about %s of step %i when it is probed, and leaves no file',
    async (code, step, message) => {
      const storage = new LocalStorage(folder);
      new FailingDisk(step, code);
      const problem = expect.stringMatching(message) as unknown;
      await expect(storage.probe()).rejects.toMatchObject({ kind: 'unavailable', message: problem });
      jest.restoreAllMocks();
      expect(await remainingFiles()).toEqual([]);
      await storage.probe();
    },
  );
});
