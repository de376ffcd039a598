import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers that slow filters compare; the indexes themselves are built in the background. */
export class AnswerIndex1795793100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE answer_index (
        asset_id integer NOT NULL,
        path text NOT NULL,
        kind text NOT NULL,
        last_used date NOT NULL,
        scans bigint NOT NULL DEFAULT 0,
        CONSTRAINT answer_index_pk PRIMARY KEY (asset_id, path, kind),
        CONSTRAINT answer_index_kind_check CHECK (kind IN ('text', 'number')),
        CONSTRAINT answer_index_asset_fk FOREIGN KEY (asset_id) REFERENCES asset (id) ON DELETE CASCADE
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE answer_index');
  }
}
