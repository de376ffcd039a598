import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FindReferencedHashes } from '../domain/file/staged-file';
import { LocalStorage } from './local.storage';

let folder: string;
let storage: LocalStorage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  storage = new LocalStorage(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const photo = Buffer.alloc(200_000, 'photo');
const sha = createHash('sha256').update(photo).digest();
const noReferences: FindReferencedHashes = async () => [];

async function promoted(): Promise<void> {
  const draft = await storage.stage(Readable.from([photo]), 1e6);
  await draft.promote();
}

describe('LocalStorage', () => {
  it('keeps bytes promoted during a cleanup, for any file times', async () => {
    await promoted();
    const claims = join(folder, 'claims');
    const meanwhile = jest.fn(noReferences).mockImplementationOnce(async () => {
      await promoted();
      const later = Date.now() / 1000 + 3600;
      for (const claim of await readdir(claims)) await utimes(join(claims, claim), later, later);
      return [];
    });
    await storage.removeUnreferenced(0, meanwhile);
    expect((await buffer(await storage.read(sha))).equals(photo)).toBe(true);
  });

  it('names files by their hash', async () => {
    await promoted();
    const name = sha.toString('hex');
    expect((await readFile(join(folder, name.slice(0, 2), name.slice(2)))).equals(photo)).toBe(true);
  });
});
