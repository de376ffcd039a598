import { prepareDatabase } from '../../../src/database/prepare-database';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { changesSettled } from '../../support/settled-changes';

/** Above every transaction id of the test cluster. */
const OFFSET = 4_000_000_000_000;

describe('changes of a database restored into another cluster', () => {
  let app: TestApp;
  let survey: AssetJson;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    survey = await makeDeployedAsset(app);
  });
  afterAll(() => app.stop());

  const changes = async (since = '', status = 200) =>
    (
      await app
        .as('owner')
        .get(`/api/v2/assets/${survey.uid}/data/changes/${since === '' ? '' : `?since=${since}`}`)
        .expect(status)
    ).body as { token: string; results: { _id: number; kind: string }[] };

  it('lists earlier changes in order, then new ones', async () => {
    for (let count = 0; count < 3; count += 1) await submit(app, survey.uid);
    await changesSettled(app);
    const before = await changes();
    expect(before.results).toHaveLength(3);
    // Like a dump of a cluster with higher transaction ids.
    await app.rows('UPDATE submission_change SET transaction_id = transaction_id + $1', [OFFSET]);
    await app.rows(`UPDATE instance_setting SET value = 'another' WHERE name = 'cluster'`);
    const [transactionId, submissionId] = before.token.split('-').map(Number);
    const oldToken = `${transactionId! + OFFSET}-${submissionId!}`;
    expect((await changes()).results).toEqual([]);

    await prepareDatabase(app.databaseUrl);
    await changesSettled(app);
    const after = await changes();
    expect(after.results).toEqual(before.results);
    await changes(oldToken, 410);
    await submit(app, survey.uid);
    await changesSettled(app);
    const next = await changes(after.token);
    expect(next.results).toHaveLength(1);
    await prepareDatabase(app.databaseUrl);
    expect((await changes(after.token)).results).toEqual(next.results);
  });
});
