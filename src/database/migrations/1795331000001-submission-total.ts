import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is counted of days gone by is folded: one row for each day, in a slot of its own, and one for all of them. What
 * comes in, or goes, is counted in the other slots as before.
 */
export class SubmissionTotal1795331000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE submission_total (
        asset_id integer NOT NULL CONSTRAINT submission_total_pk PRIMARY KEY
          CONSTRAINT submission_total_asset_fk REFERENCES asset ON DELETE CASCADE,
        submissions integer NOT NULL,
        last_submitted timestamptz(3)
      );
      -- Of no column that is counted in: rows are updated where they lie.
      CREATE INDEX submission_tally_open_idx ON submission_tally (asset_id) WHERE slot >= 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX submission_tally_open_idx; DROP TABLE submission_total');
  }
}
