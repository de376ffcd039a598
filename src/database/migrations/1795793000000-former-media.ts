import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replaced and removed media with choices stay, so that answers keep their labels; their names are free for new files. */
export class FormerMedia1795793000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE asset_file ADD COLUMN date_removed timestamptz(3);
      DROP INDEX asset_file_media_name_key;
      CREATE UNIQUE INDEX asset_file_media_name_key ON asset_file (asset_id, name)
        WHERE file_type = 'form_media' AND date_removed IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM asset_file WHERE date_removed IS NOT NULL;
      DROP INDEX asset_file_media_name_key;
      ALTER TABLE asset_file DROP COLUMN date_removed;
      CREATE UNIQUE INDEX asset_file_media_name_key ON asset_file (asset_id, name) WHERE file_type = 'form_media';
    `);
  }
}
