import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that go out with forms. */
export class AssetFile1795316830218 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE asset_file (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT asset_file_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT asset_file_uid_key UNIQUE,
        asset_id integer NOT NULL CONSTRAINT asset_file_asset_fk REFERENCES asset ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT asset_file_user_fk REFERENCES app_user,
        file_type text NOT NULL,
        description text NOT NULL,
        name text NOT NULL,
        mimetype text NOT NULL,
        md5 text NOT NULL,
        metadata jsonb NOT NULL,
        sha256 bytea,
        byte_size bigint NOT NULL,
        redirect_url text,
        date_created timestamptz(3) NOT NULL,
        CONSTRAINT asset_file_place_check CHECK ((sha256 IS NULL) <> (redirect_url IS NULL))
      );
      CREATE INDEX asset_file_asset_idx ON asset_file (asset_id);
      CREATE INDEX asset_file_user_idx ON asset_file (user_id);
      CREATE INDEX asset_file_sha256_idx ON asset_file (sha256);
      -- A form calls its media by name.
      CREATE UNIQUE INDEX asset_file_media_name_key ON asset_file (asset_id, name) WHERE file_type = 'form_media';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE asset_file');
  }
}
