import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Status that a submission had before a change of its status, so that the change can be undone. */
export class FormerStatus1795780100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE submission_change ADD COLUMN former_status jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE submission_change DROP COLUMN former_status');
  }
}
