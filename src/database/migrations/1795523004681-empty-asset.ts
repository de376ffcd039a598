import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Assets that wait for the import of their form. */
export class EmptyAsset1795523004681 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE asset DROP CONSTRAINT asset_type_check;
      ALTER TABLE asset ADD CONSTRAINT asset_type_check
        CHECK (asset_type IN ('block', 'question', 'survey', 'template', 'collection', 'empty'));
      CREATE INDEX asset_empty_idx ON asset (date_created) WHERE asset_type = 'empty';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX asset_empty_idx;
      ALTER TABLE asset DROP CONSTRAINT asset_type_check;
      UPDATE asset SET asset_type = 'survey' WHERE asset_type = 'empty';
      ALTER TABLE asset ADD CONSTRAINT asset_type_check
        CHECK (asset_type IN ('block', 'question', 'survey', 'template', 'collection'));
    `);
  }
}
