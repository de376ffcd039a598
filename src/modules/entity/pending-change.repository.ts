import { Injectable } from '@nestjs/common';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { EntityKey } from '../../domain/entity/entity-change';
import type { EntityNode } from '../../domain/entity/entity-node';

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
