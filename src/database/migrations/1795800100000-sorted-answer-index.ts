import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes on answers that sort as numbers. */
export class SortedAnswerIndex1795800100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE answer_index
        DROP CONSTRAINT answer_index_kind_check,
        ADD CONSTRAINT answer_index_kind_check CHECK (kind IN ('text', 'number', 'double'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM answer_index WHERE kind = 'double';
      ALTER TABLE answer_index
        DROP CONSTRAINT answer_index_kind_check,
        ADD CONSTRAINT answer_index_kind_check CHECK (kind IN ('text', 'number'));
    `);
  }
}
