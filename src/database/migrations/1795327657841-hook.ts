import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Submissions that are sent on. */
export class Hook1795327657841 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE hook (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT hook_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT hook_uid_key UNIQUE,
        asset_id integer NOT NULL CONSTRAINT hook_asset_fk REFERENCES asset ON DELETE CASCADE,
        name text NOT NULL,
        endpoint text NOT NULL,
        active boolean NOT NULL,
        export_type text NOT NULL CONSTRAINT hook_export_type_check CHECK (export_type IN ('json', 'xml')),
        auth_level text NOT NULL CONSTRAINT hook_auth_level_check CHECK (auth_level IN ('no_auth', 'basic_auth')),
        settings bytea NOT NULL,
        secret bytea,
        email_notification boolean NOT NULL,
        sends_changes boolean NOT NULL,
        subset_fields jsonb NOT NULL,
        payload_template text,
        origin text NOT NULL,
        date_modified timestamptz(3) NOT NULL
      );
      CREATE INDEX hook_asset_idx ON hook (asset_id, id DESC);
      -- Who listens is remembered with the deployed form.
      CREATE TRIGGER hook_announce AFTER INSERT OR DELETE OR UPDATE OF active, sends_changes ON hook
        FOR EACH ROW EXECUTE FUNCTION announce_change('asset', 'asset_id');

      CREATE TABLE hook_delivery (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT hook_delivery_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT hook_delivery_uid_key UNIQUE,
        hook_id integer NOT NULL CONSTRAINT hook_delivery_hook_fk REFERENCES hook ON DELETE CASCADE,
        asset_id integer NOT NULL,
        submission_id bigint NOT NULL,
        cause text NOT NULL CONSTRAINT hook_delivery_cause_check CHECK (cause IN ('came', 'changed')),
        status smallint NOT NULL CONSTRAINT hook_delivery_status_check CHECK (status BETWEEN 0 AND 3),
        tries integer NOT NULL,
        status_code integer,
        message text NOT NULL,
        date_due timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL
      );
      CREATE INDEX hook_delivery_hook_idx ON hook_delivery (hook_id, status, id DESC);
      CREATE INDEX hook_delivery_open_idx ON hook_delivery (hook_id, date_due, id) WHERE status IN (1, 3);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE hook_delivery; DROP TABLE hook');
  }
}
