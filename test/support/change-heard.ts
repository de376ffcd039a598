import { randomInt } from 'node:crypto';
import { ChangeFeed } from '../../src/database/change-feed';
import type { TestApp } from './app';
import { eventually } from './eventually';

/**
 * Waits until the process has heard of every change that was committed so far, by whomever: its caches know no older
 * thing, and what they read from now on they keep. A busy machine tells of changes a while after they were made.
 */
export async function allHeard(app: TestApp): Promise<void> {
  const feed = app.nest.get(ChangeFeed);
  do {
    await eventually(
      async () => feed.connected,
      (connected) => connected,
    );
  } while (!(await hearsTheNext(app, feed)));
}

/** @returns false when the feed was deaf meanwhile, and nobody knows what it has heard */
async function hearsTheNext(app: TestApp, feed: ChangeFeed): Promise<boolean> {
  // Of a user that there is not: what was committed before it is heard before it.
  const nobody = -randomInt(1, 2 ** 31);
  const heard = new Promise<boolean>((resolve) => {
    feed.subscribe({
      changed: (subject, id) => void (subject === 'user' && id === nobody && resolve(true)),
      lost: () => resolve(false),
    });
  });
  await app.rows(`SELECT pg_notify('fieldhouse_change', $1)`, [`user:${nobody}`]);
  return heard;
}
