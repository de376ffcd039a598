import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploaded workbooks are compressed already, and are read in pieces, which a value that the database compressed can't be. */
export class ImportSource1795133100001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE import_task ALTER COLUMN source SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE import_task ALTER COLUMN source SET STORAGE EXTENDED');
  }
}
