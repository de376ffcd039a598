import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A summary with all its parts knows which parts of the form exist; null for those that were stored before. */
export class SummaryPartCount1795808000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE submission_summary ADD COLUMN part_count integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE submission_summary DROP COLUMN part_count');
  }
}
