import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages of the operator to users, and what each user did with them. */
export class InAppMessage1795526900001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE in_app_message (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT in_app_message_pkey PRIMARY KEY,
        uid text NOT NULL CONSTRAINT in_app_message_uid_key UNIQUE,
        -- Null: to all users.
        recipient_id integer CONSTRAINT in_app_message_recipient_fkey REFERENCES app_user ON DELETE CASCADE,
        -- Uid of the invite that the message is about.
        invite_uid text,
        title text NOT NULL,
        snippet text NOT NULL,
        body text NOT NULL,
        published boolean NOT NULL,
        always_display_as_new boolean NOT NULL,
        valid_from timestamptz(3) NOT NULL,
        valid_until timestamptz(3) NOT NULL
      );
      CREATE INDEX in_app_message_valid_until ON in_app_message (valid_until);
      CREATE INDEX in_app_message_recipient ON in_app_message (recipient_id) WHERE recipient_id IS NOT NULL;
      CREATE INDEX in_app_message_invite ON in_app_message (invite_uid) WHERE invite_uid IS NOT NULL;
      CREATE TABLE in_app_message_interaction (
        message_id integer NOT NULL
          CONSTRAINT in_app_message_interaction_message_fkey REFERENCES in_app_message ON DELETE CASCADE,
        user_id integer NOT NULL
          CONSTRAINT in_app_message_interaction_user_fkey REFERENCES app_user ON DELETE CASCADE,
        interactions jsonb NOT NULL,
        CONSTRAINT in_app_message_interaction_pkey PRIMARY KEY (message_id, user_id)
      );
      CREATE INDEX in_app_message_interaction_user ON in_app_message_interaction (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE in_app_message_interaction; DROP TABLE in_app_message`);
  }
}
