import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is signed in with a browser. */
export class Session1795133000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE session (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT session_pk PRIMARY KEY,
        user_id integer NOT NULL CONSTRAINT session_user_fk REFERENCES app_user ON DELETE CASCADE,
        key_hash bytea NOT NULL CONSTRAINT session_key_hash_key UNIQUE,
        password_stamp bytea NOT NULL,
        date_created timestamptz(3) NOT NULL,
        date_expires timestamptz(3) NOT NULL
      );
      CREATE INDEX session_user_idx ON session (user_id);
      CREATE INDEX session_expires_idx ON session (date_expires);

      CREATE TRIGGER session_announce AFTER UPDATE OR DELETE ON session
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE session');
  }
}
