import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';

/** As many as are made at a time, and as many as may wait for that. */
const [AT_A_TIME, MOST_WAITING] = [2, 20];
/** Statements of a report, whatever they wait for. */
const UNDER_WAY = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND query LIKE '%looked_at AS MATERIALIZED%' AND pid <> pg_backend_pid()`;

describe('reports, while the database takes long', () => {
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

  const report = () => app.as('owner').get(`/api/v2/assets/${uid}/reports/`);
  /** One that may be left before it is answered. */
  const leaving = (path: string) => {
    const headers = { Authorization: `Token ${app.tokenOf('owner')}` };
    return request(`${app.origin}/${path}`, { headers })
      .on('error', () => undefined)
      .end();
  };
  const underWay = async () => (await app.rows<{ n: number }>(UNDER_WAY))[0]!.n;
  /** Looks for less time than a statement may last by itself. */
  const untilUnderWay = async (wanted: number): Promise<void> => {
    for (let look = 0; look < 500 && (await underWay()) !== wanted; look += 1) await pause(20);
    expect(await underWay()).toBe(wanted);
  };

  it('are made two at a time; more wait, the next is turned away (503), and everything else is served', async () => {
    const asked = Array.from({ length: AT_A_TIME + MOST_WAITING }, () =>
      report().then(({ status }) => status),
    );
    await untilUnderWay(AT_A_TIME);
    const { body, headers } = await report().expect(503);
    expect(body).toEqual({ detail: expect.stringContaining('Try again in ten seconds.') });
    expect(headers['retry-after']).toBe('10');
    await app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(await underWay()).toBe(AT_A_TIME);
    await holder.query('ROLLBACK');
    expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
  });

  it('have a place for another when who waited for one has left', async () => {
    const path = `api/v2/assets/${uid}/reports/`;
    const made = Array.from({ length: AT_A_TIME }, () => report().then(({ status }) => status));
    await untilUnderWay(AT_A_TIME);
    const waiting = Array.from({ length: MOST_WAITING }, () => leaving(path));
    await report().expect(503);
    for (const each of waiting) each.destroy();
    // Sooner than their ten seconds are over.
    await eventually(
      async () => {
        const asked = leaving(path);
        const status = once(asked, 'response').then(([answer]) => (answer as IncomingMessage).statusCode);
        const heard = await Promise.race([status.catch(() => undefined), pause(300, 'waits')]);
        asked.destroy();
        return heard;
      },
      (found) => found === 'waits',
      { withinMs: 5_000 },
    );
    await holder.query('ROLLBACK');
    expect(await Promise.all(made)).toEqual(made.map(() => 200));
  });

  it.each([
    ['json', 'api/v2/assets', 'reports/'],
    ['a page', 'accounts/reports', ''],
  ])('are given up in the database when nobody waits for them any more, as %s', async (_, before, after) => {
    const asked = leaving(`${before}/${uid}/${after}`);
    await untilUnderWay(1);
    asked.destroy();
    await untilUnderWay(0);
    await holder.query('ROLLBACK');
    await report().expect(200);
  });
});
