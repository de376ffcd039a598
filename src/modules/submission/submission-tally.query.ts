import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';

/** Where the count of a folded day stands; connections count in slots from 0 on. */
const FOLDED = -1;
/** Assets that are looked for at a time. */
const MOST_ASSETS = 500;

/** How the counts of days gone by are folded. */
@Injectable()
export class SubmissionTallyQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Some of the assets that have counts of before a day (`YYYY-MM-DD`) which are not folded. */
  async due(before: string): Promise<number[]> {
    const rows = await this.dataSource.query<{ assetId: number }[]>(
      `SELECT DISTINCT asset_id AS "assetId" FROM submission_tally
        WHERE slot >= 0 AND day < $1::date ORDER BY asset_id LIMIT ${MOST_ASSETS}`,
      [before],
    );
    return rows.map(({ assetId }) => assetId);
  }

  /**
   * Folds what an asset counted before a day. One statement: whoever reads sees all of it or nothing, and whoever counts
   * meanwhile goes on in a row that is not there yet.
   */
  async fold(transaction: Transaction, assetId: number, before: string): Promise<void> {
    await managerOf(transaction).query(
      `WITH gone AS (
         DELETE FROM submission_tally WHERE asset_id = $1 AND slot >= 0 AND day < $2::date
         RETURNING day, submissions, last_submitted
       ), days AS (
         INSERT INTO submission_tally AS t (asset_id, day, slot, submissions, last_submitted)
         SELECT $1, day, ${FOLDED}, sum(submissions), max(last_submitted) FROM gone GROUP BY day
         ON CONFLICT ON CONSTRAINT submission_tally_pk
         DO UPDATE SET submissions = t.submissions + excluded.submissions,
                       last_submitted = greatest(t.last_submitted, excluded.last_submitted)
       )
       INSERT INTO submission_total AS t (asset_id, submissions, last_submitted)
       SELECT $1, sum(submissions), max(last_submitted) FROM gone HAVING count(*) > 0
       ON CONFLICT ON CONSTRAINT submission_total_pk
       DO UPDATE SET submissions = t.submissions + excluded.submissions,
                     last_submitted = greatest(t.last_submitted, excluded.last_submitted)`,
      [assetId, before],
    );
  }
}
