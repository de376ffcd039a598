import { ANSWER_MS, BEAT_MS, ChangeFeed } from '../../src/database/change-feed';
import { startApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';

/** Half of what a token is remembered for: a memory that merely grew old would outlive it. */
const WITHIN = { withinMs: 30_000 };

describe('a feed of changes whose connection is frozen, not broken', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('leaver');
  });
  afterAll(() => app.stop());

  const pidOfFeed = async (): Promise<number> => {
    const rows = await app.rows<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
        WHERE application_name = 'fieldhouse changes' AND datname = current_database()
        ORDER BY backend_start DESC LIMIT 1`,
    );
    return rows[0]!.pid;
  };

  it('is given up within 5 s, and nothing is shown from memory until it is heard again', async () => {
    expect(BEAT_MS + ANSWER_MS).toBeLessThan(5_000);
    for (let time = 0; time < 2; time += 1) await app.as('leaver').get('/me/').expect(200);
    const frozen = await pidOfFeed();
    process.kill(frozen, 'SIGSTOP');
    try {
      await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'leaver'`);
      await eventually(
        async () => (await app.as('leaver').get('/me/')).status,
        (status) => status === 401,
        WITHIN,
      );
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
    const feed = app.nest.get(ChangeFeed);
    await eventually(async () => feed.connected, Boolean);
    expect(await pidOfFeed()).not.toBe(frozen);
  });
});
