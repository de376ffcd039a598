import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploaded workbooks go to the storage like all files; the row names them. `source` serves tasks that wait since before. */
export class ImportFile1795306797384 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE import_task ADD COLUMN source_sha256 bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE import_task DROP COLUMN source_sha256');
  }
}
