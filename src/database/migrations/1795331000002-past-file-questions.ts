import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Questions for files that only earlier versions of a form had: submissions of those still come. */
export class PastFileQuestions1795331000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE deployment ADD past_file_paths text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE deployment DROP COLUMN past_file_paths');
  }
}
