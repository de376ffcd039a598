import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the bookkeeping of hooks costs intake: one plan that each connection keeps, and one index less. */
export class HookDeliveryCost1795327930841 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE hook_delivery DROP CONSTRAINT hook_delivery_pk;
      ALTER TABLE hook_delivery DROP CONSTRAINT hook_delivery_uid_key;
      ALTER TABLE hook_delivery ADD CONSTRAINT hook_delivery_pk PRIMARY KEY (uid);

      CREATE FUNCTION note_deliveries(asset integer, submissions bigint[], cause text, moment timestamptz)
      RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        -- Random as all uids are; made here, for how many there are is known to the statement alone.
        INSERT INTO hook_delivery
          (uid, hook_id, asset_id, submission_id, cause, status, tries, message, date_due, date_modified)
        SELECT 'hl' || substr(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '01IOl+/', '2345678'), 1, 21),
               hook.id, hook.asset_id, submission, note_deliveries.cause, 1, 0, '', moment, moment
          FROM hook CROSS JOIN unnest(submissions) AS submission
         WHERE hook.asset_id = asset AND hook.active AND (note_deliveries.cause = 'came' OR hook.sends_changes);
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION note_deliveries;
      ALTER TABLE hook_delivery DROP CONSTRAINT hook_delivery_pk;
      ALTER TABLE hook_delivery ADD CONSTRAINT hook_delivery_uid_key UNIQUE (uid);
      ALTER TABLE hook_delivery ADD CONSTRAINT hook_delivery_pk PRIMARY KEY (id);
    `);
  }
}
