import type { MigrationInterface, QueryRunner } from 'typeorm';

const PARTITIONS = 16;

/** Deleted submissions that can be restored, with the rows that belonged to them (decision 175). */
export class DeletedSubmission1795779700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deleted_submission (
        LIKE submission INCLUDING DEFAULTS INCLUDING STORAGE,
        date_deleted timestamptz(3) NOT NULL,
        deleted_by text,
        CONSTRAINT deleted_submission_pk PRIMARY KEY (asset_id, id),
        CONSTRAINT deleted_submission_asset_fk FOREIGN KEY (asset_id) REFERENCES asset ON DELETE CASCADE
      ) PARTITION BY HASH (asset_id);
      ${partitions('deleted_submission')}
      CREATE INDEX deleted_submission_list_idx ON deleted_submission (asset_id, date_deleted, id);
      CREATE INDEX deleted_submission_expiry_idx ON deleted_submission (date_deleted);

      CREATE TABLE deleted_submission_part (
        asset_id integer NOT NULL,
        submission_id bigint NOT NULL,
        kind text NOT NULL CONSTRAINT deleted_submission_part_kind_check
          CHECK (kind IN ('attachment', 'submission_history', 'supplement_version', 'migrated_submission')),
        name text NOT NULL,
        sha256 bytea,
        data jsonb NOT NULL,
        CONSTRAINT deleted_submission_part_pk PRIMARY KEY (asset_id, submission_id, kind, name),
        CONSTRAINT deleted_submission_part_submission_fk FOREIGN KEY (asset_id, submission_id)
          REFERENCES deleted_submission (asset_id, id) ON DELETE CASCADE
      ) PARTITION BY HASH (asset_id);
      ${partitions('deleted_submission_part')}
      CREATE INDEX deleted_submission_part_sha256_idx ON deleted_submission_part (sha256) WHERE sha256 IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deleted_submission_part; DROP TABLE deleted_submission');
  }
}

function partitions(table: string): string {
  const numbers = Array.from({ length: PARTITIONS }, (_, number) => number);
  return numbers
    .map(
      (number) =>
        `CREATE TABLE ${table}_p${String(number).padStart(2, '0')} PARTITION OF ${table}
           FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${number});`,
    )
    .join('\n');
}
