import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who did what. The table refers to no other one, for what it tells outlives what it tells of, and it only grows: no role
 * is left a right to change it, and a trigger stands in the way of those who need no rights.
 */
export class Audit1795317082673 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_entry (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT audit_entry_pk PRIMARY KEY,
        date_created timestamptz(3) NOT NULL,
        log text NOT NULL CONSTRAINT audit_entry_log_check CHECK (log IN ('project', 'access', 'service')),
        action text NOT NULL,
        -- Absent for a caller that is nobody's account.
        user_id integer,
        username text NOT NULL,
        credential text,
        address text,
        agent text,
        asset_id integer,
        asset_uid text,
        metadata jsonb NOT NULL DEFAULT '{}'
      );
      CREATE INDEX audit_entry_asset_idx ON audit_entry (asset_id, id DESC) WHERE log = 'project';
      CREATE INDEX audit_entry_log_idx ON audit_entry (log, id DESC);
      CREATE INDEX audit_entry_user_idx ON audit_entry (user_id, id DESC) WHERE log = 'access';

      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
      END $$;
      CREATE TRIGGER audit_entry_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      REVOKE UPDATE, DELETE, TRUNCATE ON audit_entry FROM PUBLIC, CURRENT_USER;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_entry; DROP FUNCTION refuse_change()');
  }
}
