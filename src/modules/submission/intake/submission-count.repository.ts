import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';

/** Slot of folded days; database connections count in slots from 0. */
const FOLDED_SLOT = -1;
const MAX_ASSETS = 500;

/** Merges the per-connection counts of past days into one row per day and a total. */
@Injectable()
export class SubmissionCountRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Asset ids with unfolded counts before a day (`YYYY-MM-DD`), at most `MAX_ASSETS`. */
  async listUnfolded(before: string): Promise<number[]> {
    const rows = await this.dataSource.query<{ assetId: number }[]>(
      `SELECT DISTINCT asset_id AS "assetId" FROM submission_tally
        WHERE slot >= 0 AND day < $1::date ORDER BY asset_id LIMIT ${MAX_ASSETS}`,
      [before],
    );
    return rows.map(({ assetId }) => assetId);
  }

  /**
   * Folds the counts of an asset before a day. One statement, so that readers see all of it or nothing; concurrent
   * inserts count in new rows.
   */
  async fold(transaction: Transaction, assetId: number, before: string): Promise<void> {
    await managerOf(transaction).query(
      `WITH folded AS (
         DELETE FROM submission_tally WHERE asset_id = $1 AND slot >= 0 AND day < $2::date
         RETURNING day, submissions, last_submitted, first_id, last_id
       ), days AS (
         INSERT INTO submission_tally AS t (asset_id, day, slot, submissions, last_submitted, first_id, last_id)
         SELECT $1, day, ${FOLDED_SLOT}, sum(submissions), max(last_submitted), min(first_id), max(last_id)
           FROM folded GROUP BY day
         ON CONFLICT ON CONSTRAINT submission_tally_pk
         DO UPDATE SET submissions = t.submissions + excluded.submissions,
                       last_submitted = greatest(t.last_submitted, excluded.last_submitted),
                       first_id = least(t.first_id, excluded.first_id),
                       last_id = greatest(t.last_id, excluded.last_id)
       )
       INSERT INTO submission_total AS t (asset_id, submissions, last_submitted)
       SELECT $1, sum(submissions), max(last_submitted) FROM folded HAVING count(*) > 0
       ON CONFLICT ON CONSTRAINT submission_total_pk
       DO UPDATE SET submissions = t.submissions + excluded.submissions,
                     last_submitted = greatest(t.last_submitted, excluded.last_submitted)`,
      [assetId, before],
    );
  }
}
