import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Background tasks tell how far they are, and who holds one is known by how often it was taken. */
export class TaskProgress1795307332264 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE import_task
        ADD COLUMN attempt integer NOT NULL DEFAULT 0,
        ADD COLUMN rows_done integer CONSTRAINT import_task_rows_done_check CHECK (rows_done >= 0),
        ADD COLUMN rows_total integer CONSTRAINT import_task_rows_total_check CHECK (rows_total >= 0)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE import_task DROP COLUMN attempt, DROP COLUMN rows_done, DROP COLUMN rows_total',
    );
  }
}
