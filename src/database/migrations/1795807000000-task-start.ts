import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['import_task', 'export_task', 'migration_task'];

/** When a worker took a task: the time that is left is estimated from it. */
export class TaskStart1795807000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} ADD COLUMN date_started timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN date_started`);
  }
}
