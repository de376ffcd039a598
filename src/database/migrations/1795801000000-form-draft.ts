import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Unsaved changes of forms, one row for a form and a person. */
export class FormDraft1795801000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE form_draft (
        asset_id integer NOT NULL CONSTRAINT form_draft_asset_fk REFERENCES asset ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT form_draft_user_fk REFERENCES app_user ON DELETE CASCADE,
        content json NOT NULL,
        base_version_uid text NOT NULL,
        revision text NOT NULL,
        date_modified timestamptz(3) NOT NULL,
        CONSTRAINT form_draft_pk PRIMARY KEY (asset_id, user_id)
      );
      CREATE INDEX form_draft_user_idx ON form_draft (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE form_draft');
  }
}
