import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports with their files, and settings that are kept for exports. */
export class Export1795329000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE export_task (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT export_task_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT export_task_uid_key UNIQUE,
        asset_id integer NOT NULL CONSTRAINT export_task_asset_fk REFERENCES asset ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT export_task_user_fk REFERENCES app_user ON DELETE CASCADE,
        status text NOT NULL
          CONSTRAINT export_task_status_check CHECK (status IN ('created', 'processing', 'complete', 'error')),
        messages jsonb NOT NULL DEFAULT '{}',
        attempt integer NOT NULL DEFAULT 0,
        rows_done integer,
        rows_total integer,
        date_created timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL,
        request jsonb NOT NULL,
        origin text NOT NULL,
        row_filter text,
        file_name text,
        sha256 bytea,
        byte_size bigint,
        last_submission_time timestamptz(3),
        CONSTRAINT export_task_file_key UNIQUE (asset_id, user_id, file_name)
      );
      CREATE INDEX export_task_user_idx ON export_task (user_id, asset_id, id);
      CREATE INDEX export_task_open_idx ON export_task (date_modified) WHERE status IN ('created', 'processing');
      CREATE INDEX export_task_sha256_idx ON export_task (sha256) WHERE sha256 IS NOT NULL;

      CREATE TABLE export_setting (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT export_setting_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT export_setting_uid_key UNIQUE,
        asset_id integer NOT NULL CONSTRAINT export_setting_asset_fk REFERENCES asset ON DELETE CASCADE,
        name text NOT NULL,
        request jsonb NOT NULL,
        date_modified timestamptz(3) NOT NULL
      );
      CREATE INDEX export_setting_asset_idx ON export_setting (asset_id, id DESC);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE export_setting; DROP TABLE export_task');
  }
}
