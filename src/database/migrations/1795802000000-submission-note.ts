import type { MigrationInterface, QueryRunner } from 'typeorm';

const PARTITIONS = 16;
const KINDS = "'attachment', 'submission_history', 'supplement_version', 'migrated_submission'";

/** Notes on submissions, such as the comments of the server that they were moved from; form ids of that server. */
export class SubmissionNote1795802000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE submission_note (
        asset_id integer NOT NULL,
        submission_id bigint NOT NULL,
        ordinal integer NOT NULL,
        body text NOT NULL,
        created_by text,
        date_created timestamptz(3),
        CONSTRAINT submission_note_pk PRIMARY KEY (asset_id, submission_id, ordinal),
        CONSTRAINT submission_note_submission_fk FOREIGN KEY (asset_id, submission_id)
          REFERENCES submission (asset_id, id) ON DELETE CASCADE
      ) PARTITION BY HASH (asset_id);
      ${partitions('submission_note')}
      ALTER TABLE deleted_submission_part DROP CONSTRAINT deleted_submission_part_kind_check;
      ALTER TABLE deleted_submission_part ADD CONSTRAINT deleted_submission_part_kind_check
        CHECK (kind IN (${KINDS}, 'submission_note'));
      ALTER TABLE deployment ADD former_form_id text;
      CREATE INDEX deployment_former_form_id_idx ON deployment (former_form_id) WHERE former_form_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX deployment_former_form_id_idx;
      ALTER TABLE deployment DROP former_form_id;
      DELETE FROM deleted_submission_part WHERE kind = 'submission_note';
      ALTER TABLE deleted_submission_part DROP CONSTRAINT deleted_submission_part_kind_check;
      ALTER TABLE deleted_submission_part ADD CONSTRAINT deleted_submission_part_kind_check CHECK (kind IN (${KINDS}));
      DROP TABLE submission_note;
    `);
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
