import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read-only views of the projects and users of some countries. */
export class ProjectView1795525560438 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE project_view (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT project_view_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT project_view_uid_key UNIQUE,
        name text NOT NULL,
        countries text[] NOT NULL,
        permissions text[] NOT NULL,
        date_created timestamptz(3) NOT NULL
      );
      CREATE TABLE project_view_user (
        view_id integer NOT NULL CONSTRAINT project_view_user_view_fk REFERENCES project_view ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT project_view_user_user_fk REFERENCES app_user ON DELETE CASCADE,
        CONSTRAINT project_view_user_pk PRIMARY KEY (view_id, user_id)
      );
      CREATE INDEX project_view_user_user_idx ON project_view_user (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE project_view_user; DROP TABLE project_view');
  }
}
