import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever keeps what lists of assets tell asks whether anything has changed since. */
export class AssetChange1795348800123 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row for each change, by the transaction that made it: nobody waits for anybody to write one.
      CREATE TABLE asset_change (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT asset_change_pk PRIMARY KEY,
        transaction_id bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
        -- Null: what any list may tell.
        asset_id integer,
        -- Whom it concerns beside those who hold anything on the asset now.
        user_id integer
      );
      CREATE INDEX asset_change_transaction_idx ON asset_change (transaction_id);

      -- Whether the statement that asks sees a change of assets that \`since\` did not show, and that concerns anybody of
      -- \`readers\`, or anybody at all; without \`since\` all is new. Changes of long ago are forgotten: who looked before has to read anew.
      CREATE FUNCTION assets_changed(since pg_snapshot, readers integer[], anybody boolean)
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
    `);
    await runner.query(`
      CREATE FUNCTION note_asset_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- Who owns it, and the collections that it is in, before and now.
        INSERT INTO asset_change (asset_id, user_id)
        SELECT id, owner_id FROM (VALUES (NEW.id, NEW.owner_id), (OLD.id, OLD.owner_id),
                                         (NEW.parent_id, NULL), (OLD.parent_id, NULL)) AS changed (id, owner_id)
         WHERE id IS NOT NULL GROUP BY id, owner_id;
        RETURN NULL;
      END $$;

      -- Of a table that tells more of assets; whom it tells of where it names a user.
      CREATE FUNCTION note_change_of_asset() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_ARGV[0] = 'user_id' THEN
          INSERT INTO asset_change (asset_id, user_id)
          SELECT * FROM (VALUES (NEW.asset_id, NEW.user_id), (OLD.asset_id, OLD.user_id)) AS changed (id, user_id)
           WHERE id IS NOT NULL GROUP BY id, user_id;
        ELSE
          INSERT INTO asset_change (asset_id) VALUES (coalesce(NEW.asset_id, OLD.asset_id));
        END IF;
        RETURN NULL;
      END $$;

      CREATE FUNCTION note_change_of_all() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO asset_change DEFAULT VALUES;
        RETURN NULL;
      END $$;

      CREATE TRIGGER asset_noted AFTER INSERT OR UPDATE OR DELETE ON asset
        FOR EACH ROW EXECUTE FUNCTION note_asset_change();
      CREATE TRIGGER asset_version_noted AFTER INSERT OR UPDATE OR DELETE ON asset_version
        FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();
      CREATE TRIGGER deployment_noted AFTER INSERT OR UPDATE OR DELETE ON deployment
        FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();
      CREATE TRIGGER export_setting_noted AFTER INSERT OR UPDATE OR DELETE ON export_setting
        FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();
      CREATE TRIGGER permission_assignment_noted AFTER INSERT OR UPDATE OR DELETE ON permission_assignment
        FOR EACH ROW EXECUTE FUNCTION note_change_of_asset('user_id');
      CREATE TRIGGER asset_subscription_noted AFTER INSERT OR UPDATE OR DELETE ON asset_subscription
        FOR EACH ROW EXECUTE FUNCTION note_change_of_asset('user_id');
      -- Names of users stand in lists, which are in their order, too.
      CREATE TRIGGER app_user_noted AFTER UPDATE OF username, is_active, email, extra_details ON app_user
        FOR EACH ROW EXECUTE FUNCTION note_change_of_all();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION note_asset_change(), note_change_of_asset(), note_change_of_all() CASCADE;
      DROP FUNCTION assets_changed(pg_snapshot, integer[], boolean);
      DROP TABLE asset_change;
    `);
  }
}
