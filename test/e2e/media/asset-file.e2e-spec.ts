import { createHash, randomBytes } from 'node:crypto';
import type { Test } from 'supertest';
import { Storage } from '../../../src/storage/storage.port';
import { StoredFileOwners } from '../../../src/storage/stored-file-owners.port';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const DATA_URL = `data:image/png;base64,${PNG.toString('base64')}`;
const md5 = (bytes: Buffer | string): string => createHash('md5').update(bytes).digest('hex');
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

interface FileJson {
  readonly uid: string;
  readonly url: string;
  readonly content: string;
  readonly metadata: Readonly<Record<string, string>>;
}

let app: TestApp;
let storage: Storage;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'editor', 'viewer', 'enumerator', 'stranger']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
  storage = app.nest.get(Storage);
});
afterAll(() => app.stop());

const filesOf = (uid: string, below = ''): string => `/api/v2/assets/${uid}/files/${below}`;
const pathOf = (url: string): string => new URL(url).pathname;
const sweep = (): Promise<number> => storage.sweepUnnamed(0, app.nest.get(StoredFileOwners).named);

function upload(
  uid: string,
  bytes: Buffer,
  { name = 'crab.png', by = 'owner', type = 'form_media' } = {},
): Test {
  return app.as(by).post(filesOf(uid)).field('file_type', type).attach('content', bytes, name);
}

const uploaded = async (
  uid: string,
  bytes: Buffer,
  options?: Parameters<typeof upload>[2],
): Promise<FileJson> => (await upload(uid, bytes, options).expect(201)).body as FileJson;

const send = (uid: string, body: object): Test =>
  app
    .as('owner')
    .post(filesOf(uid))
    .send({ file_type: 'form_media', ...body });

describe('a file of an asset', () => {
  it('is what was sent, with its name, its MD5 and where its bytes are', async () => {
    const { uid } = await makeAsset(app);
    const { body, headers } = await app
      .as('owner')
      .post(filesOf(uid))
      .field({ file_type: 'form_media', description: 'A crab', metadata: '{"mine":1,"filename":"lie.png"}' })
      .attach('content', PNG, 'crab.png')
      .expect(201);
    expect(body).toEqual({
      uid: expect.stringMatching(/^af[2-9A-HJ-NP-Za-km-z]{21}$/),
      url: `${app.origin}${filesOf(uid)}${body.uid}/`,
      asset: `${app.origin}/api/v2/assets/${uid}/`,
      user: `${app.origin}/api/v2/users/owner/`,
      user__username: 'owner',
      file_type: 'form_media',
      description: 'A crab',
      date_created: expect.stringMatching(/Z$/),
      content: `${app.origin}${filesOf(uid)}${body.uid}/content/`,
      metadata: { mine: 1, hash: `md5:${md5(PNG)}`, filename: 'crab.png', mimetype: 'image/png' },
    });
    expect(headers['location']).toBe(body.url);
    expect((await app.as('owner').get(pathOf(body.url)).expect(200)).body).toEqual(body);
    const { body: list } = await app.as('owner').get(filesOf(uid)).expect(200);
    expect(list).toEqual({ count: 1, next: null, previous: null, results: [body] });
    const { body: asset } = await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(asset.files).toEqual([body]);
  });

  it.each([
    ['JSON', { base64Encoded: DATA_URL, metadata: { filename: 'b.png' } }, 'json'],
    ['JSON with metadata as text', { base64Encoded: DATA_URL, metadata: '{"filename":"b.png"}' }, 'json'],
    ['a form', { base64Encoded: DATA_URL, metadata: '{"filename":"b.png"}' }, 'form'],
  ])('comes in base64 in %s', async (_what, body, type) => {
    const { uid } = await makeAsset(app);
    const { body: file } = await send(uid, body).type(type).expect(201);
    expect(file.metadata).toEqual({ filename: 'b.png', hash: `md5:${md5(PNG)}`, mimetype: 'image/png' });
    expect((await app.as('owner').get(pathOf(file.content as string))).body).toEqual(PNG);
  });

  it('in base64 may have megabytes', async () => {
    const { uid } = await makeAsset(app);
    const bytes = randomBytes(3_000_000);
    const base64Encoded = `data:image/png;base64,${bytes.toString('base64')}`;
    const { body } = await send(uid, { base64Encoded, metadata: { filename: 'large.png' } }).expect(201);
    expect(body.metadata.hash).toBe(`md5:${md5(bytes)}`);
  });

  it('may be a link, named by the last part of its path', async () => {
    const { uid } = await makeAsset(app);
    const redirect_url = 'https://files.example.org/pictures/remote.jpg';
    const { body } = await send(uid, { metadata: { redirect_url } }).expect(201);
    expect(body.metadata).toEqual({
      redirect_url,
      filename: 'remote.jpg',
      hash: `md5:${md5(redirect_url)}-url`,
      mimetype: 'image/jpeg',
    });
    const content = await app
      .as('owner')
      .get(pathOf(body.content as string))
      .redirects(0);
    expect([content.status, content.headers['location']]).toEqual([302, redirect_url]);
  });

  it.each([
    [
      'two ways',
      { base64Encoded: DATA_URL, metadata: { redirect_url: 'http://h.example/a.png' } },
      { detail: expect.stringMatching(/^You cannot upload media file with two/) },
    ],
    ['none', {}, { content: ['No files have been submitted'] }],
    [
      'bad base64',
      { base64Encoded: 'nonsense', metadata: { filename: 'z.png' } },
      { base64Encoded: ['Invalid content'] },
    ],
    ['metadata that is no JSON', { metadata: 'nonsense' }, { metadata: ['Unable to parse JSON'] }],
    ['metadata that is a list', { metadata: [1] }, { metadata: ['Unable to parse JSON'] }],
    ['metadata that is null', { metadata: null }, { metadata: ['This field may not be null.'] }],
    ['no type', { file_type: undefined }, { file_type: ['This field is required.'] }],
    ['an unknown type', { file_type: 'x' }, { file_type: ['"x" is not a valid choice.'] }],
  ])('of %s is refused (400)', async (_what, body, expected) => {
    const { uid } = await makeAsset(app);
    expect((await send(uid, body).expect(400)).body).toEqual(expected);
  });

  it('has a name of its own, letter case told apart, until it is removed', async () => {
    const { uid } = await makeAsset(app);
    const { url } = await uploaded(uid, PNG);
    const other = randomBytes(20);
    expect((await upload(uid, other).expect(400)).body).toEqual({ content: ['File already exists'] });
    const again = { base64Encoded: DATA_URL, metadata: { filename: 'crab.png' } };
    expect((await send(uid, again).expect(400)).body).toEqual({ base64Encoded: ['File already exists'] });
    expect(await storage.has(sha256(other))).toBe(false);
    await upload(uid, other, { name: 'CRAB.PNG' }).expect(201);
    for (const twice of [1, 2])
      await upload(uid, Buffer.from(`a${twice}`), { name: 'a.csv', type: 'map_layer' }).expect(201);
    await app.as('owner').delete(pathOf(url)).expect(204);
    await upload(uid, other).expect(201);
  });

  it('is one when many send it at once', async () => {
    const { uid } = await makeAsset(app);
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await upload(uid, PNG)).status),
    );
    expect(statuses.sort()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(await storage.has(sha256(PNG))).toBe(true);
  });

  it('is listed by its type and page by page; what pairs data is not', async () => {
    const { uid } = await makeAsset(app);
    for (const name of ['a.png', 'b.png']) await upload(uid, PNG, { name }).expect(201);
    await upload(uid, PNG, { name: 'layer.kml', type: 'map_layer' }).expect(201);
    await upload(uid, PNG, { name: 'p.xml', type: 'paired_data' }).expect(201);
    const namesIn = async (query: string): Promise<[number, string[]]> => {
      const { body } = await app
        .as('owner')
        .get(`${filesOf(uid)}${query}`)
        .expect(200);
      return [body.count, (body.results as FileJson[]).map(({ metadata }) => metadata['filename']!)];
    };
    expect(await namesIn('')).toEqual([3, ['a.png', 'b.png', 'layer.kml']]);
    expect(await namesIn('?file_type=map_layer')).toEqual([1, ['layer.kml']]);
    expect(await namesIn('?file_type=form_media&limit=1&start=1')).toEqual([2, ['b.png']]);
    expect(await namesIn('?file_type=nonsense')).toEqual([0, []]);
  });

  it.each(['files', 'files.json', 'files.json/'])('is sent to …/%s too', async (path) => {
    const { uid } = await makeAsset(app);
    const body = { file_type: 'form_media', base64Encoded: DATA_URL, metadata: { filename: 'a.png' } };
    const { body: file } = await app.as('owner').post(`/api/v2/assets/${uid}/${path}`).send(body).expect(201);
    expect(file.url).toBe(`${app.origin}${filesOf(uid)}${file.uid}/`);
    for (const ending of ['', '.json']) {
      await app.as('owner').get(`/api/v2/assets/${uid}/files/${file.uid}${ending}`).expect(200);
    }
    await app.as('owner').delete(`/api/v2/assets/${uid}/files/${file.uid}.json`).expect(204);
    await app.as('owner').get(`/api/v2/assets/${uid}/files/${file.uid}`).expect(404);
  });

  it('is neither replaced nor patched (405)', async () => {
    const { uid } = await makeAsset(app);
    const { url } = await uploaded(uid, PNG);
    for (const verb of ['put', 'patch'] as const) {
      await app.as('owner')[verb](pathOf(url)).send({ description: 'x' }).expect(405);
    }
  });
});

describe('who may do what with files', () => {
  it.each([
    ['owner', 200, 201, 204],
    ['editor', 200, 201, 204],
    ['root', 200, 201, 204],
    ['viewer', 200, 403, 403],
    ['stranger', 404, 404, 404],
    [ANONYMOUS, 404, 404, 404],
  ])('%s: read %i, add %i, remove %i', async (who, read, add, remove) => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'editor', ['change_asset']);
    await grant(app, uid, 'viewer', ['view_asset']);
    const { url, content } = await uploaded(uid, PNG);
    await app.as(who).get(filesOf(uid)).expect(read);
    await app.as(who).get(pathOf(url)).expect(read);
    await app.as(who).get(pathOf(content)).expect(read);
    expect((await upload(uid, PNG, { name: 'own.png', by: who })).status).toBe(add);
    await app.as(who).delete(pathOf(url)).expect(remove);
  });

  it('of a public asset: everybody reads, nobody unknown writes (401)', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, ANONYMOUS, ['view_asset']);
    const { url, content } = await uploaded(uid, PNG);
    for (const path of [filesOf(uid), pathOf(url), pathOf(content)]) {
      await app.as(ANONYMOUS).get(path).expect(200);
    }
    await app.as(ANONYMOUS).delete(pathOf(url)).expect(401);
    expect((await send(uid, {}).unset('Authorization')).status).toBe(401);
  });

  it('one of another asset is not found', async () => {
    const [one, other] = [await makeAsset(app), await makeAsset(app)];
    const { uid } = await uploaded(one.uid, PNG);
    for (const path of [filesOf(other.uid, `${uid}/`), filesOf(other.uid, `${uid}/content/`)]) {
      await app.as('owner').get(path).expect(404);
    }
    await app
      .as('owner')
      .delete(filesOf(other.uid, `${uid}/`))
      .expect(404);
    await app
      .as('owner')
      .get(filesOf(one.uid, `${uid}/`))
      .expect(200);
  });
});

describe('the bytes of a file', () => {
  const BYTES = Buffer.from(Array.from({ length: 200 }, (_, index) => index));
  let path: string;

  beforeAll(async () => {
    const { uid } = await makeAsset(app);
    path = pathOf((await uploaded(uid, BYTES)).content);
  });

  const read = (headers: Record<string, string> = {}): Test => app.as('owner').get(path).set(headers);

  it('are an attachment that no browser runs', async () => {
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

  it('are told of without being sent (HEAD)', async () => {
    const { headers, text } = await app.as('owner').head(path).expect(200);
    expect([headers['content-length'], text]).toEqual(['200', undefined]);
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=190-', 190, 199],
    ['bytes=-5', 195, 199],
    ['bytes=100-5000', 100, 199],
  ])('come in part: %s', async (range, start, end) => {
    const { body, headers } = await read({ Range: range }).expect(206);
    expect(body).toEqual(BYTES.subarray(start, end + 1));
    expect([headers['content-range'], headers['content-length']]).toEqual([
      `bytes ${start}-${end}/200`,
      String(end - start + 1),
    ]);
  });

  it('do not reach beyond their end (416)', async () => {
    const { headers, body } = await read({ Range: 'bytes=200-' }).expect(416);
    expect(headers['content-range']).toBe('bytes */200');
    expect(body).toEqual({ detail: 'The file has 200 bytes; ask for a range within them.' });
  });

  it('are not sent again to one who has them (304), nor pieced together with others', async () => {
    const { etag } = (await read()).headers as { etag: string };
    const { headers } = await read({ 'If-None-Match': etag }).expect(304);
    expect(headers['etag']).toBe(etag);
    await read({ 'If-None-Match': '"other"' }).expect(200);
    await read({ Range: 'bytes=0-9', 'If-Range': etag }).expect(206);
    await read({ Range: 'bytes=0-9', 'If-Range': '"other"' }).expect(200);
  });

  it('go with the last file that names them', async () => {
    const { uid } = await makeAsset(app);
    const bytes = randomBytes(100);
    const [one, two] = [
      await uploaded(uid, bytes, { name: 'a.png' }),
      await uploaded(uid, bytes, { name: 'b.png' }),
    ];
    await app.as('owner').delete(pathOf(one.url)).expect(204);
    await sweep();
    expect((await app.as('owner').get(pathOf(two.content)).expect(200)).body).toEqual(bytes);
    await app.as('owner').delete(pathOf(two.url)).expect(204);
    await app.as('owner').delete(pathOf(two.url)).expect(404);
    await sweep();
    expect(await storage.has(sha256(bytes))).toBe(false);
  });

  it('that are not in the storage any more are not found (404)', async () => {
    const { uid } = await makeAsset(app);
    const bytes = randomBytes(100);
    const { content } = await uploaded(uid, bytes);
    await storage.delete(sha256(bytes));
    const { body, headers } = await app.as('owner').get(pathOf(content)).expect(404);
    expect([body, headers['content-disposition']]).toEqual([{ detail: expect.any(String) }, undefined]);
  });
});

describe('files that travel with a form', () => {
  it('are in the manifest with name, hash and a URL that collectors may read', async () => {
    const { uid } = await makeDeployedAsset(app);
    await grant(app, uid, 'enumerator', ['add_submissions']);
    const one = await uploaded(uid, PNG, { name: 'a & <b>.png' });
    const { body: remote } = await send(uid, {
      metadata: { redirect_url: 'https://h.example/r.jpg' },
    }).expect(201);
    await upload(uid, PNG, { name: 'layer.kml', type: 'map_layer' }).expect(201);
    for (const [who, base] of [
      ['enumerator', ''],
      ['owner', '/owner'],
    ] as const) {
      const { text, headers } = await app.as(who).get(`${base}/xformsManifest/${uid}`).expect(200);
      expect(headers['x-openrosa-version']).toBe('1.0');
      const media = `${app.origin}${base}/xformsMedia/${uid}`;
      expect(text).toContain(
        '<manifest xmlns="http://openrosa.org/xforms/xformsManifest">' +
          `<mediaFile><filename>a &amp; &lt;b&gt;.png</filename><hash>md5:${md5(PNG)}</hash><downloadUrl>${media}/${one.uid}.png</downloadUrl></mediaFile>` +
          `<mediaFile><filename>r.jpg</filename><hash>${remote.metadata.hash}</hash><downloadUrl>${media}/${remote.uid}.jpg</downloadUrl></mediaFile></manifest>`,
      );
      const file = await app.as(who).get(`${base}/xformsMedia/${uid}/${one.uid}.png`).expect(200);
      expect(file.body).toEqual(PNG);
      expect(file.headers).toMatchObject({ 'x-openrosa-version': '1.0', 'content-type': 'image/png' });
      await app.as(who).get(`${base}/xformsMedia/${uid}/${remote.uid}.jpg`).redirects(0).expect(302);
    }
  });

  it('are for those who may submit: others hear why not in OpenRosa', async () => {
    const { uid } = await makeDeployedAsset(app);
    const { uid: file } = await uploaded(uid, PNG);
    for (const [who, status] of [
      ['stranger', 404],
      [ANONYMOUS, 401],
    ] as const) {
      const { text } = await app.as(who).get(`/owner/xformsMedia/${uid}/${file}.png`).expect(status);
      expect(text).toContain('<OpenRosaResponse');
    }
    const { text } = await app.as('owner').get(`/xformsMedia/${uid}/afunknown.png`).expect(404);
    expect(text).toContain('<OpenRosaResponse');
  });
});
