import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moves of projects that users start themselves, with the encrypted token of the source until they end. */
export class MigrationTask1795548600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE migration_task (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT migration_task_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT migration_task_uid_key UNIQUE,
        user_id integer NOT NULL CONSTRAINT migration_task_user_fk REFERENCES app_user ON DELETE CASCADE,
        status text NOT NULL
          CONSTRAINT migration_task_status_check CHECK (status IN ('created', 'processing', 'complete', 'error')),
        request jsonb NOT NULL,
        token bytea,
        step jsonb,
        messages jsonb NOT NULL DEFAULT '{}',
        attempt integer NOT NULL DEFAULT 0,
        rows_done integer CONSTRAINT migration_task_rows_done_check CHECK (rows_done >= 0),
        rows_total integer CONSTRAINT migration_task_rows_total_check CHECK (rows_total >= 0),
        date_created timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL,
        CONSTRAINT migration_task_token_check CHECK (token IS NULL OR status IN ('created', 'processing'))
      );
      CREATE INDEX migration_task_user_idx ON migration_task (user_id, id);
      CREATE INDEX migration_task_open_idx ON migration_task (date_modified)
        WHERE status IN ('created', 'processing');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE migration_task');
  }
}
