import { randomBytes, randomUUID } from 'node:crypto';
import { Storage, StoredFileOwners } from '../../src/storage/storage.port';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { FailingDisk } from '../fixtures/failing-disk';
import { AS_STREAM } from '../support/form-readers';

/** One file written at once and one in several writes. */
const SIZES = [2_000, 400_000];
const REFUSED = [500, 503];

describe('a submission with files on a failing disk', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    // Runs no jobs: all disk calls are those of the submission.
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
  });
  afterAll(() => app.stop());
  afterEach(() => jest.restoreAllMocks());

  /** Sends the submission while one step fails. @returns the status and whether it was reached */
  async function sendAt(
    step: number,
    xml: string,
    photos: readonly Buffer[],
    headers: Readonly<Record<string, string>>,
  ) {
    const disk = new FailingDisk(step);
    const test = app
      .as('owner')
      .post('/submission')
      .set(headers)
      .attach('xml_submission_file', Buffer.from(xml), 'a.xml');
    for (const [index, photo] of photos.entries()) test.attach(`p${index}`, photo, `p${index}.jpg`);
    const { status } = await test;
    jest.restoreAllMocks();
    return { status, hasFailed: disk.hasFailed };
  }

  async function expectStored(uuid: string, photos: readonly Buffer[]): Promise<void> {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${uuid}/`).expect(200);
    const files = body._attachments as { download_url: string; media_file_basename: string }[];
    expect(files.map((file) => file.media_file_basename).sort()).toEqual(photos.map((_, n) => `p${n}.jpg`));
    for (const { download_url: url, media_file_basename: name } of files) {
      const { body: bytes } = await app
        .as('owner')
        .get(new URL(url).pathname)
        .responseType('blob')
        .expect(200);
      expect(Buffer.compare(bytes as Buffer, photos[Number(name[1])]!)).toBe(0);
    }
  }

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a form from memory', {}],
    ['a form as a stream', AS_STREAM],
  ])('is never acknowledged without its files, on %s, whichever step fails', async (_, headers) => {
    let refusals = 0;
    for (let step = 1, ended = false; !ended; step += 1) {
      const uuid = randomUUID();
      const photos = SIZES.map((size) => randomBytes(size));
      const xml = instanceXml(uid, { uuid, answers: '<photo>p0.jpg</photo>' });
      const { status, hasFailed } = await sendAt(step, xml, photos, headers);
      expect([201, ...REFUSED]).toContain(status);
      if (status === 201) await expectStored(uuid, photos);
      else refusals += 1;
      const retry = await sendAt(Infinity, xml, photos, headers);
      expect([201, 202]).toContain(retry.status);
      await expectStored(uuid, photos);
      ended = !hasFailed;
    }
    // Steps per file: open, write, sync, close, claim, rename.
    expect(refusals).toBeGreaterThan(10);

    const storage = app.nest.get(Storage);
    await storage.expireStagedFiles(0);
    await storage.removeUnreferenced(0, app.nest.get(StoredFileOwners).findReferenced);
    const [{ referenced }] = (await app.rows(
      'SELECT count(DISTINCT sha256)::int AS referenced FROM attachment',
    )) as [{ referenced: number }];
    let files = 0;
    for await (const _entry of storage.entries()) files += 1;
    expect(files).toBe(referenced);
  });
});
