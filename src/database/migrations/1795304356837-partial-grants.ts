import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The row filters of partial permissions stand beside the assignment that they narrow, and go with it. */
export class PartialGrants1795304356837 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE permission_assignment
        ADD partial_grants jsonb,
        ADD CONSTRAINT permission_assignment_partial_check
          CHECK (partial_grants IS NULL OR codename = 'partial_submissions')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE permission_assignment DROP partial_grants');
  }
}
