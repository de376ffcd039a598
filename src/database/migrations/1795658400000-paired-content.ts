import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Content of paired data that all processes serve for five minutes. UNLOGGED: it can be built again (decision 88). */
export class PairedContent1795658400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE paired_content (
        paired_data_id integer CONSTRAINT paired_content_pk PRIMARY KEY
          CONSTRAINT paired_content_paired_data_fk REFERENCES paired_data ON DELETE CASCADE,
        fingerprint text NOT NULL,
        md5 text NOT NULL,
        xml text,
        date_created timestamptz NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE paired_content');
  }
}
