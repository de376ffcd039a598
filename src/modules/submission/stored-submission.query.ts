import { Injectable } from '@nestjs/common';
import { withinScope } from '../../database/query/scope-sql';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { SubmissionIdentifier } from '../../domain/submission/submission-identifier';
import type { ValidationStatus } from '../../domain/submission/validation-status';

/** The stored state that resubmissions and edits are compared with. */
export interface StoredSubmission {
  readonly id: number;
  readonly rootUuid: string;
  readonly uuid: string;
  readonly xmlHash: Buffer;
  readonly submittedBy: string | null;
  readonly submittedAt: Date;
  readonly validationStatus: ValidationStatus | null;
  readonly json: string;
}

/** Lookup key: the root uuid, the current uuid, or the id or uuid of a URL path. */
export type SubmissionKey =
  { readonly rootUuid: string } | { readonly currentUuid: string } | SubmissionIdentifier;

/** Namespace of the advisory locks that serialize changes to the submissions of an asset. */
const LOCK_NAMESPACE = 0x5b;

const STORED = `
  s.id, s.root_uuid AS "rootUuid", s.uuid, s.xml_hash AS "xmlHash", s.submitted_by AS "submittedBy",
  s.date_submitted AS "submittedAt", s.validation_status AS "validationStatus", s.json`;

/**
 * Locks submissions before a change. Every writer takes the asset's advisory lock (shared for one submission, exclusive
 * for many) before its first row lock, so that transaction ids follow the order of changes (decision 74).
 */
@Injectable()
export class StoredSubmissionQuery {
  /** `SELECT … FOR UPDATE` of the submissions that match a key, nearly always one or none. */
  lock(transaction: Transaction, assetId: number, key: SubmissionKey): Promise<StoredSubmission[]> {
    const [condition, value] = conditionOf(key);
    return managerOf(transaction).query(
      `WITH asset_lock AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${LOCK_NAMESPACE}, $1::int))
       SELECT ${STORED} FROM asset_lock, submission s
        WHERE s.asset_id = $1 AND ${condition} ORDER BY s.id FOR UPDATE OF s`,
      [assetId, value],
    );
  }

  async isRootUuid(transaction: Transaction, assetId: number, uuid: string): Promise<boolean> {
    const rows: unknown[] = await managerOf(transaction).query(
      'SELECT 1 FROM submission WHERE asset_id = $1 AND root_uuid = $2',
      [assetId, uuid],
    );
    return rows.length > 0;
  }

  /** Takes the exclusive advisory lock of the asset's submissions until the transaction ends. */
  async lockAsset(transaction: Transaction, assetId: number): Promise<void> {
    await managerOf(transaction).query(`SELECT pg_advisory_xact_lock(${LOCK_NAMESPACE}, $1::int)`, [assetId]);
  }

  /** `SELECT … FOR UPDATE` of these ids, ordered by id; the caller holds the asset lock. */
  async lockMany(transaction: Transaction, assetId: number, ids: readonly number[]): Promise<number[]> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      'SELECT id FROM submission WHERE asset_id = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR UPDATE',
      [assetId, ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Ordered by id; ids that are not found are omitted. */
  listWithXml(
    transaction: Transaction,
    assetId: number,
    ids: readonly number[],
  ): Promise<(StoredSubmission & { xml: string })[]> {
    return managerOf(transaction).query(
      `SELECT ${STORED}, s.xml FROM submission s
        WHERE s.asset_id = $1 AND s.id = ANY($2::bigint[]) ORDER BY s.id`,
      [assetId, ids],
    );
  }

  /** The subset of these ids that a scope contains. */
  async filterByScope(
    transaction: Transaction,
    scope: SubmissionScope,
    ids: readonly number[],
  ): Promise<ReadonlySet<number>> {
    if (scope.filter === undefined) return new Set(ids);
    const { where, parameters } = withinScope(scope, ids);
    const rows: { id: number }[] = await managerOf(transaction).query(
      `SELECT id FROM submission WHERE ${where} AND id = ANY($2::bigint[])`,
      parameters.values,
    );
    return new Set(rows.map(({ id }) => id));
  }
}

function conditionOf(key: SubmissionKey): [condition: string, value: string | number] {
  if ('id' in key) return ['s.id = $2', key.id];
  if ('rootUuid' in key) return ['s.root_uuid = $2', key.rootUuid];
  // The index of current uuids is partial: it covers edited submissions only.
  const isCurrent = 's.uuid = $2 AND s.uuid <> s.root_uuid';
  return 'currentUuid' in key
    ? [`(s.root_uuid = $2 AND s.uuid = $2 OR ${isCurrent})`, key.currentUuid]
    : [`(s.root_uuid = $2 OR ${isCurrent})`, key.uuid];
}
