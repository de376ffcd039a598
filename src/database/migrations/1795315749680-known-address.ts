import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From where accounts were signed in to lately: what others do closes nothing there. */
export class KnownAddress1795315749680 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE known_address (
        user_id integer NOT NULL CONSTRAINT known_address_user_fk REFERENCES app_user ON DELETE CASCADE,
        address_hash bytea NOT NULL,
        date_seen timestamptz(3) NOT NULL,
        CONSTRAINT known_address_pk PRIMARY KEY (user_id, address_hash)
      );
      CREATE INDEX known_address_seen_idx ON known_address (date_seen);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE known_address');
  }
}
