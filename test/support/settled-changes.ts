import type { TestApp } from './app';
import { eventually } from './eventually';

/**
 * Waits for all open transactions of the cluster: change lists stop at the oldest one, even of other suites.
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
