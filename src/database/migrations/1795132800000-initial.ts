import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hash partitions of every table on the submissions' side; sixteen cost nothing at insert. */
const PARTITIONS = 16;

const partitions = (table: string): string =>
  Array.from(
    { length: PARTITIONS },
    (_, remainder) =>
      `CREATE TABLE ${table}_p${String(remainder).padStart(2, '0')} PARTITION OF ${table}
         FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${remainder});`,
  ).join('\n');

/** Accounts, assets with their versions and permissions, deployments, submissions with attachments, import tasks. */
export class Initial1795132800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE instance_setting (
        name text CONSTRAINT instance_setting_pk PRIMARY KEY,
        value text NOT NULL
      );

      CREATE TABLE app_user (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT app_user_pk PRIMARY KEY,
        username text NOT NULL,
        password_hash text,
        email text NOT NULL DEFAULT '',
        first_name text NOT NULL DEFAULT '',
        last_name text NOT NULL DEFAULT '',
        is_superuser boolean NOT NULL DEFAULT false,
        is_active boolean NOT NULL DEFAULT true,
        extra_details jsonb NOT NULL DEFAULT '{}',
        extra_details_uid text NOT NULL,
        date_joined timestamptz(3) NOT NULL DEFAULT now(),
        last_login timestamptz(3),
        CONSTRAINT app_user_extra_details_uid_key UNIQUE (extra_details_uid)
      );
      CREATE UNIQUE INDEX app_user_username_key ON app_user (lower(username));

      CREATE TABLE api_token (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT api_token_pk PRIMARY KEY,
        user_id integer NOT NULL CONSTRAINT api_token_user_fk REFERENCES app_user ON DELETE CASCADE,
        key_hash bytea NOT NULL CONSTRAINT api_token_key_hash_key UNIQUE,
        encrypted_key bytea,
        is_default boolean NOT NULL,
        date_created timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX api_token_default_key ON api_token (user_id) WHERE is_default;

      CREATE TABLE asset (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT asset_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT asset_uid_key UNIQUE,
        owner_id integer NOT NULL CONSTRAINT asset_owner_fk REFERENCES app_user,
        parent_id integer CONSTRAINT asset_parent_fk REFERENCES asset ON DELETE SET NULL,
        asset_type text NOT NULL
          CONSTRAINT asset_type_check CHECK (asset_type IN ('block', 'question', 'survey', 'template', 'collection')),
        name text NOT NULL DEFAULT '',
        content json NOT NULL,
        summary jsonb NOT NULL DEFAULT '{}',
        settings jsonb NOT NULL DEFAULT '{}',
        tags text[] NOT NULL DEFAULT '{}',
        data_sharing jsonb NOT NULL DEFAULT '{}',
        report_styles jsonb NOT NULL DEFAULT '{}',
        report_custom jsonb NOT NULL DEFAULT '{}',
        map_styles jsonb NOT NULL DEFAULT '{}',
        map_custom jsonb NOT NULL DEFAULT '{}',
        advanced_features jsonb NOT NULL DEFAULT '{}',
        created_by text,
        last_modified_by text,
        date_created timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL,
        date_deleted timestamptz(3)
      );
      CREATE INDEX asset_owner_idx ON asset (owner_id, date_modified DESC);
      CREATE INDEX asset_parent_idx ON asset (parent_id) WHERE parent_id IS NOT NULL;
      CREATE INDEX asset_tags_idx ON asset USING gin (tags);

      CREATE TABLE asset_version (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT asset_version_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT asset_version_uid_key UNIQUE,
        asset_id integer NOT NULL CONSTRAINT asset_version_asset_fk REFERENCES asset ON DELETE CASCADE,
        name text NOT NULL,
        content json NOT NULL,
        content_hash text NOT NULL,
        deployed boolean NOT NULL DEFAULT false,
        date_modified timestamptz(3) NOT NULL
      );
      CREATE INDEX asset_version_asset_idx ON asset_version (asset_id, id DESC) INCLUDE (uid, content_hash, deployed);

      CREATE TABLE permission_assignment (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT permission_assignment_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT permission_assignment_uid_key UNIQUE,
        asset_id integer NOT NULL CONSTRAINT permission_assignment_asset_fk REFERENCES asset ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT permission_assignment_user_fk REFERENCES app_user ON DELETE CASCADE,
        codename text NOT NULL,
        CONSTRAINT permission_assignment_key UNIQUE (asset_id, user_id, codename)
      );
      CREATE INDEX permission_assignment_user_idx ON permission_assignment (user_id, codename) INCLUDE (asset_id);

      CREATE TABLE deployment (
        asset_id integer CONSTRAINT deployment_pk PRIMARY KEY
          CONSTRAINT deployment_asset_fk REFERENCES asset ON DELETE CASCADE,
        uuid text NOT NULL CONSTRAINT deployment_uuid_key UNIQUE,
        active boolean NOT NULL,
        version_id integer NOT NULL CONSTRAINT deployment_version_fk REFERENCES asset_version,
        version_label text NOT NULL,
        xml text NOT NULL,
        xml_md5 text NOT NULL,
        facts jsonb NOT NULL,
        encrypted boolean NOT NULL,
        date_deployed timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL
      );

      CREATE SEQUENCE submission_id_seq AS bigint CACHE 1;

      CREATE TABLE submission (
        asset_id integer NOT NULL CONSTRAINT submission_asset_fk REFERENCES asset ON DELETE CASCADE,
        id bigint NOT NULL,
        root_uuid text NOT NULL,
        uuid text NOT NULL,
        xml_hash bytea NOT NULL,
        attachment_count integer NOT NULL DEFAULT 0,
        version_uid text,
        submitted_by text,
        date_submitted timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL,
        answers jsonb NOT NULL,
        json text NOT NULL,
        xml text NOT NULL,
        CONSTRAINT submission_pk PRIMARY KEY (asset_id, id) INCLUDE (attachment_count),
        CONSTRAINT submission_root_uuid_key UNIQUE (asset_id, root_uuid)
      ) PARTITION BY HASH (asset_id);
      ${partitions('submission')}

      CREATE TABLE attachment (
        asset_id integer NOT NULL,
        submission_id bigint NOT NULL,
        uid text NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        mimetype text NOT NULL,
        byte_size bigint NOT NULL,
        sha256 bytea NOT NULL,
        question_xpath text NOT NULL DEFAULT '',
        date_created timestamptz(3) NOT NULL,
        CONSTRAINT attachment_pk PRIMARY KEY (asset_id, submission_id, uid),
        CONSTRAINT attachment_name_key UNIQUE (asset_id, submission_id, name_key),
        CONSTRAINT attachment_submission_fk FOREIGN KEY (asset_id, submission_id)
          REFERENCES submission (asset_id, id) ON DELETE CASCADE
      ) PARTITION BY HASH (asset_id);
      ${partitions('attachment')}
      CREATE INDEX attachment_sha256_idx ON attachment (sha256);

      -- Counts stay exact and nothing is shared at commit: each connection adds to a row of its own (slot).
      CREATE TABLE submission_tally (
        asset_id integer NOT NULL CONSTRAINT submission_tally_asset_fk REFERENCES asset ON DELETE CASCADE,
        day date NOT NULL,
        slot integer NOT NULL,
        submissions integer NOT NULL,
        last_submitted timestamptz(3),
        CONSTRAINT submission_tally_pk PRIMARY KEY (asset_id, day, slot)
      ) PARTITION BY HASH (asset_id);
      ${Array.from(
        { length: PARTITIONS },
        (_, remainder) =>
          `CREATE TABLE submission_tally_p${String(remainder).padStart(2, '0')} PARTITION OF submission_tally
             FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${remainder}) WITH (fillfactor = 40);`,
      ).join('\n')}

      CREATE TABLE import_task (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT import_task_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT import_task_uid_key UNIQUE,
        user_id integer NOT NULL CONSTRAINT import_task_user_fk REFERENCES app_user ON DELETE CASCADE,
        status text NOT NULL
          CONSTRAINT import_task_status_check CHECK (status IN ('created', 'processing', 'complete', 'error')),
        request jsonb NOT NULL,
        source bytea,
        messages jsonb NOT NULL DEFAULT '{}',
        date_created timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL
      );
      CREATE INDEX import_task_user_idx ON import_task (user_id, id);
      CREATE INDEX import_task_open_idx ON import_task (date_modified) WHERE status IN ('created', 'processing');
    `);
    await runner.query(`
      -- Stores one submission and counts it, unless the asset has one of this root uuid: then the answer is null, after
      -- waiting for whoever stores the same at this moment. A function, because its plans are kept by each connection,
      -- which for statements of the service would take names that connection poolers do not bear. The caller does not
      -- know the id, so the JSON is completed here: in front, and at the marker in the URLs of files.
      CREATE FUNCTION store_submission(
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
          -- Each connection counts in a row of its own: no two transactions wait for each other at commit.
          INSERT INTO submission_tally AS t
            VALUES (asset, (submitted AT TIME ZONE 'UTC')::date, pg_backend_pid() % 64, 1, submitted)
            ON CONFLICT ON CONSTRAINT submission_tally_pk
            DO UPDATE SET submissions = t.submissions + 1,
                          last_submitted = greatest(t.last_submitted, excluded.last_submitted);
        END IF;
        RETURN stored_id;
      END $$;
    `);
    await runner.query(`
      -- Whoever changes what the processes keep in their caches tells them so, in the same transaction.
      CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        subject text := TG_ARGV[0];
        key_column text := TG_ARGV[1];
        changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
      BEGIN
        PERFORM pg_notify('fieldhouse_change', subject || ':' || (changed ->> key_column));
        RETURN NULL;
      END $$;

      CREATE TRIGGER app_user_announce AFTER UPDATE OR DELETE ON app_user
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'id');
      CREATE TRIGGER api_token_announce AFTER UPDATE OR DELETE ON api_token
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');
      CREATE TRIGGER asset_announce AFTER UPDATE OF owner_id, asset_type, date_deleted, name OR DELETE ON asset
        FOR EACH ROW EXECUTE FUNCTION announce_change('asset', 'id');
      CREATE TRIGGER permission_assignment_announce AFTER INSERT OR UPDATE OR DELETE ON permission_assignment
        FOR EACH ROW EXECUTE FUNCTION announce_change('asset', 'asset_id');
      CREATE TRIGGER deployment_announce AFTER INSERT OR UPDATE OR DELETE ON deployment
        FOR EACH ROW EXECUTE FUNCTION announce_change('asset', 'asset_id');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE import_task, submission_tally, attachment, submission, deployment, permission_assignment,
        asset_version, asset, api_token, app_user, instance_setting;
      DROP SEQUENCE submission_id_seq;
      DROP FUNCTION store_submission(integer, text, text, bytea, integer, text, text, timestamptz, jsonb, text, text);
      DROP FUNCTION announce_change();
    `);
  }
}
