import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is deleted is found when its time is over, and is not brought back once it began to go. */
export class AssetPurge1795331100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE asset ADD COLUMN is_purging boolean NOT NULL DEFAULT false;
      CREATE INDEX asset_deleted_idx ON asset (date_deleted) WHERE date_deleted IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX asset_deleted_idx; ALTER TABLE asset DROP COLUMN is_purging');
  }
}
