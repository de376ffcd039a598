import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses by which whoever knows one submits to one asset. */
export class CollectorLink1795331000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE collector_link (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT collector_link_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT collector_link_uid_key UNIQUE,
        asset_id integer NOT NULL CONSTRAINT collector_link_asset_fk REFERENCES asset ON DELETE CASCADE,
        name text NOT NULL,
        key_hash bytea NOT NULL CONSTRAINT collector_link_key_hash_key UNIQUE,
        created_by text,
        date_created timestamptz(3) NOT NULL
      );
      CREATE INDEX collector_link_asset_idx ON collector_link (asset_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE collector_link');
  }
}
