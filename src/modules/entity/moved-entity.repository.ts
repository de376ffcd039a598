import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { EntityConflict } from '../../domain/entity/entity-change';
import type { SourceEntity, SourceEntityVersion } from '../../domain/migration/source-entities';

/** Submission here that made a version. */
export interface MovedOrigin {
  readonly assetId: number;
  readonly submissionId: number;
}

export type MovedVersion = Omit<SourceEntityVersion, 'origin'> & { readonly origin: MovedOrigin | undefined };
export type MovedEntity = Omit<SourceEntity, 'versions'> & { readonly versions: readonly MovedVersion[] };

export interface MovedList {
  readonly id: number;
  readonly uid: string;
  readonly ownerId: number;
  readonly name: string;
  readonly properties: readonly string[];
  readonly approvalRequired: boolean;
}

export interface MovedEntityState {
  readonly uuid: string;
  readonly version: number;
  readonly conflict: EntityConflict | null;
}

/** A version as it is stored; no form if no submission made it, or one of a deleted form. */
export interface StoredVersion extends Omit<SourceEntityVersion, 'origin'> {
  readonly uuid: string;
  readonly assetUid: string | null;
  readonly assetId: number | null;
  readonly submissionId: number | null;
}

/** Copies of entities of other servers, and for other servers. */
@Injectable()
export class MovedEntityRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  listsByUid(uids: readonly string[]): Promise<MovedList[]> {
    return this.dataSource.query(
      `SELECT id, uid, owner_id AS "ownerId", name, properties, approval_required AS "approvalRequired"
         FROM entity_list WHERE uid = ANY ($1) ORDER BY id`,
      [uids],
    );
  }

  /** Whether the owner has a list of this name. */
  async hasList(ownerId: number, name: string): Promise<boolean> {
    const rows: object[] = await this.dataSource.query(
      'SELECT id FROM entity_list WHERE owner_id = $1 AND name = $2',
      [ownerId, name],
    );
    return rows.length > 0;
  }

  /** Lists of an owner. */
  listsOf(ownerId: number): Promise<MovedList[]> {
    return this.dataSource.query(
      `SELECT id, uid, owner_id AS "ownerId", name, properties, approval_required AS "approvalRequired"
         FROM entity_list WHERE owner_id = $1 ORDER BY id`,
      [ownerId],
    );
  }

  /** The versions of entities, oldest first, with the uids of the forms whose submissions made them. */
  versionsOf(listId: number, uuids: readonly string[]): Promise<StoredVersion[]> {
    return this.dataSource.query(
      `SELECT e.uuid, v.version, v.label, v.data, v.base_version AS "baseVersion", v.trunk_version AS "trunkVersion",
              v.branch_id AS "branchId", v.branch_base AS "branchBase", v.conflicting, v.created_by AS "createdBy",
              v.date_created AS "dateCreated", a.uid AS "assetUid", v.asset_id AS "assetId",
              v.submission_id AS "submissionId"
         FROM entity e
         JOIN entity_version v ON v.entity_id = e.id
         LEFT JOIN asset a ON a.id = v.asset_id AND a.date_deleted IS NULL
        WHERE e.list_id = $1 AND e.uuid = ANY ($2::uuid[]) ORDER BY e.uuid, v.version`,
      [listId, uuids],
    );
  }

  /** The next entities of a list that are not deleted, by uuid. @param after '' at first */
  statesAfter(listId: number, after: string, limit: number): Promise<MovedEntityState[]> {
    return this.dataSource.query(
      `SELECT uuid, version, conflict FROM entity
        WHERE list_id = $1 AND date_deleted IS NULL AND ($2 = '' OR uuid > nullif($2, '')::uuid) ORDER BY uuid LIMIT $3`,
      [listId, after, limit],
    );
  }

  /** Stores or replaces entities with all their versions. The caller holds their locks. */
  async replace(transaction: Transaction, listId: number, entities: readonly MovedEntity[]): Promise<void> {
    const manager = managerOf(transaction);
    const rows = entities.map(({ uuid, version, conflict, versions }) => {
      const [first, last] = [versions[0]!, versions.at(-1)!];
      const { label, data, dateCreated: modified } = last;
      return { uuid, version, conflict, label, data, created: first.dateCreated, modified };
    });
    const stored: { id: string; uuid: string }[] = await manager.query(
      `INSERT INTO entity AS e (list_id, uuid, version, label, data, conflict, date_created, date_modified)
       SELECT $1, m.uuid, m.version, m.label, m.data, m.conflict, m.created, m.modified
         FROM jsonb_to_recordset($2::jsonb) AS m (uuid uuid, version integer, label text, data jsonb, conflict text,
                                                  created timestamptz, modified timestamptz)
        ORDER BY m.created, m.uuid
       ON CONFLICT ON CONSTRAINT entity_uuid_key
       DO UPDATE SET version = excluded.version, label = excluded.label, data = excluded.data,
                     conflict = excluded.conflict, date_created = excluded.date_created,
                     date_modified = excluded.date_modified, date_deleted = NULL
       RETURNING id::text AS id, uuid`,
      [listId, JSON.stringify(rows)],
    );
    await manager.query('DELETE FROM entity_version WHERE entity_id = ANY ($1::bigint[])', [
      stored.map(({ id }) => id),
    ]);
    const idOf = new Map(stored.map(({ id, uuid }) => [uuid, id]));
    const versions = entities.flatMap(({ uuid, versions: all }) =>
      all.map(({ origin, ...version }) => ({ ...version, ...origin, entityId: idOf.get(uuid) })),
    );
    await manager.query(
      `INSERT INTO entity_version (entity_id, version, label, data, base_version, trunk_version, branch_id, branch_base,
                                   conflicting, asset_id, submission_id, created_by, date_created)
       SELECT "entityId", version, label, data, "baseVersion", "trunkVersion", "branchId", "branchBase", conflicting,
              "assetId", "submissionId", "createdBy", "dateCreated"
         FROM jsonb_to_recordset($1::jsonb) AS m ("entityId" bigint, version integer, label text, data jsonb,
                "baseVersion" integer, "trunkVersion" integer, "branchId" uuid, "branchBase" integer, conflicting jsonb,
                "assetId" integer, "submissionId" bigint, "createdBy" text, "dateCreated" timestamptz)`,
      [JSON.stringify(versions)],
    );
  }

  /** The caller holds their locks. */
  async markDeleted(
    transaction: Transaction,
    listId: number,
    uuids: readonly string[],
    now: Date,
  ): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE entity SET date_deleted = $3, date_modified = $3
        WHERE list_id = $1 AND uuid = ANY ($2::uuid[]) AND date_deleted IS NULL`,
      [listId, uuids, now],
    );
  }
}
