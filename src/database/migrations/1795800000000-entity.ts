import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of entities, which submissions create and update and which forms of the same owner read. */
export class Entity1795800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE entity_list (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT entity_list_pk PRIMARY KEY,
        uid text NOT NULL CONSTRAINT entity_list_uid_key UNIQUE,
        owner_id integer NOT NULL CONSTRAINT entity_list_owner_fk REFERENCES app_user ON DELETE CASCADE,
        name text NOT NULL,
        properties jsonb NOT NULL,
        date_created timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL,
        CONSTRAINT entity_list_name_key UNIQUE (owner_id, name)
      );

      CREATE TABLE entity_list_use (
        list_id integer NOT NULL CONSTRAINT entity_list_use_list_fk REFERENCES entity_list ON DELETE CASCADE,
        asset_id integer NOT NULL CONSTRAINT entity_list_use_asset_fk REFERENCES asset ON DELETE CASCADE,
        declares boolean NOT NULL,
        reads boolean NOT NULL,
        CONSTRAINT entity_list_use_pk PRIMARY KEY (asset_id, list_id)
      );
      CREATE INDEX entity_list_use_list_idx ON entity_list_use (list_id);

      CREATE TABLE entity (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT entity_pk PRIMARY KEY,
        list_id integer NOT NULL CONSTRAINT entity_list_fk REFERENCES entity_list ON DELETE CASCADE,
        uuid uuid NOT NULL,
        version integer NOT NULL,
        label text NOT NULL,
        data jsonb NOT NULL,
        conflict text CONSTRAINT entity_conflict_check CHECK (conflict IN ('soft', 'hard')),
        date_created timestamptz(3) NOT NULL,
        date_modified timestamptz(3) NOT NULL,
        date_deleted timestamptz(3),
        CONSTRAINT entity_uuid_key UNIQUE (list_id, uuid)
      );
      CREATE INDEX entity_list_idx ON entity (list_id, id) INCLUDE (version, date_deleted);

      CREATE TABLE entity_version (
        entity_id bigint NOT NULL CONSTRAINT entity_version_entity_fk REFERENCES entity ON DELETE CASCADE,
        version integer NOT NULL,
        label text NOT NULL,
        data jsonb NOT NULL,
        base_version integer,
        trunk_version integer,
        branch_id uuid,
        branch_base integer,
        conflicting jsonb NOT NULL,
        asset_id integer CONSTRAINT entity_version_asset_fk REFERENCES asset ON DELETE SET NULL,
        submission_id bigint,
        created_by text,
        date_created timestamptz(3) NOT NULL,
        CONSTRAINT entity_version_pk PRIMARY KEY (entity_id, version)
      );
      CREATE INDEX entity_version_asset_idx ON entity_version (asset_id) WHERE asset_id IS NOT NULL;

      CREATE TABLE entity_problem (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT entity_problem_pk PRIMARY KEY,
        asset_id integer NOT NULL CONSTRAINT entity_problem_asset_fk REFERENCES asset ON DELETE CASCADE,
        submission_id bigint NOT NULL,
        list_id integer CONSTRAINT entity_problem_list_fk REFERENCES entity_list ON DELETE CASCADE,
        uuid uuid,
        problem text NOT NULL,
        node jsonb NOT NULL,
        created_by text,
        date_created timestamptz(3) NOT NULL
      );
      CREATE INDEX entity_problem_asset_idx ON entity_problem (asset_id, id);
      CREATE INDEX entity_problem_waiting_idx ON entity_problem (list_id, uuid) WHERE problem = 'waiting';
      CREATE INDEX entity_problem_list_idx ON entity_problem (list_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE entity_problem;
      DROP TABLE entity_version;
      DROP TABLE entity;
      DROP TABLE entity_list_use;
      DROP TABLE entity_list;
    `);
  }
}
