import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers of one project that forms of another read. */
export class PairedData1795331000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE paired_data (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT paired_data_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT paired_data_uid_key UNIQUE,
        asset_id integer NOT NULL CONSTRAINT paired_data_asset_fk REFERENCES asset ON DELETE CASCADE,
        source_id integer CONSTRAINT paired_data_source_fk REFERENCES asset ON DELETE SET NULL,
        fields jsonb NOT NULL,
        filename text NOT NULL,
        date_created timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL,
        CONSTRAINT paired_data_source_key UNIQUE (asset_id, source_id),
        CONSTRAINT paired_data_filename_key UNIQUE (asset_id, filename)
      );
      CREATE INDEX paired_data_source_idx ON paired_data (source_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE paired_data');
  }
}
