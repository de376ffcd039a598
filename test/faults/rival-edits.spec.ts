import { randomUUID } from 'node:crypto';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml, submission, submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { printedSeed, Random } from '../support/random';
import { startBeside } from '../support/second-process';

const FULL = process.env['TEST_PROFILE'] === 'full';
const ROUNDS = FULL ? 60 : 5;
const RIVALS = 16;

if (FULL) jest.setTimeout(20 * 60_000);

describe('16 edits of the same submission at once, over two processes', () => {
  const random = new Random(printedSeed('rival-edits'));
  let app: TestApp;
  let other: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    uid = (await makeDeployedAsset(app)).uid;
    other = await startBeside(app);
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  it('have one winner, and what was there before is all in the history', async () => {
    const first = randomUUID();
    const states = [instanceXml(uid, { uuid: first })];
    await submit(app, uid, { uuid: first });
    for (let current = first, round = 0; round < ROUNDS; round += 1) {
      const edits = Array.from({ length: RIVALS }, (_, rival) => {
        const uuid = randomUUID();
        const answers = `<person><name>${round} ${rival}</name></person>`;
        return { uuid, xml: instanceXml(uid, { uuid, answers, deprecates: current }) };
      });
      const told = await Promise.all(
        edits.map(({ xml }) =>
          submission((random.chance(0.5) ? app : other).with(`Token ${app.tokenOf('owner')}`), xml),
        ),
      );
      const statuses = told.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => status === 410)).toHaveLength(RIVALS - 1);
      const winner = edits[statuses.indexOf(201)]!;
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${first}/`).expect(200);
      expect(body).toMatchObject({ _uuid: winner.uuid, 'meta/rootUuid': `uuid:${first}` });
      current = winner.uuid;
      states.push(winner.xml);
    }
    const history = await app.rows<{ xml: string }>(
      'SELECT h.xml FROM submission_history h JOIN submission s ON s.id = h.submission_id WHERE s.root_uuid = $1',
      [first],
    );
    expect(history.map(({ xml }) => xml).sort()).toEqual(states.slice(0, -1).sort());
    const changes = await app.rows<{ kind: string }>('SELECT kind FROM submission_change');
    expect(changes.filter(({ kind }) => kind === 'edited')).toHaveLength(ROUNDS);
  });
});
