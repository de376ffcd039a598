import { randomBytes } from 'node:crypto';
import type { Test } from 'supertest';
import { Storage, StoredFileOwners } from '../../../src/storage/storage.port';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { md5, pathOf, PNG, send, sha256, upload, uploaded } from './asset-files';

let app: TestApp;
let storage: Storage;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'editor', 'viewer', 'enumerator', 'stranger']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
  storage = app.nest.get(Storage);
});
afterAll(() => app.stop());

const deleteOrphans = (): Promise<number> =>
  storage.removeUnreferenced(0, app.nest.get(StoredFileOwners).findReferenced);

describe('the content of a file', () => {
  const BYTES = Buffer.from(Array.from({ length: 200 }, (_, index) => index));
  let path: string;

  beforeAll(async () => {
    const { uid } = await makeAsset(app);
    path = pathOf((await uploaded(app, uid, BYTES)).content);
  });

  const read = (headers: Record<string, string> = {}): Test => app.as('owner').get(path).set(headers);

  it('is an attachment that no browser runs', async () => {
    const { body, headers } = await read().expect(200);
    expect(body).toEqual(BYTES);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '200',
      'content-disposition': 'attachment; filename=crab.png',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
  });

  it('is described by HEAD', async () => {
    const { headers, text } = await app.as('owner').head(path).expect(200);
    expect([headers['content-length'], text]).toEqual(['200', undefined]);
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=190-', 190, 199],
    ['bytes=-5', 195, 199],
    ['bytes=100-5000', 100, 199],
  ])('is served in part: %s', async (range, start, end) => {
    const { body, headers } = await read({ Range: range }).expect(206);
    expect(body).toEqual(BYTES.subarray(start, end + 1));
    expect([headers['content-range'], headers['content-length']]).toEqual([
      `bytes ${start}-${end}/200`,
      String(end - start + 1),
    ]);
  });

  it('returns 416 for a range beyond its end', async () => {
    const { headers, body } = await read({ Range: 'bytes=200-' }).expect(416);
    expect(headers['content-range']).toBe('bytes */200');
    expect(body).toEqual({ detail: 'The file has 200 bytes; request a range within them.' });
  });

  it('returns 304 to a client that has it, and no part of a changed file', async () => {
    const { etag } = (await read()).headers as { etag: string };
    const { headers } = await read({ 'If-None-Match': etag }).expect(304);
    expect(headers['etag']).toBe(etag);
    await read({ 'If-None-Match': '"other"' }).expect(200);
    await read({ Range: 'bytes=0-9', 'If-Range': etag }).expect(206);
    await read({ Range: 'bytes=0-9', 'If-Range': '"other"' }).expect(200);
  });

  it('is deleted with the last file that references it', async () => {
    const { uid } = await makeAsset(app);
    const bytes = randomBytes(100);
    const [one, two] = [
      await uploaded(app, uid, bytes, { name: 'a.png' }),
      await uploaded(app, uid, bytes, { name: 'b.png' }),
    ];
    await app.as('owner').delete(pathOf(one.url)).expect(204);
    await deleteOrphans();
    expect((await app.as('owner').get(pathOf(two.content)).expect(200)).body).toEqual(bytes);
    await app.as('owner').delete(pathOf(two.url)).expect(204);
    await app.as('owner').delete(pathOf(two.url)).expect(404);
    await deleteOrphans();
    expect(await storage.has(sha256(bytes))).toBe(false);
  });

  it('returns 404 if missing from storage', async () => {
    const { uid } = await makeAsset(app);
    const bytes = randomBytes(100);
    const { content } = await uploaded(app, uid, bytes);
    await storage.release(sha256(bytes));
    await storage.removeUnreferenced(0, async () => []);
    const { body, headers } = await app.as('owner').get(pathOf(content)).expect(404);
    expect([body, headers['content-disposition']]).toEqual([{ detail: expect.any(String) }, undefined]);
  });
});

describe('form media', () => {
  it('is in the manifest with name, hash and a URL readable by collectors', async () => {
    const { uid } = await makeDeployedAsset(app);
    await grant(app, uid, 'enumerator', ['add_submissions']);
    const one = await uploaded(app, uid, PNG, { name: 'a & <b>.png' });
    const { body: remote } = await send(app, uid, {
      metadata: { redirect_url: 'https://h.example/r.jpg' },
    }).expect(201);
    await upload(app, uid, PNG, { name: 'layer.kml', type: 'map_layer' }).expect(201);
    for (const [caller, base] of [
      ['enumerator', ''],
      ['owner', '/owner'],
    ] as const) {
      const { text, headers } = await app.as(caller).get(`${base}/xformsManifest/${uid}`).expect(200);
      expect(headers['x-openrosa-version']).toBe('1.0');
      const media = `${app.origin}${base}/xformsMedia/${uid}`;
      expect(text).toContain(
        '<manifest xmlns="http://openrosa.org/xforms/xformsManifest">' +
          `<mediaFile><filename>a &amp; &lt;b&gt;.png</filename><hash>md5:${md5(PNG)}</hash><downloadUrl>${media}/${one.uid}.png</downloadUrl></mediaFile>` +
          `<mediaFile><filename>r.jpg</filename><hash>${remote.metadata.hash}</hash><downloadUrl>${media}/${remote.uid}.jpg</downloadUrl></mediaFile></manifest>`,
      );
      const file = await app.as(caller).get(`${base}/xformsMedia/${uid}/${one.uid}.png`).expect(200);
      expect(file.body).toEqual(PNG);
      expect(file.headers).toMatchObject({ 'x-openrosa-version': '1.0', 'content-type': 'image/png' });
      await app.as(caller).get(`${base}/xformsMedia/${uid}/${remote.uid}.jpg`).redirects(0).expect(302);
    }
  });

  it('requires add_submissions: other callers get OpenRosa errors', async () => {
    const { uid } = await makeDeployedAsset(app);
    const { uid: file } = await uploaded(app, uid, PNG);
    for (const [caller, status] of [
      ['stranger', 404],
      [ANONYMOUS, 401],
    ] as const) {
      const { text } = await app.as(caller).get(`/owner/xformsMedia/${uid}/${file}.png`).expect(status);
      expect(text).toContain('<OpenRosaResponse');
    }
    const { text } = await app.as('owner').get(`/xformsMedia/${uid}/afunknown.png`).expect(404);
    expect(text).toContain('<OpenRosaResponse');
  });
});
