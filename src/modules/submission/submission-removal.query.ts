import { Injectable } from '@nestjs/common';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

/** How submissions go; who removes them has locked them. */
@Injectable()
export class SubmissionRemovalQuery {
  /**
   * Removes submissions with their files and their history, and lowers the counts of the days on which they came.
   * @returns hashes of the bytes that their files named, each once
   */
  async remove(transaction: Transaction, assetId: number, ids: readonly number[]): Promise<Buffer[]> {
    const rows: { sha256: Buffer }[] = await managerOf(transaction).query(
      `WITH gone AS (
         DELETE FROM submission WHERE asset_id = $1 AND id = ANY($2::bigint[])
         RETURNING (date_submitted AT TIME ZONE 'UTC')::date AS day
       ), counted AS (
         INSERT INTO submission_tally AS t (asset_id, day, slot, submissions, last_submitted)
         SELECT $1, day, pg_backend_pid() % 64, -count(*)::int, NULL FROM gone GROUP BY day
         ON CONFLICT ON CONSTRAINT submission_tally_pk
         DO UPDATE SET submissions = t.submissions + excluded.submissions
       )
       SELECT DISTINCT sha256 FROM attachment WHERE asset_id = $1 AND submission_id = ANY($2::bigint[])`,
      [assetId, ids],
    );
    return rows.map(({ sha256 }) => sha256);
  }
}
