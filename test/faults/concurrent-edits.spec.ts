import { randomUUID } from 'node:crypto';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml, submissionWith, submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { Random, testSeed } from '../fixtures/random';
import { headersOfSender } from '../support/form-readers';
import { startSecondApp } from '../support/second-app';

const LONG = process.env['TEST_PROFILE'] === 'long';
const ROUNDS = LONG ? 60 : 5;
const CONCURRENT = 16;

if (LONG) jest.setTimeout(20 * 60_000);

describe('16 concurrent edits of one submission on two processes', () => {
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

  it('have one winner, and the history keeps all replaced versions', async () => {
    const first = randomUUID();
    const versions = [instanceXml(uid, { uuid: first })];
    await submit(app, uid, { uuid: first });
    for (let current = first, round = 0; round < ROUNDS; round += 1) {
      const edits = Array.from({ length: CONCURRENT }, (_, number) => {
        const uuid = randomUUID();
        const answers = `<person><name>${round} ${number}</name></person>`;
        return { uuid, xml: instanceXml(uid, { uuid, answers, deprecates: current }) };
      });
      const responses = await Promise.all(
        edits.map(({ xml }, index) =>
          submissionWith(headersOfSender(index))(
            (random.chance(0.5) ? app : other).with(`Token ${app.tokenOf('owner')}`),
            xml,
          ),
        ),
      );
      const statuses = responses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => status === 410)).toHaveLength(CONCURRENT - 1);
      const winner = edits[statuses.indexOf(201)]!;
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${first}/`).expect(200);
      expect(body).toMatchObject({ _uuid: winner.uuid, 'meta/rootUuid': `uuid:${first}` });
      current = winner.uuid;
      versions.push(winner.xml);
    }
    const history = await app.rows<{ xml: string }>(
      'SELECT h.xml FROM submission_history h JOIN submission s ON s.id = h.submission_id WHERE s.root_uuid = $1',
      [first],
    );
    expect(history.map(({ xml }) => xml).sort()).toEqual(versions.slice(0, -1).sort());
    const changes = await app.rows<{ kind: string }>('SELECT kind FROM submission_change');
    expect(changes.filter(({ kind }) => kind === 'edited')).toHaveLength(ROUNDS);
  });
});
