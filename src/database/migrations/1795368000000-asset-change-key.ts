import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notes of changes of assets have a key and plain numbers of transactions, in databases too whose table was made before it
 * had them. Nothing is done where it has: most databases were made with it.
 */
export class AssetChangeKey1795368000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $do$
      BEGIN
        IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'asset_change'::regclass AND attname = 'id') THEN
          RETURN;
        END IF;
        -- What was noted goes, so whoever kept something has to read it anew.
        DROP TABLE asset_change;
        CREATE TABLE asset_change (
          id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT asset_change_pk PRIMARY KEY,
          transaction_id bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
          asset_id integer,
          user_id integer
        );
        CREATE INDEX asset_change_transaction_idx ON asset_change (transaction_id);
        INSERT INTO instance_setting (name, value) VALUES ('asset changes known since', pg_current_xact_id()::text)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value;

        CREATE OR REPLACE FUNCTION assets_changed(since pg_snapshot, readers integer[], anybody boolean)
          RETURNS boolean LANGUAGE plpgsql STABLE AS $$
        BEGIN
          RETURN since IS NULL OR EXISTS (
            SELECT FROM asset_change c
             WHERE c.transaction_id >= pg_snapshot_xmin(since)::text::bigint
               AND NOT pg_visible_in_snapshot(c.transaction_id::text::xid8, since)
               AND (anybody OR c.asset_id IS NULL OR c.user_id = ANY(readers) OR EXISTS (
                     SELECT FROM permission_assignment p WHERE p.asset_id = c.asset_id AND p.user_id = ANY(readers)))
          ) OR coalesce(pg_snapshot_xmin(since) < (
            SELECT value FROM instance_setting WHERE name = 'asset changes known since'
          )::xid8, false);
        END $$;
      END $do$;
    `);
  }

  /** Nothing to take back: before this migration a table may have had either shape. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
