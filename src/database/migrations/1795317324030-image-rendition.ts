import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Images made smaller. */
export class ImageRendition1795317324030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE image_rendition (
        source_sha256 bytea NOT NULL,
        longest_side integer NOT NULL,
        sha256 bytea NOT NULL,
        mimetype text NOT NULL,
        byte_size bigint NOT NULL,
        date_created timestamptz(3) NOT NULL,
        CONSTRAINT image_rendition_pk PRIMARY KEY (source_sha256, longest_side)
      );
      CREATE INDEX image_rendition_sha256_idx ON image_rendition (sha256);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE image_rendition');
  }
}
