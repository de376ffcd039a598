import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factor of sign-ins: TOTP, with recovery codes. */
export class Mfa1795526900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE app_user ADD mfa_required boolean NOT NULL DEFAULT false;
      -- Whether the second factor was proven in this session.
      ALTER TABLE session ADD mfa_passed boolean NOT NULL DEFAULT false;

      CREATE TABLE mfa_method (
        user_id integer CONSTRAINT mfa_method_pkey PRIMARY KEY
          CONSTRAINT mfa_method_user_fkey REFERENCES app_user ON DELETE CASCADE,
        -- AES-256-GCM; null after the method was switched off.
        encrypted_secret bytea,
        is_active boolean NOT NULL DEFAULT false,
        -- Time step of the last accepted code, so that no code is accepted twice.
        last_step integer NOT NULL DEFAULT 0,
        date_created timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL,
        date_disabled timestamptz(3),
        CONSTRAINT mfa_method_secret_check CHECK (encrypted_secret IS NOT NULL OR NOT is_active)
      );
      CREATE TABLE recovery_code (
        user_id integer NOT NULL CONSTRAINT recovery_code_user_fkey REFERENCES mfa_method ON DELETE CASCADE,
        code_hash bytea NOT NULL,
        CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, code_hash)
      );

      DROP TRIGGER app_user_announce ON app_user;
      CREATE TRIGGER app_user_announce
        AFTER DELETE OR UPDATE OF username, password_hash, is_superuser, is_active, mfa_required ON app_user
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'id');
      CREATE TRIGGER mfa_method_announce AFTER DELETE OR UPDATE OF is_active ON mfa_method
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER app_user_announce ON app_user;
      CREATE TRIGGER app_user_announce
        AFTER DELETE OR UPDATE OF username, password_hash, is_superuser, is_active ON app_user
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'id');
      DROP TABLE recovery_code;
      DROP TABLE mfa_method;
      ALTER TABLE session DROP mfa_passed;
      ALTER TABLE app_user DROP mfa_required;
    `);
  }
}
