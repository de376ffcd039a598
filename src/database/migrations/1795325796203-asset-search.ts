import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The text that words without a field are looked for in, and an index that finds any part of it. */
export class AssetSearch1795325796203 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;

      ALTER TABLE asset ADD search_text text NOT NULL DEFAULT '';

      -- In small letters of all scripts, whatever the locale of the database; names of users never change.
      CREATE FUNCTION asset_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.search_text := lower(concat_ws(chr(10),
          NEW.name, NEW.uid, (SELECT username FROM app_user WHERE id = NEW.owner_id),
          NEW.settings ->> 'description', NEW.settings ->> 'extra_metadata',
          array_to_string(NEW.tags, chr(10)), NEW.summary::text) COLLATE "und-x-icu");
        RETURN NEW;
      END $$;
      CREATE TRIGGER asset_search_text BEFORE INSERT OR UPDATE OF name, owner_id, settings, summary, tags ON asset
        FOR EACH ROW EXECUTE FUNCTION asset_search_text();
      UPDATE asset SET tags = tags;

      CREATE INDEX asset_search_idx ON asset USING gin (search_text gin_trgm_ops);
    `);
  }

  /** The extension stays: others may use it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER asset_search_text ON asset;
      DROP FUNCTION asset_search_text();
      ALTER TABLE asset DROP search_text;
    `);
  }
}
