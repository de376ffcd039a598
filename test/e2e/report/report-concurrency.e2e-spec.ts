import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';

/** Concurrency limit, and maximum queue length. */
const [MAX_CONCURRENT, MAX_QUEUED] = [2, 20];
/** Running statements of a report, including those blocked by a lock. */
const RUNNING_QUERIES = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND query LIKE '%sampling AS MATERIALIZED%' AND pid <> pg_backend_pid()`;

describe('reports on a slow database', () => {
  let app: TestApp;
  let uid: string;
  let holder: Client;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
    await submit(app, uid, { answers: '<person><name>Anna</name></person>' });
  });
  afterAll(() => app.stop());

  beforeEach(async () => {
    holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE submission IN ACCESS EXCLUSIVE MODE');
  });
  afterEach(() => holder.end());

  /** Each process limits its reports. */
  const report = () => app.inProcess.as('owner').get(`/api/v2/assets/${uid}/reports/`);
  const startRequest = (path: string) => {
    const headers = { Authorization: `Token ${app.tokenOf('owner')}` };
    return request(`${app.inProcess.origin}/${path}`, { headers })
      .on('error', () => undefined)
      .end();
  };
  const countRunning = async () => (await app.rows<{ n: number }>(RUNNING_QUERIES))[0]!.n;
  /** Polls for less than the statement timeout. */
  const waitUntilRunning = async (expected: number): Promise<void> => {
    for (let attempt = 0; attempt < 500 && (await countRunning()) !== expected; attempt += 1) await pause(20);
    expect(await countRunning()).toBe(expected);
  };

  it('run two at a time; more wait, the next gets 503, and other requests are served', async () => {
    const responses = Array.from({ length: MAX_CONCURRENT + MAX_QUEUED }, () =>
      report().then(({ status }) => status),
    );
    await waitUntilRunning(MAX_CONCURRENT);
    const { body, headers } = await report().expect(503);
    expect(body).toEqual({ detail: expect.stringContaining('Retry in 10 s.') });
    expect(headers['retry-after']).toBe('10');
    await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(await countRunning()).toBe(MAX_CONCURRENT);
    await holder.query('ROLLBACK');
    expect(await Promise.all(responses)).toEqual(responses.map(() => 200));
  });

  it('free a queue position when a waiting client disconnects', async () => {
    const path = `api/v2/assets/${uid}/reports/`;
    const made = Array.from({ length: MAX_CONCURRENT }, () => report().then(({ status }) => status));
    await waitUntilRunning(MAX_CONCURRENT);
    const waiting = Array.from({ length: MAX_QUEUED }, () => startRequest(path));
    await report().expect(503);
    for (const each of waiting) each.destroy();
    // Sooner than their timeout of ten seconds.
    await eventually(
      async () => {
        const pending = startRequest(path);
        const status = once(pending, 'response').then(
          ([response]) => (response as IncomingMessage).statusCode,
        );
        const outcome = await Promise.race([status.catch(() => undefined), pause(300, 'waits')]);
        pending.destroy();
        return outcome;
      },
      (found) => found === 'waits',
      { withinMs: 5_000 },
    );
    await holder.query('ROLLBACK');
    expect(await Promise.all(made)).toEqual(made.map(() => 200));
  });

  it.each([
    ['json', 'api/v2/assets', 'reports/'],
    ['a page', 'projects', 'reports/'],
  ])('are cancelled in the database when the client disconnects, as %s', async (_, before, after) => {
    const pending = startRequest(`${before}/${uid}/${after}`);
    await waitUntilRunning(1);
    pending.destroy();
    await waitUntilRunning(0);
    await holder.query('ROLLBACK');
    await report().expect(200);
  });
});
