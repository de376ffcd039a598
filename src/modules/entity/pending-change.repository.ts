import { Injectable } from '@nestjs/common';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { EntityKey, EntityData } from '../../domain/entity/entity-change';
import type { EntityNode } from '../../domain/entity/entity-node';
import type { UploadTarget } from '../../domain/entity/entity-upload';

const APPROVED = 'validation_status_approved';

/** A change that could not be applied yet. */
export interface PendingChange extends EntityKey {
  readonly id: string;
  readonly node: EntityNode;
  readonly assetId: number;
  readonly submissionId: number;
  readonly createdBy: string | null;
  readonly needsApproval: boolean;
}

/** Reads changes that could not be applied yet. */
@Injectable()
export class PendingChangeRepository {
  /** Changes of these entities that wait for an earlier one, in order of arrival. */
  waiting(transaction: Transaction, keys: readonly EntityKey[]): Promise<PendingChange[]> {
    return listPending(
      transaction,
      `WHERE p.problem = 'waiting' AND (p.list_id, p.uuid) IN (SELECT * FROM unnest($1::integer[], $2::uuid[]))`,
      [keys.map(({ listId }) => listId), keys.map(({ uuid }) => uuid)],
    );
  }

  /** Changes of these submissions that wait for an earlier one or for approval, in order of arrival. */
  pendingOf(
    transaction: Transaction,
    assetId: number,
    submissionIds: readonly number[],
  ): Promise<PendingChange[]> {
    return listPending(
      transaction,
      `WHERE p.asset_id = $1 AND p.submission_id = ANY ($2::bigint[]) AND p.problem IN ('waiting', 'unapproved')`,
      [assetId, submissionIds],
    );
  }

  /** Changes that wait for approval to create entities of a list, in order of arrival. */
  unapproved(transaction: Transaction, listId: number): Promise<PendingChange[]> {
    return listPending(transaction, `WHERE p.list_id = $1 AND p.problem = 'unapproved'`, [listId]);
  }
}

/**
 * Leaves out changes of deleted submissions. Reads these apart: they may be distributed, other tables are not (decision 154).
 * @param condition SQL after the join of the lists
 */
async function listPending(
  transaction: Transaction,
  condition: string,
  values: unknown[],
): Promise<PendingChange[]> {
  const changes: PendingChange[] = await managerOf(transaction).query(
    `SELECT p.id::text AS id, p.list_id AS "listId", p.uuid, p.node, p.asset_id AS "assetId",
            p.submission_id::float8 AS "submissionId", p.created_by AS "createdBy",
            l.approval_required AS "needsApproval"
       FROM entity_problem p JOIN entity_list l ON l.id = p.list_id ${condition} ORDER BY p.id`,
    values,
  );
  const statuses = await statusesOf(transaction, changes);
  return changes.flatMap((change) => {
    const status = statuses.get(`${change.assetId} ${change.submissionId}`);
    if (status === undefined) return [];
    return [{ ...change, needsApproval: change.needsApproval && status !== APPROVED }];
  });
}

/** Validation statuses of the submissions that are not deleted, by asset and id. */
async function statusesOf(
  transaction: Transaction,
  changes: readonly PendingChange[],
): Promise<ReadonlyMap<string, string | null>> {
  const statuses = new Map<string, string | null>();
  for (const assetId of new Set(changes.map((change) => change.assetId))) {
    const ids = changes.filter((change) => change.assetId === assetId).map((change) => change.submissionId);
    const rows: { id: number; status: string | null }[] = await managerOf(transaction).query(
      `SELECT id::float8 AS id, validation_status ->> 'uid' AS status FROM submission
        WHERE asset_id = $1 AND id = ANY ($2::bigint[])`,
      [assetId, ids],
    );
    for (const { id, status } of rows) statuses.set(`${assetId} ${id}`, status);
  }
  return statuses;
}

export interface StoredTarget extends UploadTarget {
  readonly id: string;
  readonly uuid: string;
}

export interface UploadedVersion {
  /** Of the entity. */
  readonly id: string;
  readonly version: number;
  readonly label: string;
  readonly data: EntityData;
}

/** Reads and changes many entities at a time, for uploads. */
@Injectable()
export class EntityUploadRepository {
  /** Entities with these uuids, also deleted ones. */
  targets(transaction: Transaction, listId: number, uuids: readonly string[]): Promise<StoredTarget[]> {
    return managerOf(transaction).query(
      `SELECT id::text AS id, uuid, version, label, data, date_deleted IS NOT NULL AS "isDeleted" FROM entity
        WHERE list_id = $1 AND uuid = ANY ($2::uuid[]) ORDER BY id`,
      [listId, uuids],
    );
  }

  /** Adds a version of a person to each; a conflict stays. The caller holds the locks of the entities. */
  async appendAll(
    transaction: Transaction,
    versions: readonly UploadedVersion[],
    { createdBy, now }: { createdBy: string; now: Date },
  ): Promise<void> {
    await managerOf(transaction).query(
      `WITH sent AS (
         SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::jsonb[]) AS s (id, version, label, data)
       ), changed AS (
         UPDATE entity e SET version = s.version, label = s.label, data = s.data, date_modified = $6
           FROM sent s WHERE e.id = s.id
       )
       INSERT INTO entity_version (entity_id, version, label, data, base_version, conflicting, created_by, date_created)
       SELECT id, version, label, data, version - 1, '[]', $5, $6 FROM sent`,
      [
        versions.map(({ id }) => id),
        versions.map(({ version }) => version),
        versions.map(({ label }) => label),
        versions.map(({ data }) => JSON.stringify(data)),
        createdBy,
        now,
      ],
    );
  }
}
