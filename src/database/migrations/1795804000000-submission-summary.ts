import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Caches of answers that maps and reports of large forms read; UNLOGGED, so that a crash empties them. */
export class SubmissionSummary1795804000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE submission_summary (
        id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        asset_id integer NOT NULL,
        key text NOT NULL,
        plan jsonb NOT NULL,
        snapshot text NOT NULL,
        last_used date NOT NULL,
        CONSTRAINT submission_summary_pk PRIMARY KEY (id),
        CONSTRAINT submission_summary_key_key UNIQUE (asset_id, key),
        CONSTRAINT submission_summary_asset_fk FOREIGN KEY (asset_id) REFERENCES asset (id) ON DELETE CASCADE
      );
      CREATE UNLOGGED TABLE submission_summary_part (
        summary_id integer NOT NULL,
        part bigint NOT NULL,
        data bytea NOT NULL,
        CONSTRAINT submission_summary_part_pk PRIMARY KEY (summary_id, part),
        CONSTRAINT submission_summary_part_summary_fk FOREIGN KEY (summary_id) REFERENCES submission_summary (id)
          ON DELETE CASCADE
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE submission_summary_part, submission_summary');
  }
}
