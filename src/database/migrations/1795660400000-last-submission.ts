import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Upper bound of the ids of a day, where pages by time begin that list the newest first. The default, the highest id that
 * JSON holds exactly: unknown, as of the days to which a process of the previous version may still add.
 */
export class LastSubmission1795660400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE submission_tally ADD COLUMN last_id bigint NOT NULL DEFAULT ${Number.MAX_SAFE_INTEGER};
      CREATE TEMPORARY TABLE last_of_day ON COMMIT DROP AS
        SELECT asset_id, (date_submitted AT TIME ZONE 'UTC')::date AS day, max(id) AS id FROM submission GROUP BY 1, 2;
      UPDATE submission_tally t SET last_id = l.id
        FROM last_of_day l
       WHERE l.asset_id = t.asset_id AND l.day = t.day AND t.day < current_date - 1;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE submission_tally DROP COLUMN last_id');
  }
}
