import type { MigrationInterface, QueryRunner } from 'typeorm';

/** State of moving from other servers, so that a run resumes and later runs bring changes only. */
export class MigrationSource1795535100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE migration_source (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT migration_source_pk PRIMARY KEY,
        name text NOT NULL CONSTRAINT migration_source_name_key UNIQUE,
        date_created timestamptz(3) NOT NULL,
        date_finished timestamptz(3),
        report jsonb
      );
      CREATE TABLE migrated_asset (
        asset_id integer CONSTRAINT migrated_asset_pk PRIMARY KEY
          CONSTRAINT migrated_asset_asset_fk REFERENCES asset ON DELETE CASCADE,
        source_id integer NOT NULL CONSTRAINT migrated_asset_source_fk REFERENCES migration_source,
        complete boolean NOT NULL DEFAULT false,
        date_modified timestamptz(3) NOT NULL
      );
      CREATE INDEX migrated_asset_source_idx ON migrated_asset (source_id);
      -- Deleting a replica forgets it: the next run brings it again if the source still has it.
      CREATE TABLE migrated_submission (
        asset_id integer NOT NULL,
        submission_id bigint NOT NULL,
        source_submission_id bigint NOT NULL,
        fingerprint bytea,
        CONSTRAINT migrated_submission_pk PRIMARY KEY (asset_id, submission_id),
        CONSTRAINT migrated_submission_source_key UNIQUE (asset_id, source_submission_id),
        CONSTRAINT migrated_submission_submission_fk
          FOREIGN KEY (asset_id, submission_id) REFERENCES submission (asset_id, id) ON DELETE CASCADE
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE migrated_submission; DROP TABLE migrated_asset; DROP TABLE migration_source`,
    );
  }
}
