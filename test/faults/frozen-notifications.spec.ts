import {
  RESPONSE_TIMEOUT_MS,
  HEARTBEAT_INTERVAL_MS,
  ChangeNotifications,
} from '../../src/database/change-notifications';
import { startApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { notifyingPid } from '../support/held-notifications';

/** Half of the token cache TTL, so that expiry cannot be the reason. */
const WITHIN = { withinMs: 30_000 };

describe('change notifications on a frozen connection', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('deactivated');
  });
  afterAll(() => app.stop());

  it('are reconnected within 5 s, and caches are not used meanwhile', async () => {
    expect(HEARTBEAT_INTERVAL_MS + RESPONSE_TIMEOUT_MS).toBeLessThan(5_000);
    for (let time = 0; time < 2; time += 1) await app.as('deactivated').get('/me/').expect(200);
    const frozen = await notifyingPid(app);
    process.kill(frozen, 'SIGSTOP');
    try {
      await app.rows(`UPDATE app_user SET is_active = false WHERE username = 'deactivated'`);
      await eventually(
        async () => (await app.as('deactivated').get('/me/')).status,
        (status) => status === 401,
        WITHIN,
      );
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
    const notifications = app.nest.get(ChangeNotifications);
    await eventually(async () => notifications.connected, Boolean);
    expect(await notifyingPid(app)).not.toBe(frozen);
  });
});
