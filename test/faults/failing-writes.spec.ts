import { randomBytes, randomUUID } from 'node:crypto';
import { Storage } from '../../src/storage/storage.port';
import { StoredFileOwners } from '../../src/storage/stored-file-owners.port';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { FailingDisk } from '../fixtures/failing-disk';
import { GENERAL_WAY } from '../support/ways-in';

/** One that is written in a piece, and one that takes several. */
const SIZES = [2_000, 400_000];
const REFUSED = [500, 503];

describe('a submission with files, while the disk does not answer', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    // No chores by themselves: what is heard of the disk is the submission's alone.
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
  });
  afterAll(() => app.stop());
  afterEach(() => jest.restoreAllMocks());

  /** Sends it, and lets the disk fail at one step. @returns the status, and whether it came so far */
  async function sendAt(
    step: number,
    xml: string,
    photos: readonly Buffer[],
    way: Readonly<Record<string, string>>,
  ) {
    const disk = new FailingDisk(step);
    const test = app
      .as('owner')
      .post('/submission')
      .set(way)
      .attach('xml_submission_file', Buffer.from(xml), 'a.xml');
    for (const [index, photo] of photos.entries()) test.attach(`p${index}`, photo, `p${index}.jpg`);
    const { status } = await test;
    jest.restoreAllMocks();
    return { status, hasFailed: disk.hasFailed };
  }

  /** Its photos, byte for byte. */
  async function expectWhole(uuid: string, photos: readonly Buffer[]): Promise<void> {
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
    ['the light way', {}],
    ['the general way', GENERAL_WAY],
  ])('is never acknowledged without its bytes, by %s, whichever step fails', async (_, way) => {
    let refusals = 0;
    for (let step = 1, ended = false; !ended; step += 1) {
      const uuid = randomUUID();
      const photos = SIZES.map((size) => randomBytes(size));
      const xml = instanceXml(uid, { uuid, answers: '<photo>p0.jpg</photo>' });
      const { status, hasFailed } = await sendAt(step, xml, photos, way);
      expect([201, ...REFUSED]).toContain(status);
      if (status === 201) await expectWhole(uuid, photos);
      else refusals += 1;
      // A phone that was refused sends it again, until it is told that it is there.
      const again = await sendAt(Infinity, xml, photos, way);
      expect([201, 202]).toContain(again.status);
      await expectWhole(uuid, photos);
      ended = !hasFailed;
    }
    // Each file alone is opened, written, synced, closed, claimed and named.
    expect(refusals).toBeGreaterThan(10);

    const storage = app.nest.get(Storage);
    await storage.sweepDrafts(0);
    await storage.sweepUnnamed(0, app.nest.get(StoredFileOwners).named);
    const [{ named }] = (await app.rows('SELECT count(DISTINCT sha256)::int AS named FROM attachment')) as [
      { named: number },
    ];
    let kept = 0;
    for await (const _entry of storage.entries()) kept += 1;
    expect(kept).toBe(named);
  });
});
