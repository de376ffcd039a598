import { Injectable } from '@nestjs/common';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { EntityProblemEntity, EntityVersionEntity } from '../../database/entities/entity.entity';
import type {
  EntityChange,
  EntityConflict,
  EntityData,
  EntityKey,
  EntityProblem,
  EntityVersion,
  NewEntityVersion,
} from '../../domain/entity/entity-change';
import type { EntityNode } from '../../domain/entity/entity-node';

export interface StoredEntity {
  readonly id: string;
  readonly isDeleted: boolean;
  readonly conflict: EntityConflict | null;
  /** Starts at the one that the device received; oldest first. */
  readonly versions: readonly EntityVersion[];
}

/** Origin of a version: a submission, or a person. */
export interface VersionSource {
  readonly assetId: number | null;
  readonly submissionId: number | null;
  /** Username; null if anonymous. */
  readonly createdBy: string | null;
  readonly now: Date;
}

export interface DeclaredList {
  readonly id: number;
  readonly name: string;
  readonly properties: readonly string[];
  readonly approvalRequired: boolean;
}

export interface NewProblem {
  readonly key: Partial<EntityKey>;
  readonly problem: EntityProblem;
  readonly node: EntityNode;
}

/** Writes the changes of entities, each under the lock of its entity. */
@Injectable()
export class EntityIntakeRepository {
  /** Lists that submissions to the form create or update entities of; they are not deleted until the transaction ends. */
  declaredLists(transaction: Transaction, assetId: number): Promise<DeclaredList[]> {
    return managerOf(transaction).query(
      `SELECT l.id, l.name, l.properties, l.approval_required AS "approvalRequired"
         FROM entity_list_use u JOIN entity_list l ON l.id = u.list_id
        WHERE u.asset_id = $1 AND u.declares FOR KEY SHARE OF l`,
      [assetId],
    );
  }

  /**
   * Locks entities, whether they exist or not, until the transaction ends; in one order, so that no two wait in a circle.
   * Entities share 256 locks for each list: a submission or upload of thousands must not fill the lock table.
   */
  async lock(transaction: Transaction, keys: readonly EntityKey[]): Promise<void> {
    const names = [...new Set(keys.map(({ listId, uuid }) => `entity ${listId} ${uuid.slice(0, 2)}`))].sort();
    if (names.length === 0) return;
    await managerOf(transaction).query(
      'SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest($1::text[]) AS name',
      [names],
    );
  }

  /** The caller holds the lock of the entity. @param change says which version the device received */
  async find(
    transaction: Transaction,
    { listId, uuid }: EntityKey,
    { baseVersion, trunkVersion, branchId }: Pick<EntityChange, 'baseVersion' | 'trunkVersion' | 'branchId'>,
  ): Promise<StoredEntity | undefined> {
    const rows: StoredEntity[] = await managerOf(transaction).query(
      `SELECT e.id::text AS id, e.date_deleted IS NOT NULL AS "isDeleted", e.conflict, (
                SELECT json_agg(json_build_object('version', v.version, 'label', v.label, 'data', v.data,
                                                  'branchId', v.branch_id, 'branchBase', v.branch_base)
                                ORDER BY v.version)
                  FROM entity_version v
                 WHERE v.entity_id = e.id AND v.version >= least(e.version, $3::integer)
              ) AS versions
         FROM entity e WHERE e.list_id = $1 AND e.uuid = $2`,
      [listId, uuid, branchId === null ? baseVersion : (trunkVersion ?? 1)],
    );
    return rows[0];
  }

  /** The caller holds the lock, and knows that the list exists and the entity does not. */
  async create(
    transaction: Transaction,
    { listId, uuid }: EntityKey,
    version: NewEntityVersion,
    source: VersionSource,
  ): Promise<void> {
    const [row]: [{ id: string }] = await managerOf(transaction).query(
      `INSERT INTO entity (list_id, uuid, version, label, data, date_created, date_modified)
       VALUES ($1, $2, 1, $3, $4, $5, $5) RETURNING id::text AS id`,
      [listId, uuid, version.label, JSON.stringify(version.data), source.now],
    );
    await insertVersion(transaction, row.id, version, source);
  }

  /** Creates entities of a person. The caller holds their locks, and knows that they do not exist. */
  async createAll(
    transaction: Transaction,
    listId: number,
    entities: readonly { readonly uuid: string; readonly label: string; readonly data: EntityData }[],
    { createdBy, now }: Pick<VersionSource, 'createdBy' | 'now'>,
  ): Promise<void> {
    await managerOf(transaction).query(
      `WITH created AS (
         INSERT INTO entity (list_id, uuid, version, label, data, date_created, date_modified)
         SELECT $1, s.uuid, 1, s.label, s.data, $5, $5
           FROM unnest($2::uuid[], $3::text[], $4::jsonb[]) WITH ORDINALITY AS s (uuid, label, data, place)
          ORDER BY s.place
         RETURNING id, label, data
       )
       INSERT INTO entity_version (entity_id, version, label, data, conflicting, created_by, date_created)
       SELECT id, 1, label, data, '[]', $6, $5 FROM created`,
      [
        listId,
        entities.map(({ uuid }) => uuid),
        entities.map(({ label }) => label),
        entities.map(({ data }) => JSON.stringify(data)),
        now,
        createdBy,
      ],
    );
  }

  /** Filters the uuids that the list has or had. The caller holds their locks. */
  async existing(transaction: Transaction, listId: number, uuids: readonly string[]): Promise<string[]> {
    const rows: { uuid: string }[] = await managerOf(transaction).query(
      'SELECT uuid FROM entity WHERE list_id = $1 AND uuid = ANY ($2::uuid[]) ORDER BY id',
      [listId, uuids],
    );
    return rows.map(({ uuid }) => uuid);
  }

  /** The caller holds the lock. */
  async append(
    transaction: Transaction,
    id: string,
    version: NewEntityVersion,
    source: VersionSource,
  ): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE entity SET version = $2, label = $3, data = $4, conflict = $5, date_modified = $6 WHERE id = $1`,
      [id, version.version, version.label, JSON.stringify(version.data), version.conflict, source.now],
    );
    await insertVersion(transaction, id, version, source);
  }

  /** The caller holds the lock. */
  async remove(transaction: Transaction, id: string, now: Date): Promise<void> {
    await managerOf(transaction).query(
      'UPDATE entity SET date_deleted = $2, date_modified = $2 WHERE id = $1 AND date_deleted IS NULL',
      [id, now],
    );
  }

  async addProblem(
    transaction: Transaction,
    { key, problem, node }: NewProblem,
    { assetId, submissionId, createdBy, now }: VersionSource,
  ): Promise<void> {
    await managerOf(transaction).insert(EntityProblemEntity, {
      assetId: assetId!,
      submissionId: String(submissionId),
      listId: key.listId ?? null,
      uuid: key.uuid ?? null,
      problem,
      node: { ...node },
      createdBy,
      dateCreated: now,
    });
  }

  /** Entities of the problems of a submission; undefined if it has no problem. */
  async problemKeys(
    transaction: Transaction,
    assetId: number,
    submissionId: number,
  ): Promise<EntityKey[] | undefined> {
    const rows: { listId: number | null; uuid: string | null }[] = await managerOf(transaction).query(
      'SELECT list_id AS "listId", uuid FROM entity_problem WHERE asset_id = $1 AND submission_id = $2',
      [assetId, submissionId],
    );
    if (rows.length === 0) return undefined;
    return rows.flatMap(({ listId, uuid }) => (listId === null || uuid === null ? [] : [{ listId, uuid }]));
  }

  /** The caller holds the locks of the entities, or purges the submissions. */
  async removeProblemsOf(transaction: Transaction, assetId: number, ids: readonly number[]): Promise<void> {
    await managerOf(transaction).query(
      'DELETE FROM entity_problem WHERE asset_id = $1 AND submission_id = ANY($2::bigint[])',
      [assetId, ids],
    );
  }

  /** Entities that have a version of a submission. */
  changedBy(transaction: Transaction, assetId: number, submissionId: number): Promise<EntityKey[]> {
    return managerOf(transaction).query(
      `SELECT e.list_id AS "listId", e.uuid FROM entity_version v JOIN entity e ON e.id = v.entity_id
        WHERE v.asset_id = $1 AND v.submission_id = $2`,
      [assetId, submissionId],
    );
  }

  async removeProblem(transaction: Transaction, id: string): Promise<void> {
    await managerOf(transaction).delete(EntityProblemEntity, { id });
  }
}

async function insertVersion(
  transaction: Transaction,
  entityId: string,
  { version, label, data, baseVersion, trunkVersion, branchId, branchBase, conflicting }: NewEntityVersion,
  { assetId, submissionId, createdBy, now }: VersionSource,
): Promise<void> {
  await managerOf(transaction).insert(EntityVersionEntity, {
    entityId,
    version,
    label,
    data: { ...data },
    baseVersion,
    trunkVersion,
    branchId,
    branchBase,
    conflicting: [...conflicting],
    assetId,
    submissionId: submissionId === null ? null : String(submissionId),
    createdBy,
    dateCreated: now,
  });
}
