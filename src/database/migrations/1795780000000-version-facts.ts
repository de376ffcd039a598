import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Structure of each deployed version, by which its submissions are read, and the assets whose stored submissions are read
 * again: those with several versions. `deployment.past_file_paths` is no longer used.
 */
export class VersionFacts1795780000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE asset_version ADD COLUMN facts json');
    await runner.query(
      `CREATE TABLE submission_rereading (
         asset_id integer NOT NULL,
         last_id bigint NOT NULL,
         CONSTRAINT submission_rereading_pk PRIMARY KEY (asset_id),
         CONSTRAINT submission_rereading_asset_fk FOREIGN KEY (asset_id) REFERENCES asset (id) ON DELETE CASCADE)`,
    );
    await runner.query(
      `INSERT INTO submission_rereading (asset_id, last_id)
       SELECT asset_id, 0 FROM asset_version WHERE deployed GROUP BY asset_id HAVING count(*) > 1`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE submission_rereading');
    await runner.query('ALTER TABLE asset_version DROP COLUMN facts');
  }
}
