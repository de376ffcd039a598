import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { ImageResizer } from '../../../src/workers/image-resizer/image-resizer';
import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { Storage, StoredFileOwners } from '../../../src/storage/storage.port';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { bomb, photo } from '../../fixtures/images';
import { instanceXml, submission } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

interface AttachmentJson {
  readonly download_url: string;
  readonly download_small_url: string;
  readonly download_medium_url: string;
  readonly download_large_url: string;
}

describe('a resized image of a submission', () => {
  let app: TestApp;
  let survey: AssetJson;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'viewer', 'stranger']) await app.addUser(name);
    survey = await makeDeployedAsset(app);
    await grant(app, survey.uid, 'viewer', ['view_submissions']);
  });
  afterAll(() => app.stop());
  afterEach(() => jest.restoreAllMocks());

  const get = (url: string, caller = 'viewer', at = app) => at.as(caller).get(new URL(url).pathname);

  const sendPhoto = async (
    content: Buffer | string,
    name = 'well.jpg',
    type = 'image/jpeg',
  ): Promise<AttachmentJson> => {
    const uuid = randomUUID();
    const xml = instanceXml(survey.uid, { uuid, answers: `<photo>${name}</photo>` });
    await submission(app.as('owner'), xml, [{ name, content, type }]).expect(201);
    const { body } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(200);
    return (body as { _attachments: [AttachmentJson] })._attachments[0];
  };

  it('is shown by a browser, with its name and its size', async () => {
    const links = await sendPhoto(await photo(2000, 1500));
    for (const [url, width, height] of [
      [links.download_small_url, 240, 180],
      [links.download_medium_url, 640, 480],
      [links.download_large_url, 1280, 960],
      [`${links.download_url}original/`, 2000, 1500],
    ] as const) {
      const { body, headers } = await get(url).expect(200);
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': 'inline; filename=well.jpg',
        'content-length': String((body as Buffer).length),
      });
      expect(await sharp(body as Buffer).metadata()).toMatchObject({ width, height });
    }
  });

  it('is created once for concurrent requests of any callers', async () => {
    const resize = jest.spyOn(app.nest.get(ImageResizer), 'resize');
    const bytes = await photo(900, 900);
    const links = await sendPhoto(bytes);
    const again = await sendPhoto(bytes);
    await Promise.all(
      Array.from({ length: 8 }, () => get(links.download_small_url, 'viewer', app.inProcess).expect(200)),
    );
    const { headers } = await get(again.download_small_url, 'viewer', app.inProcess).expect(200);
    expect(resize).toHaveBeenCalledTimes(1);
    await get(links.download_small_url, 'viewer', app.inProcess)
      .set('If-None-Match', headers['etag'] as string)
      .expect(304);
    await get(links.download_small_url, 'viewer', app.inProcess).set('Range', 'bytes=0-9').expect(206);
  });

  it.each([
    ['text', 'not really a photo', 'notes.txt', 'text/plain', 'attachment'],
    [
      'an SVG, which may contain scripts',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'x.svg',
      'image/svg+xml',
      'attachment',
    ],
    ['a file that is not an image', 'not really a photo', 'broken.jpg', 'image/jpeg', 'inline'],
  ])('of %s is the file itself', async (_what, content, name, type, disposition) => {
    const { download_url } = await sendPhoto(content, name, type);
    const { headers, body, text } = await get(`${download_url}small/`).expect(200);
    expect(headers['content-disposition']).toBe(`${disposition}; filename=${name}`);
    expect(Buffer.isBuffer(body) ? body.toString() : text).toBe(content);
  });

  it('of too many pixels returns 400 with a message; the original remains available', async () => {
    const bytes = bomb(60_000);
    const links = await sendPhoto(bytes, 'bomb.png');
    const { body } = await get(links.download_small_url).expect(400);
    expect(body).toEqual({ detail: expect.stringMatching(/^The image has more than 50 million pixels/) });
    expect((await get(links.download_url).expect(200)).body).toEqual(bytes);
  });

  it('requires view_submissions', async () => {
    const links = await sendPhoto(await photo(300, 300));
    await get(links.download_small_url, 'owner').expect(200);
    for (const caller of ['stranger', ANONYMOUS]) await get(links.download_small_url, caller).expect(404);
    await get(`${links.download_url}huge/`).expect(404);
  });

  it('is deleted with its image', async () => {
    const storage = app.nest.get(Storage);
    const bytes = await photo(700, 700);
    const small = (await get((await sendPhoto(bytes)).download_small_url).expect(200)).body as Buffer;
    const sha256 = createHash('sha256').update(small).digest();
    const job = app.nest
      .get(JobRegistry)
      .scheduledJobs.find(({ name }) => name === 'renditions.delete-orphans')!;
    await app.rows(`UPDATE image_rendition SET date_created = now() - interval '2 days'`);
    await job.run();
    await storage.removeUnreferenced(0, app.nest.get(StoredFileOwners).findReferenced);
    expect(await storage.has(sha256)).toBe(true);
    await app.rows('DELETE FROM attachment WHERE sha256 = $1', [createHash('sha256').update(bytes).digest()]);
    await job.run();
    await storage.removeUnreferenced(0, app.nest.get(StoredFileOwners).findReferenced);
    expect(await storage.has(sha256)).toBe(false);
  });
});
