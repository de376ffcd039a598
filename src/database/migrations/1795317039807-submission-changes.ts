import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As many as the tables beside these have. */
const PARTITIONS = 16;

const partitions = (table: string): string =>
  Array.from(
    { length: PARTITIONS },
    (_, remainder) =>
      `CREATE TABLE ${table}_p${String(remainder).padStart(2, '0')} PARTITION OF ${table}
         FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${remainder});`,
  ).join('\n');

const WIRE_DATE = `to_char(date_modified AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * What submissions were before they were edited, verdicts on them, files that an edit no longer names, and a row for
 * every change, so that readers can ask what happened since.
 */
export class SubmissionChanges1795317039807 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE submission ADD validation_status jsonb;
      -- Only edited submissions bear another uuid than the first: this costs intake nothing.
      CREATE INDEX submission_uuid_idx ON submission (asset_id, uuid) WHERE uuid <> root_uuid;

      ALTER TABLE attachment ADD date_dropped timestamptz(3);
      ALTER TABLE attachment DROP CONSTRAINT attachment_name_key;
      CREATE UNIQUE INDEX attachment_name_key ON attachment (asset_id, submission_id, name_key)
        WHERE date_dropped IS NULL;

      CREATE TABLE submission_history (
        asset_id integer NOT NULL,
        submission_id bigint NOT NULL,
        uuid text NOT NULL,
        xml_hash bytea NOT NULL,
        version_uid text,
        xml text NOT NULL,
        date_replaced timestamptz(3) NOT NULL,
        replaced_by text,
        CONSTRAINT submission_history_pk PRIMARY KEY (asset_id, submission_id, uuid),
        CONSTRAINT submission_history_submission_fk FOREIGN KEY (asset_id, submission_id)
          REFERENCES submission (asset_id, id) ON DELETE CASCADE
      ) PARTITION BY HASH (asset_id);
      ${partitions('submission_history')}
      CREATE INDEX submission_history_uuid_idx ON submission_history (asset_id, uuid);

      CREATE TABLE submission_change (
        asset_id integer NOT NULL CONSTRAINT submission_change_asset_fk REFERENCES asset ON DELETE CASCADE,
        transaction_id bigint NOT NULL,
        submission_id bigint NOT NULL,
        kind text NOT NULL
          CONSTRAINT submission_change_kind_check
            CHECK (kind IN ('created', 'edited', 'attachments', 'validation_status', 'deleted')),
        date_changed timestamptz(3) NOT NULL,
        CONSTRAINT submission_change_pk PRIMARY KEY (asset_id, transaction_id, submission_id)
      ) PARTITION BY HASH (asset_id);
      ${partitions('submission_change')}
      INSERT INTO submission_change
        SELECT asset_id, pg_current_xact_id()::text::bigint, id, 'created', date_submitted FROM submission;
    `);
    await runner.query(`
      UPDATE submission SET json = left(json, -1) || ',"_date_modified":"' || ${WIRE_DATE} || '"}'`);
    await runner.query(storeSubmission(COUNTED_AND_TOLD));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(storeSubmission(COUNTED));
    await runner.query(`
      UPDATE submission SET json = left(json, strpos(json, ',"_date_modified":') - 1) || '}';
      DROP TABLE submission_history, submission_change;
      DELETE FROM attachment WHERE date_dropped IS NOT NULL;
      DROP INDEX attachment_name_key;
      ALTER TABLE attachment ADD CONSTRAINT attachment_name_key UNIQUE (asset_id, submission_id, name_key);
      ALTER TABLE attachment DROP date_dropped;
      DROP INDEX submission_uuid_idx;
      ALTER TABLE submission DROP validation_status;
    `);
  }
}

const COUNTED = `
  -- Each connection counts in a row of its own: no two transactions wait for each other at commit.
  INSERT INTO submission_tally AS t
    VALUES (asset, (submitted AT TIME ZONE 'UTC')::date, pg_backend_pid() % 64, 1, submitted)
    ON CONFLICT ON CONSTRAINT submission_tally_pk
    DO UPDATE SET submissions = t.submissions + 1,
                  last_submitted = greatest(t.last_submitted, excluded.last_submitted);`;

const COUNTED_AND_TOLD = `${COUNTED}
  INSERT INTO submission_change
    VALUES (asset, pg_current_xact_id()::text::bigint, stored_id, 'created', submitted);`;

/** The function as it was, and what it does once the row is there. */
function storeSubmission(onceStored: string): string {
  return `
    CREATE OR REPLACE FUNCTION store_submission(
      asset integer, root_uuid text, uuid text, xml_hash bytea, attachment_count integer, version_uid text,
      submitted_by text, submitted timestamptz, answers jsonb, members text, xml text
    ) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE
      new_id bigint := nextval('submission_id_seq');
      json text := '{"_id":' || new_id || ',' || members || '}';
      stored_id bigint;
    BEGIN
      IF attachment_count > 0 THEN
        json := replace(json, '/\\u0069', '/' || new_id);
      END IF;
      INSERT INTO submission AS s
        VALUES (asset, new_id, root_uuid, uuid, xml_hash, attachment_count, version_uid, submitted_by, submitted,
                submitted, answers, json, xml)
        ON CONFLICT ON CONSTRAINT submission_root_uuid_key DO NOTHING
        RETURNING s.id INTO stored_id;
      IF stored_id IS NOT NULL THEN
        ${onceStored}
      END IF;
      RETURN stored_id;
    END $$`;
}
