import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists whose entities are created once submissions are approved; indexes for changes of one submission. */
export class EntityApproval1795800200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE entity_list ADD approval_required boolean NOT NULL DEFAULT false;
      CREATE INDEX entity_problem_submission_idx ON entity_problem (asset_id, submission_id);
      DROP INDEX entity_version_asset_idx;
      CREATE INDEX entity_version_asset_idx ON entity_version (asset_id, submission_id) WHERE asset_id IS NOT NULL;
    `);
  }

  /** Drops the functions that need these columns, which no migration creates (decision 56). */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION IF EXISTS store_entity_submissions, store_submissions_with_entities, entity_states;
      DROP INDEX entity_version_asset_idx;
      CREATE INDEX entity_version_asset_idx ON entity_version (asset_id) WHERE asset_id IS NOT NULL;
      DROP INDEX entity_problem_submission_idx;
      ALTER TABLE entity_list DROP approval_required;
    `);
  }
}
