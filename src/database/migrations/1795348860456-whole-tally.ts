import type { MigrationInterface, QueryRunner } from 'typeorm';

const PARTITIONS = 16;

/** What connections count in, in a table that is created by `clause`, with what it held. */
const remade = (clause: string): string => `
  ALTER TABLE submission_tally RENAME TO submission_tally_before;
  ALTER TABLE submission_tally_before RENAME CONSTRAINT submission_tally_pk TO submission_tally_before_pk;
  ALTER INDEX submission_tally_open_idx RENAME TO submission_tally_before_open_idx;
  CREATE TABLE submission_tally (
    asset_id integer NOT NULL CONSTRAINT submission_tally_asset_fk REFERENCES asset ON DELETE CASCADE,
    day date NOT NULL,
    slot integer NOT NULL,
    submissions integer NOT NULL,
    last_submitted timestamptz(3),
    CONSTRAINT submission_tally_pk PRIMARY KEY (asset_id, day, slot)
  ) ${clause}
  -- Of no column that is counted in: rows are updated where they lie.
  CREATE INDEX submission_tally_open_idx ON submission_tally (asset_id) WHERE slot >= 0;
  INSERT INTO submission_tally SELECT * FROM submission_tally_before;
  DROP TABLE submission_tally_before;`;

/** Counts are few beside what they count: in one table, a question about many assets is planned and answered at once. */
export class WholeTally1795348860456 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(remade('WITH (fillfactor = 40);'));
  }

  async down(runner: QueryRunner): Promise<void> {
    const partitions = Array.from(
      { length: PARTITIONS },
      (_, remainder) =>
        `CREATE TABLE submission_tally_p${String(remainder).padStart(2, '0')} PARTITION OF submission_tally
           FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${remainder}) WITH (fillfactor = 40);`,
    );
    await runner.query(remade(`PARTITION BY HASH (asset_id); ${partitions.join('\n')}`));
  }
}
