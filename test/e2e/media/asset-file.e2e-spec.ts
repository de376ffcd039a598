import { randomBytes } from 'node:crypto';
import { Storage } from '../../../src/storage/storage.port';
import { grant, makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { type FileJson, filesOf, md5, pathOf, PNG, send, sha256, upload, uploaded } from './asset-files';

const DATA_URL = `data:image/png;base64,${PNG.toString('base64')}`;

let app: TestApp;
let storage: Storage;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'editor', 'viewer', 'enumerator', 'stranger']) await app.addUser(name);
  await app.addUser('root', { superuser: true });
  storage = app.nest.get(Storage);
});
afterAll(() => app.stop());

describe('a file of an asset', () => {
  it('is returned with its name, its MD5 and the URL of its content', async () => {
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
  ])('is accepted as base64 in %s', async (_what, body, type) => {
    const { uid } = await makeAsset(app);
    const { body: file } = await send(app, uid, body).type(type).expect(201);
    expect(file.metadata).toEqual({ filename: 'b.png', hash: `md5:${md5(PNG)}`, mimetype: 'image/png' });
    expect((await app.as('owner').get(pathOf(file.content as string))).body).toEqual(PNG);
  });

  it('comes with warnings of what devices can not read, if it is CSV', async () => {
    const { uid } = await makeAsset(app);
    const post = async (name: string, bytes: Buffer): Promise<unknown> =>
      (await upload(app, uid, bytes, { name }).expect(201)).body.warnings;
    expect(await post('good.csv', Buffer.from('name,label\na,A\n'))).toBeUndefined();
    expect(await post('towns.csv', Buffer.from('name;label\na;A\n'))).toEqual([
      expect.stringContaining('semicolons'),
    ]);
    expect(await post('latin.CSV', Buffer.from('name,label\né,É\n', 'latin1'))).toEqual([
      expect.stringContaining('not in UTF-8'),
    ]);
    expect(await post('crab.png', PNG)).toBeUndefined();
  });

  it('as base64 may have megabytes', async () => {
    const { uid } = await makeAsset(app);
    const bytes = randomBytes(3_000_000);
    const base64Encoded = `data:image/png;base64,${bytes.toString('base64')}`;
    const { body } = await send(app, uid, { base64Encoded, metadata: { filename: 'large.png' } }).expect(201);
    expect(body.metadata.hash).toBe(`md5:${md5(bytes)}`);
  });

  it('may be a link, named by the last segment of its path', async () => {
    const { uid } = await makeAsset(app);
    const redirect_url = 'https://files.example.org/pictures/remote.jpg';
    const { body } = await send(app, uid, { metadata: { redirect_url } }).expect(201);
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
      'both a file and base64',
      { base64Encoded: DATA_URL, metadata: { redirect_url: 'http://h.example/a.png' } },
      { detail: expect.stringMatching(/^You cannot upload media file with two/) },
    ],
    ['none', {}, { content: ['No files have been submitted'] }],
    [
      'bad base64',
      { base64Encoded: 'nonsense', metadata: { filename: 'z.png' } },
      { base64Encoded: ['Invalid content'] },
    ],
    ['metadata that is not JSON', { metadata: 'nonsense' }, { metadata: ['Unable to parse JSON'] }],
    ['metadata that is a list', { metadata: [1] }, { metadata: ['Unable to parse JSON'] }],
    ['metadata that is null', { metadata: null }, { metadata: ['This field may not be null.'] }],
    ['no type', { file_type: undefined }, { file_type: ['This field is required.'] }],
    ['an unknown type', { file_type: 'x' }, { file_type: ['"x" is not a valid choice.'] }],
  ])('with %s returns 400', async (_what, body, expected) => {
    const { uid } = await makeAsset(app);
    expect((await send(app, uid, body).expect(400)).body).toEqual(expected);
  });

  it('has a unique, case-sensitive name until it is removed', async () => {
    const { uid } = await makeAsset(app);
    const { url } = await uploaded(app, uid, PNG);
    const other = randomBytes(20);
    expect((await upload(app, uid, other).expect(400)).body).toEqual({ content: ['File already exists'] });
    const again = { base64Encoded: DATA_URL, metadata: { filename: 'crab.png' } };
    expect((await send(app, uid, again).expect(400)).body).toEqual({
      base64Encoded: ['File already exists'],
    });
    expect(await storage.has(sha256(other))).toBe(false);
    await upload(app, uid, other, { name: 'CRAB.PNG' }).expect(201);
    for (const twice of [1, 2])
      await upload(app, uid, Buffer.from(`a${twice}`), { name: 'a.csv', type: 'map_layer' }).expect(201);
    await app.as('owner').delete(pathOf(url)).expect(204);
    await upload(app, uid, other).expect(201);
  });

  it('is created once by concurrent requests', async () => {
    const { uid } = await makeAsset(app);
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await upload(app, uid, PNG)).status),
    );
    expect(statuses.sort()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(await storage.has(sha256(PNG))).toBe(true);
  });

  it('is listed by type and in pages; paired data is not listed', async () => {
    const { uid } = await makeAsset(app);
    for (const name of ['a.png', 'b.png']) await upload(app, uid, PNG, { name }).expect(201);
    await upload(app, uid, PNG, { name: 'layer.kml', type: 'map_layer' }).expect(201);
    await upload(app, uid, PNG, { name: 'p.xml', type: 'paired_data' }).expect(201);
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

  it.each(['files', 'files.json', 'files.json/'])('is accepted at …/%s too', async (path) => {
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

  it('can’t be replaced or patched (405)', async () => {
    const { uid } = await makeAsset(app);
    const { url } = await uploaded(app, uid, PNG);
    for (const verb of ['put', 'patch'] as const) {
      await app.as('owner')[verb](pathOf(url)).send({ description: 'x' }).expect(405);
    }
  });
});

describe('permissions on files', () => {
  it.each([
    ['owner', 200, 201, 204],
    ['editor', 200, 201, 204],
    ['root', 200, 201, 204],
    ['viewer', 200, 403, 403],
    ['stranger', 404, 404, 404],
    [ANONYMOUS, 404, 404, 404],
  ])('of %s: read %i, add %i, remove %i', async (caller, read, add, remove) => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, 'editor', ['change_asset']);
    await grant(app, uid, 'viewer', ['view_asset']);
    const { url, content } = await uploaded(app, uid, PNG);
    await app.as(caller).get(filesOf(uid)).expect(read);
    await app.as(caller).get(pathOf(url)).expect(read);
    await app.as(caller).get(pathOf(content)).expect(read);
    expect((await upload(app, uid, PNG, { name: 'own.png', by: caller })).status).toBe(add);
    await app.as(caller).delete(pathOf(url)).expect(remove);
  });

  it('of a public asset: every caller reads, no anonymous caller writes (401)', async () => {
    const { uid } = await makeAsset(app);
    await grant(app, uid, ANONYMOUS, ['view_asset']);
    const { url, content } = await uploaded(app, uid, PNG);
    for (const path of [filesOf(uid), pathOf(url), pathOf(content)]) {
      await app.as(ANONYMOUS).get(path).expect(200);
    }
    await app.as(ANONYMOUS).delete(pathOf(url)).expect(401);
    expect((await send(app, uid, {}).unset('Authorization')).status).toBe(401);
  });

  it('don’t reach a file of another asset (404)', async () => {
    const [one, other] = [await makeAsset(app), await makeAsset(app)];
    const { uid } = await uploaded(app, one.uid, PNG);
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
