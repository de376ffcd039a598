import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Last deactivation, which ends signed links of before for good. Null: none, or before this was recorded. */
export class DateDeactivated1795790300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user ADD COLUMN date_deactivated timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user DROP COLUMN date_deactivated');
  }
}
