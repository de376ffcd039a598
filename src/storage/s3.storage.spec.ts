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
import { S3Bucket } from './s3-bucket';
import { S3Error } from './s3-failure';
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
  readonly patienceMs?: number;
}

function open({ port = proxy.port, bucket = S3_BUCKET, key = KEY, patienceMs }: Settings = {}): S3Storage {
  const location = readStorageUrl(server.url(prefix, { port, bucket })) as S3Location;
  return new S3Storage(new S3Bucket(location, key, patienceMs), folder);
}

async function promoted(storage: S3Storage): Promise<void> {
  const draft = await storage.draft(Readable.from([video]), 1e7);
  try {
    await draft.promote();
  } finally {
    await draft.discard();
  }
}

it('sends a file once more when the connection breaks on the way', async () => {
  const storage = open();
  proxy.cutAfter('up', 1_000_000, 2);
  await promoted(storage);
  expect(proxy.broken).toBe(2);
  expect((await buffer(await storage.read(sha))).equals(video)).toBe(true);
});

it('gives up when it breaks again and again: there is no file then, and no draft; later there is', async () => {
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
])('goes on reading a %s where the connection broke', async (_what, range) => {
  const storage = open();
  await promoted(storage);
  proxy.cutAfter('down', 700_000, 2);
  const bytes = await buffer(await storage.read(sha, range));
  expect(proxy.broken).toBe(2);
  expect(bytes.equals(range === undefined ? video : video.subarray(range.start, range.end + 1))).toBe(true);
});

it('lets go of a file that nobody reads to its end', async () => {
  const storage = open();
  await promoted(storage);
  for (let time = 0; time < 40; time += 1) (await storage.read(sha)).destroy();
  expect(await storage.size(sha)).toBe(video.length);
  expect(proxy.connections).toBeLessThan(20);
});

it('waits for nobody who is silent', async () => {
  const storage = open({ patienceMs: 400 });
  await promoted(open());
  proxy.fallSilentAfter(1_000_000);
  await expect(buffer(await storage.read(sha))).rejects.toBeInstanceOf(S3Error);
  await expect(storage.has(sha)).rejects.toThrow('Files can not be stored or read just now.');
  await expect(promoted(storage)).rejects.toBeInstanceOf(S3Error);
  expect(readdirSync(folder)).toEqual([]);
});

it('goes on when the server comes back', async () => {
  const storage = open({ port: server.port });
  await promoted(storage);
  await storage.probe();
  await server.kill();
  await expect(storage.read(sha)).rejects.toBeInstanceOf(S3Error);
  await expect(storage.probe()).rejects.toThrow('S3 does not answer');
  await server.run();
  await storage.probe();
  expect((await buffer(await storage.read(sha))).equals(video)).toBe(true);
});

it('clears away what a crash left on this machine, before it takes the next file', async () => {
  const [old, recent] = [join(folder, 'old'), join(folder, 'recent')];
  for (const path of [old, recent]) writeFileSync(path, 'half a video');
  utimesSync(old, 0, 0);
  await promoted(open());
  expect(readdirSync(folder)).toEqual(['recent']);
  rmSync(recent);
});

it('has S3 refuse bytes that are not those that came', async () => {
  const storage = open();
  const draft = await storage.draft(Readable.from([video]), 1e7);
  writeFileSync(join(folder, readdirSync(folder)[0]!), Buffer.alloc(video.length, 'other'));
  await expect(draft.promote()).rejects.toBeInstanceOf(S3Error);
  await draft.discard();
  expect(await storage.has(sha)).toBe(false);
});

it('tells more than one page of what it keeps', async () => {
  const hashes = Array.from({ length: 1001 }, (_, file) =>
    createHash('sha256').update(`${file}`).digest('hex'),
  );
  for (const hash of hashes) {
    const place = join(server.folder, S3_BUCKET, prefix, hash.slice(0, 2));
    mkdirSync(place, { recursive: true });
    const name = join(place, `${hash.slice(2)}._S3rver_object`);
    writeFileSync(name, '');
    writeFileSync(`${name}.md5`, 'd41d8cd98f00b204e9800998ecf8427e');
  }
  const told: string[] = [];
  for await (const { sha256 } of open().entries()) told.push(sha256.toString('hex'));
  expect(told).toEqual(hashes.sort());
});

describe('a place where files can not be kept', () => {
  it.each([
    ['an endpoint where nobody is', { port: 1 }, 'S3 does not answer: look at the endpoint in STORAGE_URL'],
    ['a bucket that is not there', { bucket: 'nowhere' }, 'The bucket that STORAGE_URL names does not exist'],
    [
      'credentials that nobody knows',
      { key: { accessKeyId: 'NOBODY', secretAccessKey: 'the-secret' } },
      'S3 does not accept the credentials: look at AWS_ACCESS_KEY_ID',
    ],
    [
      'credentials that may only read',
      { key: { accessKeyId: 'READER', secretAccessKey: 'the-secret' } },
      'The credentials do not suffice: s3:PutObject',
    ],
  ])('is told in a sentence: %s', async (_what, settings, sentence) => {
    const failure = await open(settings)
      .probe()
      .catch((error: Error) => error.message);
    expect(failure).toContain(sentence);
    expect(failure).not.toContain('the-secret');
  });
});
