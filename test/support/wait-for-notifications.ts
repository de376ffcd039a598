import { randomInt } from 'node:crypto';
import { ChangeNotifications } from '../../src/database/change-notifications';
import type { TestApp } from './app';
import { eventually } from './eventually';

/** Waits until this process received all change notifications committed so far. */
export async function waitForNotifications(app: TestApp): Promise<void> {
  const notifications = app.nest.get(ChangeNotifications);
  do {
    await eventually(
      async () => notifications.connected,
      (connected) => connected,
    );
  } while (!(await receivesNext(app, notifications)));
}

/** @returns false if the connection was lost meanwhile: some notifications may be missing */
async function receivesNext(app: TestApp, notifications: ChangeNotifications): Promise<boolean> {
  // Notifications arrive in commit order; no user has a negative id.
  const unusedId = -randomInt(1, 2 ** 31);
  const delivered = new Promise<boolean>((resolve) => {
    notifications.subscribe({
      invalidate: (subject, id) => void (subject === 'user' && id === unusedId && resolve(true)),
      invalidateAll: () => resolve(false),
    });
  });
  await app.rows(`SELECT pg_notify('fieldhouse_change', $1)`, [`user:${unusedId}`]);
  return delivered;
}
