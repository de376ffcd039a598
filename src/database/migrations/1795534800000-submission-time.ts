import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes submissions by time, with the columns that a page is found by. Keeps answers and JSON in the row, where the XML is
 * moved out first: filters and pages read them for each submission (decision 153).
 */
export class SubmissionTime1795534800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX submission_time_idx ON submission (asset_id, date_submitted) INCLUDE (id, attachment_count)`,
    );
    await queryRunner.query(
      `ALTER TABLE submission ALTER answers SET STORAGE MAIN, ALTER json SET STORAGE MAIN`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE submission ALTER answers SET STORAGE EXTENDED, ALTER json SET STORAGE EXTENDED`,
    );
    await queryRunner.query(`DROP INDEX submission_time_idx`);
  }
}
