import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Applications, what people have granted them, and the tokens given out on a grant. */
export class OAuth1795133000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE oauth_application (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT oauth_application_pk PRIMARY KEY,
        client_id text NOT NULL CONSTRAINT oauth_application_client_id_key UNIQUE,
        owner_id integer NOT NULL CONSTRAINT oauth_application_owner_fk REFERENCES app_user ON DELETE CASCADE,
        name text NOT NULL,
        client_type text NOT NULL
          CONSTRAINT oauth_application_client_type_check CHECK (client_type IN ('confidential', 'public')),
        secret_hash bytea,
        redirect_uris text[] NOT NULL,
        date_created timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL,
        CONSTRAINT oauth_application_secret_check CHECK ((client_type = 'confidential') = (secret_hash IS NOT NULL))
      );
      CREATE INDEX oauth_application_owner_idx ON oauth_application (owner_id, id);

      -- One consent: its code, and through its tokens the whole chain of refreshes.
      CREATE TABLE oauth_grant (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT oauth_grant_pk PRIMARY KEY,
        application_id integer NOT NULL
          CONSTRAINT oauth_grant_application_fk REFERENCES oauth_application ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT oauth_grant_user_fk REFERENCES app_user ON DELETE CASCADE,
        scopes text[] NOT NULL,
        code_hash bytea NOT NULL CONSTRAINT oauth_grant_code_hash_key UNIQUE,
        redirect_uri text,
        code_challenge text,
        date_created timestamptz(3) NOT NULL,
        date_code_expires timestamptz(3) NOT NULL,
        date_code_used timestamptz(3),
        date_revoked timestamptz(3)
      );
      CREATE INDEX oauth_grant_user_idx ON oauth_grant (user_id, application_id) WHERE date_revoked IS NULL;
      CREATE INDEX oauth_grant_application_idx ON oauth_grant (application_id);
      CREATE INDEX oauth_grant_unused_idx ON oauth_grant (date_code_expires) WHERE date_code_used IS NULL;
      CREATE INDEX oauth_grant_revoked_idx ON oauth_grant (date_revoked) WHERE date_revoked IS NOT NULL;

      CREATE TABLE oauth_token (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT oauth_token_pk PRIMARY KEY,
        grant_id integer NOT NULL CONSTRAINT oauth_token_grant_fk REFERENCES oauth_grant ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT oauth_token_user_fk REFERENCES app_user ON DELETE CASCADE,
        scopes text[] NOT NULL,
        access_hash bytea NOT NULL CONSTRAINT oauth_token_access_hash_key UNIQUE,
        refresh_hash bytea NOT NULL CONSTRAINT oauth_token_refresh_hash_key UNIQUE,
        date_created timestamptz(3) NOT NULL,
        date_expires timestamptz(3) NOT NULL,
        date_rotated timestamptz(3)
      );
      CREATE INDEX oauth_token_grant_idx ON oauth_token (grant_id);
      CREATE INDEX oauth_token_user_idx ON oauth_token (user_id);
      CREATE INDEX oauth_token_rotated_idx ON oauth_token (date_rotated) WHERE date_rotated IS NOT NULL;

      CREATE TRIGGER oauth_grant_announce AFTER UPDATE OF date_revoked OR DELETE ON oauth_grant
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');
      CREATE TRIGGER oauth_token_announce AFTER UPDATE OR DELETE ON oauth_token
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE oauth_token, oauth_grant, oauth_application');
  }
}
