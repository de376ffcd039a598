import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects that are offered to somebody else. */
export class Ownership1795317714121 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ownership_invite (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT ownership_invite_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT ownership_invite_uid_key UNIQUE,
        sender_id integer NOT NULL CONSTRAINT ownership_invite_sender_fk REFERENCES app_user ON DELETE CASCADE,
        recipient_id integer NOT NULL CONSTRAINT ownership_invite_recipient_fk REFERENCES app_user ON DELETE CASCADE,
        status text NOT NULL CONSTRAINT ownership_invite_status_check CHECK (
          status IN ('pending', 'accepted', 'in_progress', 'complete', 'declined', 'cancelled', 'expired', 'failed')
        ),
        date_created timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL
      );
      CREATE INDEX ownership_invite_sender_idx ON ownership_invite (sender_id, id DESC);
      CREATE INDEX ownership_invite_recipient_idx ON ownership_invite (recipient_id, id DESC);
      CREATE INDEX ownership_invite_pending_idx ON ownership_invite (date_created) WHERE status = 'pending';

      CREATE TABLE ownership_transfer (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT ownership_transfer_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT ownership_transfer_uid_key UNIQUE,
        invite_id integer NOT NULL CONSTRAINT ownership_transfer_invite_fk REFERENCES ownership_invite ON DELETE CASCADE,
        asset_id integer NOT NULL CONSTRAINT ownership_transfer_asset_fk REFERENCES asset ON DELETE CASCADE,
        status text NOT NULL CONSTRAINT ownership_transfer_status_check CHECK (
          status IN ('pending', 'in_progress', 'success', 'cancelled', 'expired', 'failed')
        ),
        error text,
        date_modified timestamptz(3) NOT NULL,
        CONSTRAINT ownership_transfer_key UNIQUE (invite_id, asset_id)
      );
      CREATE INDEX ownership_transfer_asset_idx ON ownership_transfer (asset_id, id DESC);
      -- What is offered to one is offered to nobody else meanwhile.
      CREATE UNIQUE INDEX ownership_transfer_pending_key ON ownership_transfer (asset_id) WHERE status = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ownership_transfer; DROP TABLE ownership_invite');
  }
}
