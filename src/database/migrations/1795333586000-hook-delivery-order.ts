import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries are numbered by a sequence of their own: what is no key can't be an identity in the entity. */
export class HookDeliveryOrder1795333586000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE hook_delivery ALTER COLUMN id DROP IDENTITY;
      CREATE SEQUENCE hook_delivery_id_seq OWNED BY hook_delivery.id;
      SELECT setval('hook_delivery_id_seq', (SELECT coalesce(max(id), 0) + 1 FROM hook_delivery), false);
      ALTER TABLE hook_delivery ALTER COLUMN id SET DEFAULT nextval('hook_delivery_id_seq');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE hook_delivery ALTER COLUMN id DROP DEFAULT;
      DROP SEQUENCE hook_delivery_id_seq;
      ALTER TABLE hook_delivery ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
    `);
  }
}
