import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that were removed from their submissions, which go on telling of them. */
export class AttachmentRemoval1795326500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attachment ADD COLUMN date_deleted timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attachment DROP COLUMN date_deleted');
  }
}
