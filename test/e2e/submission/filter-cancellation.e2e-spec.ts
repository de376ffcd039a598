import { request } from 'node:http';
import { Client } from 'pg';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { textsDuring } from '../../support/statement-tap';

/** Running statements that read submissions, including those blocked by a lock. */
const RUNNING_QUERIES = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND query LIKE '%FROM submission %' AND pid <> pg_backend_pid()`;
const FILTER = `query=${encodeURIComponent('{"consent":"yes"}')}`;

describe('a slow filter', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
    await submit(app, uid, { answers: '<consent>yes</consent>' });
  });
  afterAll(() => app.stop());

  const waitUntilRunning = (isExpected: (n: number) => boolean) =>
    eventually(async () => (await app.rows<{ n: number }>(RUNNING_QUERIES))[0]!.n, isExpected);

  it.each(['data/', 'data.xml', 'data.geojson', 'data.ndjson', 'data.csv', 'data/?sort={"consent":1}'])(
    'is cancelled in the database when the client disconnects: %s',
    async (path) => {
      const target = `/api/v2/assets/${uid}/${encodeURI(path)}${path.includes('?') ? '&' : '?'}${FILTER}`;
      const holder = new Client({ connectionString: app.databaseUrl });
      await holder.connect();
      try {
        await holder.query('BEGIN; LOCK TABLE submission IN ACCESS EXCLUSIVE MODE');
        const sent = await textsDuring(async () => {
          const pending = request(app.inProcess.origin + target, {
            headers: { Authorization: `Token ${app.tokenOf('owner')}` },
          });
          pending.on('error', () => undefined).end();
          await waitUntilRunning((n) => n > 0);
          pending.destroy();
          await waitUntilRunning((n) => n === 0);
        });
        expect(sent.filter((each) => each.includes('pg_cancel_backend'))).toHaveLength(1);
      } finally {
        await holder.end();
      }
      await app.as('owner').get(target).expect(200);
    },
  );

  it('times out, sooner for patterns: the caller gets 400', async () => {
    const pattern = encodeURIComponent('{"consent":{"$regex":"^y(e|es)+$"}}');
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE submission IN ACCESS EXCLUSIVE MODE');
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?query=${pattern}`).expect(400);
      expect(body).toEqual({ detail: expect.stringContaining('too long') as string });
    } finally {
      await holder.end();
    }
    await app.as('owner').get(`/api/v2/assets/${uid}/data/?query=${pattern}`).expect(200);
  });
});
