import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lower bound of the ids of a day, where pages by time begin. 0: unknown, as of the days to which a process of the previous
 * version may still add.
 */
export class FirstSubmission1795660200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE submission_tally ADD COLUMN first_id bigint NOT NULL DEFAULT 0;
      CREATE TEMPORARY TABLE first_of_day ON COMMIT DROP AS
        SELECT asset_id, (date_submitted AT TIME ZONE 'UTC')::date AS day, min(id) AS id FROM submission GROUP BY 1, 2;
      UPDATE submission_tally t SET first_id = f.id
        FROM first_of_day f
       WHERE f.asset_id = t.asset_id AND f.day = t.day AND t.day < current_date - 1;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE submission_tally DROP COLUMN first_id');
  }
}
