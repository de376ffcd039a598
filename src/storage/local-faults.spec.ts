import { createHash } from 'node:crypto';
import files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Draft, NamedHashes } from '../domain/file/draft';
import { FailingDisk } from '../../test/fixtures/failing-disk';
import { LocalStorage } from './local.storage';

const photo = Buffer.alloc(200_000, 'photo');
const sha = createHash('sha256').update(photo).digest();
const nobody: NamedHashes = async () => [];

let folder: string;
beforeEach(async () => (folder = await files.mkdtemp(join(tmpdir(), 'storage-'))));
afterEach(async () => {
  jest.restoreAllMocks();
  await files.rm(folder, { recursive: true, force: true });
});

const left = async (): Promise<string[]> =>
  (await files.readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe('a folder of which the system keeps only a part', () => {
  /** @returns whether the bytes are said to be kept */
  async function keep(storage: LocalStorage): Promise<boolean> {
    let draft: Draft | undefined;
    try {
      draft = await storage.draft(Readable.from([photo]), 1e6);
      await draft.promote();
      await draft.keep();
      return true;
    } catch {
      await draft?.discard();
      return false;
    }
  }

  it('syncs a file before it names it, and then the folder that holds the name', async () => {
    const { heard } = new FailingDisk();
    expect(await keep(new LocalStorage(folder))).toBe(true);
    const steps = heard.filter((step) => ['writev', 'fsync', 'rename'].includes(step));
    // The first photo of a folder makes it, and that is synced, too.
    expect(steps).toEqual(['writev', 'fsync', 'rename', 'fsync', 'rename', 'fsync']);
  });

  it('says that bytes are kept when they are, whichever step fails, and what is left of others is swept', async () => {
    let failures = 0;
    for (let step = 1, ended = false; !ended; step += 1) {
      const storage = new LocalStorage(folder);
      const disk = new FailingDisk(step);
      const isKept = await keep(storage);
      jest.restoreAllMocks();
      ended = !disk.hasFailed;
      if (isKept) expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
      else failures += 1;
      expect(await keep(storage)).toBe(true);
      await storage.release(sha);
      await storage.sweepDrafts(0);
      await storage.sweepUnnamed(0, nobody);
      expect(await left()).toEqual([]);
      await files.rm(folder, { recursive: true });
    }
    expect(failures).toBeGreaterThan(8);
  });
});
