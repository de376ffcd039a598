import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Forms compiled to be looked at before they are deployed. */
export class Snapshot1795133100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE asset_snapshot (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT asset_snapshot_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT asset_snapshot_uid_key UNIQUE,
        owner_id integer NOT NULL CONSTRAINT asset_snapshot_owner_fk REFERENCES app_user ON DELETE CASCADE,
        asset_id integer CONSTRAINT asset_snapshot_asset_fk REFERENCES asset ON DELETE CASCADE,
        -- A version has one snapshot, which is used again, and keeps the content that the snapshot is made of.
        version_id integer CONSTRAINT asset_snapshot_version_key UNIQUE
          CONSTRAINT asset_snapshot_version_fk REFERENCES asset_version ON DELETE CASCADE,
        source json,
        xml text NOT NULL,
        warnings text[] NOT NULL,
        date_created timestamptz(3) NOT NULL,
        date_used timestamptz(3) NOT NULL,
        CONSTRAINT asset_snapshot_source_check CHECK (
          CASE WHEN version_id IS NULL THEN source IS NOT NULL ELSE source IS NULL AND asset_id IS NOT NULL END
        )
      );
      CREATE INDEX asset_snapshot_owner_idx ON asset_snapshot (owner_id);
      CREATE INDEX asset_snapshot_asset_idx ON asset_snapshot (asset_id);
      CREATE INDEX asset_snapshot_used_idx ON asset_snapshot (date_used);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE asset_snapshot');
  }
}
