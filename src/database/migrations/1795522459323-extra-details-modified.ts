import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time of the last change of a profile, which is that of its organization. */
export class ExtraDetailsModified1795522459323 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user ADD COLUMN extra_details_modified timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user DROP COLUMN extra_details_modified');
  }
}
