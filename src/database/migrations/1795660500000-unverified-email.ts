import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Address that a person wants to use, until its link is opened. Null: none. */
export class UnverifiedEmail1795660500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user ADD COLUMN unverified_email text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app_user DROP COLUMN unverified_email');
  }
}
