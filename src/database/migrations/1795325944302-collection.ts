import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What assets inherit from the collection that they are in, and who follows a public collection. */
export class Collection1795325944302 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE permission_assignment ADD inherited boolean NOT NULL DEFAULT false;

      -- What was taken from somebody who would inherit it, so that it does not come back.
      CREATE TABLE permission_denial (
        asset_id integer NOT NULL CONSTRAINT permission_denial_asset_fk REFERENCES asset ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT permission_denial_user_fk REFERENCES app_user ON DELETE CASCADE,
        codename text NOT NULL CONSTRAINT permission_denial_codename_check
          CHECK (codename IN ('view_asset', 'change_asset')),
        CONSTRAINT permission_denial_pk PRIMARY KEY (asset_id, user_id, codename)
      );
      CREATE INDEX permission_denial_user_idx ON permission_denial (user_id);

      CREATE TABLE asset_subscription (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT asset_subscription_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT asset_subscription_uid_key UNIQUE,
        asset_id integer NOT NULL CONSTRAINT asset_subscription_asset_fk REFERENCES asset ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT asset_subscription_user_fk REFERENCES app_user ON DELETE CASCADE,
        date_created timestamptz(3) NOT NULL,
        CONSTRAINT asset_subscription_key UNIQUE (user_id, asset_id)
      );
      CREATE INDEX asset_subscription_asset_idx ON asset_subscription (asset_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE asset_subscription, permission_denial;
      DELETE FROM permission_assignment WHERE inherited;
      ALTER TABLE permission_assignment DROP inherited;
    `);
  }
}
