import { randomUUID } from 'node:crypto';
import { grant, makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml, submissionWith, type SentFile } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { headersOfSender } from '../support/form-readers';

const CONCURRENT = 64;

describe('64 identical concurrent submissions', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    for (const username of ['owner', 'ann']) await app.addUser(username);
    uid = (await makeDeployedAsset(app)).uid;
    await grant(app, uid, 'ann', ['add_submissions']);
  });
  afterAll(() => app.stop());

  const photo: SentFile = { name: 'p.jpg', content: Buffer.alloc(20_000, 7) };
  const log: SentFile = { name: 'log.csv', content: 'a;b', type: 'text/csv' };

  it.each<[string, SentFile[]]>([
    ['without files', []],
    ['with files', [photo, log]],
  ])('are stored once %s: one 201 and 63 × 202', async (_, files) => {
    const uuid = randomUUID();
    const xml = instanceXml(uid, { uuid, answers: '<photo>p.jpg</photo>' });
    const before = await total();
    const responses = await Promise.all(
      Array.from({ length: CONCURRENT }, (_each, index) =>
        submissionWith(headersOfSender(Math.floor(index / 2)))(
          app.as(index % 2 === 0 ? 'owner' : 'ann'),
          xml,
          files,
        ),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 202)).toHaveLength(CONCURRENT - 1);
    expect(await total()).toBe(before + 1);
    const rows = await app.rows(`SELECT id FROM submission WHERE root_uuid = $1`, [uuid]);
    expect(rows).toHaveLength(1);
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${uuid}/`).expect(200);
    expect(
      body._attachments.map((each: Record<string, unknown>) => each['media_file_basename']).sort(),
    ).toEqual(files.map(({ name }) => name).sort());
  });

  it('keep every file if each has a different one', async () => {
    const uuid = randomUUID();
    const xml = instanceXml(uid, { uuid });
    const files = Array.from({ length: 16 }, (_, index) => ({
      name: `f${index}.jpg`,
      content: `bytes of ${index}`,
    }));
    const responses = await Promise.all(
      files.map((file, index) => submissionWith(headersOfSender(index))(app.as('owner'), xml, [file])),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${uuid}/`).expect(200);
    expect(body._attachments).toHaveLength(files.length);
    for (const attachment of body._attachments as { download_url: string; media_file_basename: string }[]) {
      const file = await app
        .as('owner')
        .get(new URL(attachment.download_url).pathname)
        .responseType('blob')
        .expect(200);
      expect((file.body as Buffer).toString()).toBe(
        files.find(({ name }) => name === attachment.media_file_basename)!.content,
      );
    }
  });

  it('keep the first of several conflicting ones: one 201, others 409', async () => {
    const uuid = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        submissionWith(headersOfSender(index))(
          app.as('owner'),
          instanceXml(uid, { uuid, answers: `<person><name>${index}</name></person>` }),
        ),
      ),
    );
    const accepted = responses.findIndex(({ status }) => status === 201);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(15);
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${uuid}/`).expect(200);
    expect(body['person/name']).toBe(String(accepted));
  });

  async function total(): Promise<number> {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/counts/`).expect(200);
    return body.total_submission_count as number;
  }
});
