import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries are caused by created or updated submissions. Old words stay valid for processes of version 0.1.0. */
export class DeliveryCauses1795790100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE hook_delivery DROP CONSTRAINT hook_delivery_cause_check;
      UPDATE hook_delivery SET cause = CASE cause WHEN 'came' THEN 'created' ELSE 'updated' END;
      ALTER TABLE hook_delivery ADD CONSTRAINT hook_delivery_cause_check
        CHECK (cause IN ('created', 'updated', 'came', 'changed'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE hook_delivery DROP CONSTRAINT hook_delivery_cause_check;
      UPDATE hook_delivery SET cause = CASE WHEN cause IN ('created', 'came') THEN 'came' ELSE 'changed' END;
      ALTER TABLE hook_delivery ADD CONSTRAINT hook_delivery_cause_check CHECK (cause IN ('came', 'changed'));
    `);
  }
}
