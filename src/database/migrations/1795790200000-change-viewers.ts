import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users with a row filter who saw a submission until a change of it, so that they learn that it left. */
export class ChangeViewers1795790200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE submission_change ADD COLUMN seen_by integer[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE submission_change DROP COLUMN seen_by');
  }
}
