import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readEnvironment } from '../config/environment';
import {
  STORAGE_BACKENDS,
  type StorageBackend,
  type StorageBackends,
} from '../../test/fixtures/storage-backends';
import { copyFiles } from './copy-files';
import { openStorage } from './open-storage';
import type { Storage } from './storage.port';

const FILES = 15;

const contents = Array.from({ length: FILES }, (_, file) => Buffer.from(`file ${file} `.repeat(file * 100)));
const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const noProgress = () => () => undefined;

let kinds: Record<string, StorageBackends>;
beforeAll(async () => {
  kinds = Object.fromEntries(STORAGE_BACKENDS.map(([name, make]) => [name, make()]));
  for (const places of Object.values(kinds)) await places.before();
});
afterAll(async () => {
  for (const places of Object.values(kinds)) await places.after();
});

describe.each([
  ['LocalStorage', 'S3Storage'],
  ['S3Storage', 'LocalStorage'],
])('copyFiles from %s to %s', (source, target) => {
  let places: { from: StorageBackend; to: StorageBackend };
  let from: Storage;
  let to: Storage;
  beforeEach(async () => {
    places = { from: kinds[source]!.next(), to: kinds[target]!.next() };
    from = openStorage(readEnvironment(places.from.variables));
    to = openStorage(readEnvironment(places.to.variables));
    for (const bytes of contents) await store(from, bytes);
  });

  async function store(storage: Storage, bytes: Buffer): Promise<void> {
    const draft = await storage.stage(Readable.from([bytes]), 1e6);
    await draft.promote();
    await draft.confirm();
  }

  it('copies missing files only', async () => {
    await store(to, contents[7]!);
    await store(to, Buffer.from('its own'));
    const steps: number[] = [];
    const copied = await copyFiles(from, to, (total) => {
      steps.push(total);
      return () => steps.push(1);
    });
    const bytes = contents.reduce((sum, { length }) => sum + length, 0) - contents[7]!.length;
    expect(copied).toEqual({ files: FILES - 1, bytes, damaged: [] });
    expect(steps).toEqual([FILES - 1, ...Array<number>(FILES - 1).fill(1)]);
    for (const each of contents) expect(await buffer(await to.read(hashOf(each)))).toEqual(each);
    expect(await to.listClaimed()).toEqual([]);
    expect(await copyFiles(from, to, noProgress)).toEqual({ files: 0, bytes: 0, damaged: [] });
  });

  it('resumes after an error', async () => {
    const read = from.read.bind(from);
    const reading = jest.spyOn(from, 'read').mockImplementation(async (...given) => {
      if (reading.mock.calls.length > 9) throw new Error('connection lost');
      return read(...given);
    });
    await expect(copyFiles(from, to, noProgress)).rejects.toThrow('connection lost');
    reading.mockRestore();
    const { files } = await copyFiles(from, to, noProgress);
    expect(files).toBeGreaterThan(0);
    expect(files).toBeLessThan(FILES);
    for (const each of contents) expect(await to.has(hashOf(each))).toBe(true);
  });

  it('copies claims', async () => {
    await from.release(hashOf(contents[3]!));
    await copyFiles(from, to, noProgress);
    await copyFiles(from, to, noProgress);
    expect(await to.listClaimed()).toEqual([hashOf(contents[3]!)]);
    expect(await to.removeUnreferenced(0, async () => [])).toBe(1);
    expect(await to.has(hashOf(contents[3]!))).toBe(false);
  });
});

it('skips damaged files and reports them', async () => {
  const { variables } = kinds['LocalStorage']!.next();
  const from = openStorage(readEnvironment(variables));
  const to = openStorage(readEnvironment(kinds['S3Storage']!.next().variables));
  const draft = await from.stage([Buffer.from('whole')], 100);
  await draft.promote();
  const name = draft.sha256.toString('hex');
  const folder = join(new URL(variables['STORAGE_URL']!).pathname, name.slice(0, 2));
  writeFileSync(join(folder, readdirSync(folder)[0]!), 'WHOLE');
  expect(await copyFiles(from, to, noProgress)).toEqual({ files: 0, bytes: 0, damaged: [name] });
  expect(await to.has(draft.sha256)).toBe(false);
});
