import { Injectable } from '@nestjs/common';
import { preparedStatement } from '../../database/connection/timeout-pool';
import { violatedConstraint } from '../../database/constraint-violation';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { EntityProblemEntity } from '../../database/entities/entity.entity';
import type { DeclaredList } from '../../domain/entity/checked-node';
import {
  type EntityChange,
  type EntityConflict,
  type EntityData,
  type EntityKey,
  type EntityProblem,
  type EntityVersion,
  type NewEntityVersion,
  receivedVersion,
} from '../../domain/entity/entity-change';
import { ConflictError } from '../../domain/errors';
import type { EntityNode } from '../../domain/entity/entity-node';

export interface StoredEntity {
  readonly id: string;
  readonly isDeleted: boolean;
  readonly conflict: EntityConflict | null;
  /** Starts at the one that the device received; oldest first. */
  readonly versions: readonly EntityVersion[];
  /** Whether changes of the entity wait for an earlier one. */
  readonly isAwaited: boolean;
}

/** Origin of a version: a submission, or a person. */
export interface VersionSource {
  readonly assetId: number | null;
  readonly submissionId: number | null;
  /** Username; null if anonymous. */
  readonly createdBy: string | null;
  readonly now: Date;
}

export interface NewProblem {
  readonly key: Partial<EntityKey>;
  readonly problem: EntityProblem;
  readonly node: EntityNode;
}

/** Writes the changes of entities, each under the lock of its entity. */
@Injectable()
export class EntityIntakeRepository {
  /**
   * Returns the lists that submissions to the form create or update entities of; they are not deleted until the transaction
   * ends. Locks these entities of theirs, as `lock` does.
   */
  lockDeclared(
    transaction: Transaction,
    assetId: number,
    entities: readonly { readonly list: string; readonly uuid: string }[],
  ): Promise<DeclaredList[]> {
    return managerOf(transaction).query(LOCK_DECLARED, [
      assetId,
      entities.map(({ list }) => list),
      entities.map(({ uuid }) => uuid),
    ]);
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
    change: Pick<EntityChange, 'baseVersion' | 'trunkVersion' | 'branchId'>,
  ): Promise<StoredEntity | undefined> {
    const rows: StoredEntity[] = await managerOf(transaction).query(FIND, [
      listId,
      uuid,
      receivedVersion(change),
    ]);
    return rows[0];
  }

  /** The caller holds the lock, and knows that the list exists and the entity does not. */
  async create(
    transaction: Transaction,
    { listId, uuid }: EntityKey,
    version: NewEntityVersion,
    source: VersionSource,
  ): Promise<void> {
    await managerOf(transaction).query(CREATE, [...versionValues(version, source), listId, uuid]);
  }

  /**
   * Creates entities of a person. The caller holds their locks and knows that they do not exist, or made their uuids of an
   * upload. @throws ConflictError if this upload is stored already
   */
  async createAll(
    transaction: Transaction,
    listId: number,
    entities: readonly { readonly uuid: string; readonly label: string; readonly data: EntityData }[],
    { createdBy, now }: Pick<VersionSource, 'createdBy' | 'now'>,
  ): Promise<void> {
    try {
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
    } catch (error) {
      if (violatedConstraint(error) !== 'entity_uuid_key') throw error;
      throw new ConflictError('These rows are stored already. Open the list to see them.');
    }
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
    await managerOf(transaction).query(APPEND, [...versionValues(version, source), version.conflict, id]);
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

/** Appends a version to the entity that `changed` names, with the parameters of `versionValues`. */
const INSERT_VERSION = `INSERT INTO entity_version (entity_id, version, label, data, base_version, trunk_version, branch_id,
    branch_base, conflicting, asset_id, submission_id, created_by, date_created)
  SELECT id, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM changed`;

const LOCK_DECLARED = preparedStatement(`
  SELECT l.id, l.name, l.properties, l.approval_required AS "approvalRequired", (
           SELECT count(pg_advisory_xact_lock(hashtextextended(names.name, 0)))
             FROM (SELECT DISTINCT concat_ws(' ', 'entity', l.id, left(e.uuid, 2)) COLLATE "C" AS name
                     FROM unnest($2::text[], $3::text[]) AS e (list, uuid) WHERE e.list = l.name
                    ORDER BY name) names
         ) AS locks
    FROM entity_list_use u JOIN entity_list l ON l.id = u.list_id
   WHERE u.asset_id = $1 AND u.declares ORDER BY l.id::text COLLATE "C" FOR KEY SHARE OF l`);

const FIND = preparedStatement(`
  SELECT e.id::text AS id, e.date_deleted IS NOT NULL AS "isDeleted", e.conflict, (
           SELECT json_agg(json_build_object('version', v.version, 'label', v.label, 'data', v.data,
                                             'branchId', v.branch_id, 'branchBase', v.branch_base)
                           ORDER BY v.version)
             FROM entity_version v
            WHERE v.entity_id = e.id AND v.version >= least(e.version, $3::integer)
         ) AS versions, EXISTS (
           SELECT FROM entity_problem p
            WHERE p.list_id = e.list_id AND p.uuid = e.uuid AND p.problem = 'waiting'
         ) AS "isAwaited"
    FROM entity e WHERE e.list_id = $1 AND e.uuid = $2`);

const CREATE = preparedStatement(`
  WITH changed AS (
    INSERT INTO entity (list_id, uuid, version, label, data, date_created, date_modified)
    VALUES ($13, $14, $1, $2, $3, $12, $12) RETURNING id
  ) ${INSERT_VERSION}`);

const APPEND = preparedStatement(`
  WITH changed AS (
    UPDATE entity SET version = $1, label = $2, data = $3, conflict = $13, date_modified = $12
     WHERE id = $14 RETURNING id
  ) ${INSERT_VERSION}`);

function versionValues(
  { version, label, data, baseVersion, trunkVersion, branchId, branchBase, conflicting }: NewEntityVersion,
  { assetId, submissionId, createdBy, now }: VersionSource,
): unknown[] {
  return [
    ...[version, label, JSON.stringify(data), baseVersion, trunkVersion, branchId, branchBase],
    ...[JSON.stringify(conflicting), assetId, submissionId, createdBy, now],
  ];
}
