import type { MigrationInterface, QueryRunner } from 'typeorm';

const PARTITIONS = 16;

/** Transcripts, translations and qualitative answers that people add to submissions, and what each question allows. */
export class Supplement1795535119000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE question_feature (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT question_feature_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT question_feature_uid_key UNIQUE,
        asset_id integer NOT NULL CONSTRAINT question_feature_asset_fk REFERENCES asset ON DELETE CASCADE,
        question_xpath text NOT NULL,
        action text NOT NULL CONSTRAINT question_feature_action_check
          CHECK (action IN ('manual_transcription', 'manual_translation', 'manual_qual')),
        params json NOT NULL,
        date_created timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL,
        CONSTRAINT question_feature_action_key UNIQUE (asset_id, question_xpath, action)
      );
      CREATE TRIGGER question_feature_noted AFTER INSERT OR UPDATE OR DELETE ON question_feature
        FOR EACH ROW EXECUTE FUNCTION note_change_of_asset();
      CREATE TABLE supplement_version (
        asset_id integer NOT NULL,
        submission_id bigint NOT NULL,
        ordinal integer NOT NULL,
        uuid uuid NOT NULL,
        question_xpath text NOT NULL,
        action text NOT NULL CONSTRAINT supplement_version_action_check
          CHECK (action IN ('manual_transcription', 'manual_translation', 'manual_qual')),
        subject text NOT NULL,
        data jsonb NOT NULL,
        transcript_uuid uuid,
        created_by text,
        date_created timestamptz(3) NOT NULL,
        date_verified timestamptz(3),
        CONSTRAINT supplement_version_pk PRIMARY KEY (asset_id, submission_id, ordinal),
        CONSTRAINT supplement_version_submission_fk FOREIGN KEY (asset_id, submission_id)
          REFERENCES submission (asset_id, id) ON DELETE CASCADE
      ) PARTITION BY HASH (asset_id);
      ${partitions('supplement_version')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE supplement_version; DROP TABLE question_feature');
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
