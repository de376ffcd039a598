import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens with a name, scopes and an end beside the default one; failed sign-ins; announcements of what caches hold. */
export class Account1795132900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_token
        ADD COLUMN uid text CONSTRAINT api_token_uid_key UNIQUE,
        ADD COLUMN name text NOT NULL DEFAULT '',
        ADD COLUMN scopes text[] NOT NULL DEFAULT '{read,write}',
        ADD COLUMN date_expires timestamptz(3),
        ADD COLUMN date_last_used timestamptz(3),
        -- The default token has no page of its own and never expires; every other one does not show its key again.
        ADD CONSTRAINT api_token_default_check CHECK (
          CASE WHEN is_default THEN uid IS NULL AND date_expires IS NULL ELSE uid IS NOT NULL AND encrypted_key IS NULL END
        ),
        ADD CONSTRAINT api_token_scopes_check CHECK (scopes <@ '{read,write}' AND scopes <> '{}');
      CREATE INDEX api_token_user_idx ON api_token (user_id, id) WHERE NOT is_default;

      -- Counters of failed sign-ins. The name is a keyed hash: what people type into the wrong field may be a password.
      CREATE TABLE sign_in_failure (
        name text CONSTRAINT sign_in_failure_pk PRIMARY KEY,
        failures integer NOT NULL,
        date_ends timestamptz(3) NOT NULL
      );

      -- A use of a token or a sign-in writes its time; no cache holds that, so that it is announced to none.
      DROP TRIGGER app_user_announce ON app_user;
      CREATE TRIGGER app_user_announce
        AFTER UPDATE OF username, password_hash, is_superuser, is_active OR DELETE ON app_user
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'id');
      DROP TRIGGER api_token_announce ON api_token;
      CREATE TRIGGER api_token_announce AFTER UPDATE OF user_id, key_hash, scopes, date_expires OR DELETE ON api_token
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER app_user_announce ON app_user;
      CREATE TRIGGER app_user_announce AFTER UPDATE OR DELETE ON app_user
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'id');
      DROP TRIGGER api_token_announce ON api_token;
      CREATE TRIGGER api_token_announce AFTER UPDATE OR DELETE ON api_token
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');
      DROP TABLE sign_in_failure;
      DELETE FROM api_token WHERE NOT is_default;
      DROP INDEX api_token_user_idx;
      ALTER TABLE api_token
        DROP CONSTRAINT api_token_default_check,
        DROP CONSTRAINT api_token_scopes_check,
        DROP COLUMN uid, DROP COLUMN name, DROP COLUMN scopes, DROP COLUMN date_expires, DROP COLUMN date_last_used;
    `);
  }
}
