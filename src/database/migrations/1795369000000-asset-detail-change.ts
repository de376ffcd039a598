import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever keeps what is told of one asset asks whether anything of it has changed since. */
export class AssetDetailChange1795369000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- As assets_changed, of one asset: whoever may see it.
      CREATE FUNCTION asset_changed(since pg_snapshot, of_asset integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
      BEGIN
        RETURN since IS NULL OR EXISTS (
          SELECT FROM asset_change c
           WHERE c.transaction_id >= pg_snapshot_xmin(since)::text::bigint
             AND NOT pg_visible_in_snapshot(c.transaction_id::text::xid8, since)
             AND (c.asset_id IS NULL OR c.asset_id = of_asset
                  -- A collection tells how many children its reader sees.
                  OR EXISTS (SELECT FROM asset AS child WHERE child.id = c.asset_id AND child.parent_id = of_asset))
        ) OR coalesce(pg_snapshot_xmin(since) < (
          SELECT value FROM instance_setting WHERE name = 'asset changes known since'
        )::xid8, false);
      END $$;

      -- An invite is of no asset, but of transfers.
      CREATE FUNCTION note_change_of_invite() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO asset_change (asset_id) SELECT asset_id FROM ownership_transfer WHERE invite_id = NEW.id;
        RETURN NULL;
      END $$;

      -- What is told of one asset, and not in lists.
      CREATE TRIGGER asset_file_noted AFTER INSERT OR UPDATE OR DELETE ON asset_file
        FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();
      CREATE TRIGGER ownership_transfer_noted AFTER INSERT OR UPDATE OR DELETE ON ownership_transfer
        FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();
      CREATE TRIGGER ownership_invite_noted AFTER UPDATE ON ownership_invite
        FOR EACH ROW EXECUTE FUNCTION note_change_of_invite();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION note_change_of_invite() CASCADE;
      DROP TRIGGER asset_file_noted ON asset_file;
      DROP TRIGGER ownership_transfer_noted ON ownership_transfer;
      DROP FUNCTION asset_changed(pg_snapshot, integer);
    `);
  }
}
