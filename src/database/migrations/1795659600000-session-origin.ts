import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Address, browser and last use of sessions, so that their user can tell them from each other. */
export class SessionOrigin1795659600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE session ADD address text, ADD agent text, ADD date_last_used timestamptz(3);
      -- A use invalidates no cache.
      DROP TRIGGER session_announce ON session;
      CREATE TRIGGER session_announce
        AFTER DELETE OR UPDATE OF user_id, password_stamp, mfa_passed, date_expires ON session
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER session_announce ON session;
      CREATE TRIGGER session_announce AFTER DELETE OR UPDATE ON session
        FOR EACH ROW EXECUTE FUNCTION announce_change('user', 'user_id');
      ALTER TABLE session DROP address, DROP agent, DROP date_last_used;
    `);
  }
}
