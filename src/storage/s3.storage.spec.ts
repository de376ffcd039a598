import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import { readStorageUrl, type S3Location } from '../config/storage-location';
import { FaultyProxy } from '../../test/fixtures/faulty-proxy';
import { S3_BUCKET, S3Server } from '../../test/fixtures/s3-server';
import { S3Bucket, S3Error } from './s3-bucket';
import { S3Storage } from './s3.storage';

const video = Buffer.alloc(3_000_000, 'video');
const sha = createHash('sha256').update(video).digest();
const KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'the-secret' };

let server: S3Server;
let proxy: FaultyProxy;
let folder: string;
let prefix: string;
beforeAll(async () => {
  Logger.overrideLogger(false);
  server = await S3Server.start();
  folder = mkdtempSync(join(tmpdir(), 'storage-'));
});
beforeEach(async () => {
  proxy = await FaultyProxy.before(server.port);
  prefix = randomUUID();
});
afterEach(() => proxy.stop());
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

interface Settings {
  readonly port?: number;
  readonly bucket?: string;
  readonly key?: { accessKeyId: string; secretAccessKey: string };
  readonly idleTimeoutMs?: number;
}

function open({ port = proxy.port, bucket = S3_BUCKET, key = KEY, idleTimeoutMs }: Settings = {}): S3Storage {
  const location = readStorageUrl(server.url(prefix, { port, bucket })) as S3Location;
  return new S3Storage(new S3Bucket(location, key, idleTimeoutMs), folder);
}

async function promoted(storage: S3Storage): Promise<void> {
  const draft = await storage.stage(Readable.from([video]), 1e7);
  try {
    await draft.promote();
  } finally {
    await draft.discard();
  }
}

it('retries an upload when the connection breaks', async () => {
  const storage = open();
  proxy.cutAfter('up', 1_000_000, 2);
  await promoted(storage);
  expect(proxy.broken).toBe(2);
  expect((await buffer(await storage.read(sha))).equals(video)).toBe(true);
});

it('fails after repeated breaks, leaving neither a file nor a staged one', async () => {
  const storage = open();
  proxy.cutAfter('up', 1_000_000, 99);
  await expect(promoted(storage)).rejects.toBeInstanceOf(S3Error);
  expect(readdirSync(folder)).toEqual([]);
  proxy.cutAfter('up', 1e9);
  expect(await storage.has(sha)).toBe(false);
  await promoted(storage);
  expect(await storage.size(sha)).toBe(video.length);
});

it.each([
  ['whole file', undefined],
  ['part', { start: 100, end: 2_500_000 }],
])('resumes reading a %s when the connection breaks', async (_what, range) => {
  const storage = open();
  await promoted(storage);
  proxy.cutAfter('down', 700_000, 2);
  const bytes = await buffer(await storage.read(sha, range));
  expect(proxy.broken).toBe(2);
  expect(bytes.equals(range === undefined ? video : video.subarray(range.start, range.end + 1))).toBe(true);
});

it('closes the connection of an aborted read', async () => {
  const storage = open();
  await promoted(storage);
  for (let time = 0; time < 40; time += 1) (await storage.read(sha)).destroy();
  expect(await storage.size(sha)).toBe(video.length);
  expect(proxy.connections).toBeLessThan(20);
});

it('times out when the server hangs', async () => {
  const storage = open({ idleTimeoutMs: 400 });
  await promoted(open());
  proxy.fallSilentAfter(1_000_000);
  await expect(buffer(await storage.read(sha))).rejects.toBeInstanceOf(S3Error);
  await expect(storage.has(sha)).rejects.toThrow('The file storage is unavailable.');
  await expect(promoted(storage)).rejects.toBeInstanceOf(S3Error);
  expect(readdirSync(folder)).toEqual([]);
});

it('recovers when the server is back', async () => {
  const storage = open({ port: server.port });
  await promoted(storage);
  await storage.probe();
  await server.kill();
  await expect(storage.read(sha)).rejects.toBeInstanceOf(S3Error);
  await expect(storage.probe()).rejects.toThrow('S3 does not respond');
  await server.run();
  await storage.probe();
  expect((await buffer(await storage.read(sha))).equals(video)).toBe(true);
});

it('removes stale staged files before it stages the next one', async () => {
  const [old, recent] = [join(folder, 'old'), join(folder, 'recent')];
  for (const path of [old, recent]) writeFileSync(path, 'half a video');
  utimesSync(old, 0, 0);
  await promoted(open());
  expect(readdirSync(folder)).toEqual(['recent']);
  rmSync(recent);
});

it('has S3 verify the hash', async () => {
  const storage = open();
  const draft = await storage.stage(Readable.from([video]), 1e7);
  writeFileSync(join(folder, readdirSync(folder)[0]!), Buffer.alloc(video.length, 'other'));
  await expect(draft.promote()).rejects.toBeInstanceOf(S3Error);
  await draft.discard();
  expect(await storage.has(sha)).toBe(false);
});

it('lists more than one page of entries', async () => {
  const hashes = Array.from({ length: 1001 }, (_, file) =>
    createHash('sha256').update(`${file}`).digest('hex'),
  );
  for (const hash of hashes) {
    const directory = join(server.folder, S3_BUCKET, prefix, hash.slice(0, 2));
    mkdirSync(directory, { recursive: true });
    const name = join(directory, `${hash.slice(2)}._S3rver_object`);
    writeFileSync(name, '');
    writeFileSync(`${name}.md5`, 'd41d8cd98f00b204e9800998ecf8427e');
  }
  const listed: string[] = [];
  for await (const { sha256 } of open().entries()) listed.push(sha256.toString('hex'));
  expect(listed).toEqual(hashes.sort());
});

describe('S3Storage.probe', () => {
  it.each([
    ['an unreachable endpoint', { port: 1 }, 'S3 does not respond. Check the endpoint in STORAGE_URL'],
    ['a missing bucket', { bucket: 'nowhere' }, 'The bucket of STORAGE_URL does not exist'],
    [
      'unknown credentials',
      { key: { accessKeyId: 'UNKNOWN', secretAccessKey: 'the-secret' } },
      'S3 rejects the credentials. Check AWS_ACCESS_KEY_ID',
    ],
    [
      'read-only credentials',
      { key: { accessKeyId: 'READER', secretAccessKey: 'the-secret' } },
      'The S3 credentials lack permissions. Allow s3:PutObject',
    ],
  ])('reports %s', async (_what, settings, sentence) => {
    const failure = await open(settings)
      .probe()
      .catch((error: Error) => error.message);
    expect(failure).toContain(sentence);
    expect(failure).not.toContain('the-secret');
  });
});
