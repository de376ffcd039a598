import { randomUUID } from 'node:crypto';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml, submissionWith } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { Random, testSeed } from '../fixtures/random';
import { headersOfSender } from '../support/form-readers';
import { startSecondApp } from '../support/second-app';

const LONG = process.env['TEST_PROFILE'] === 'long';
const IDS = LONG ? 200 : 12;
const CONCURRENT = LONG ? 64 : 16;
const CONCURRENT_IDS = 4;

if (LONG) jest.setTimeout(20 * 60_000);

describe('identical concurrent submissions to two processes', () => {
  const random = new Random(testSeed());
  let app: TestApp;
  let other: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    uid = (await makeDeployedAsset(app)).uid;
    other = await startSecondApp(app);
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  /** Sends one submission many times to both processes. @returns counts by status */
  async function sendAll(uuid: string): Promise<Record<number, number>> {
    const answers = `<person><age>${random.between(0, 99)}</age></person><photo>p.jpg</photo>`;
    const xml = instanceXml(uid, { uuid, answers });
    const files = random.chance(0.3) ? [{ name: 'p.jpg', content: random.bytes(2_000) }] : [];
    const sent = await Promise.all(
      Array.from({ length: CONCURRENT }, (_, index) =>
        submissionWith(headersOfSender(index))(
          (random.chance(0.5) ? app : other).with(`Token ${app.tokenOf('owner')}`),
          xml,
          files,
        ),
      ),
    );
    const counts: Record<number, number> = {};
    for (const { status } of sent) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  it('are stored once: one 201, others 202', async () => {
    const uuids = Array.from({ length: IDS }, () => randomUUID());
    for (let start = 0; start < IDS; start += CONCURRENT_IDS) {
      const results = await Promise.all(uuids.slice(start, start + CONCURRENT_IDS).map(sendAll));
      for (const counts of results) expect(counts).toEqual({ 201: 1, 202: CONCURRENT - 1 });
    }
    const rows = await app.rows<{ uuid: string }>('SELECT root_uuid AS uuid FROM submission');
    expect(rows.map(({ uuid }) => uuid).sort()).toEqual([...uuids].sort());
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/counts/`).expect(200);
    expect(body).toMatchObject({ total_submission_count: IDS });
    const [changes] = await app.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM submission_change',
    );
    expect(changes!.count).toBe(IDS);
  });
});
