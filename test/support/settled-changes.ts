import type { TestApp } from './app';
import { eventually } from './eventually';

/**
 * Waits until the feed may tell all changes: it tells none that is younger than the oldest transaction of the whole
 * cluster, and other suites have transactions of theirs open.
 */
export async function changesSettled(app: TestApp): Promise<void> {
  await eventually(
    () =>
      app.rows<{ isSettled: boolean }>(
        `SELECT coalesce(max(transaction_id), 0) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS "isSettled"
           FROM submission_change`,
      ),
    ([row]) => row?.isSettled === true,
  );
}
