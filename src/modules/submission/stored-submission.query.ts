import { Injectable } from '@nestjs/common';
import { withinScope } from '../../database/query/scope-sql';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { SubmissionName } from '../../domain/submission/submission-name';
import type { ValidationStatus } from '../../domain/submission/validation-status';

/** A stored submission, as far as what comes in is compared with it, or takes its place. */
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

/** By what a submission is found: the identifier of its first state, that of its present one, or what paths call it by. */
export type SubmissionKey = { readonly rootUuid: string } | { readonly presentUuid: string } | SubmissionName;

/** Namespace of the locks by which changes of one asset's submissions take turns. */
const TURN = 0x5b;

const STORED = `
  s.id, s.root_uuid AS "rootUuid", s.uuid, s.xml_hash AS "xmlHash", s.submitted_by AS "submittedBy",
  s.date_submitted AS "submittedAt", s.validation_status AS "validationStatus", s.json`;

/**
 * Stored submissions that are about to change. Whoever changes one waits for a turn before anything is locked or
 * written: so the numbers of their transactions are in the order in which they changed a submission (decision 74).
 */
@Injectable()
export class StoredSubmissionQuery {
  /** The submissions that a key names, locked against other changes until the transaction ends. Nearly always one or none. */
  lock(transaction: Transaction, assetId: number, key: SubmissionKey): Promise<StoredSubmission[]> {
    const [condition, value] = conditionOf(key);
    return managerOf(transaction).query(
      `WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${TURN}, $1::int))
       SELECT ${STORED} FROM turn, submission s
        WHERE s.asset_id = $1 AND ${condition} ORDER BY s.id FOR UPDATE OF s`,
      [assetId, value],
    );
  }

  /** Whether this was the first identifier of a submission. */
  async isRoot(transaction: Transaction, assetId: number, uuid: string): Promise<boolean> {
    const rows: unknown[] = await managerOf(transaction).query(
      'SELECT 1 FROM submission WHERE asset_id = $1 AND root_uuid = $2',
      [assetId, uuid],
    );
    return rows.length > 0;
  }

  /** Waits until nobody else changes submissions of the asset, and keeps others waiting until the transaction ends. */
  async holdAll(transaction: Transaction, assetId: number): Promise<void> {
    await managerOf(transaction).query(`SELECT pg_advisory_xact_lock(${TURN}, $1::int)`, [assetId]);
  }

  /** Those of these numbers that the asset has, in order, locked until the transaction ends; who asks holds all. */
  async lockMany(transaction: Transaction, assetId: number, ids: readonly number[]): Promise<number[]> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      'SELECT id FROM submission WHERE asset_id = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR UPDATE',
      [assetId, ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Some of these with their XML, in order. */
  read(
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

  /** Of these submissions, those within a scope. */
  async within(
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
  // The present identifier has an index of its own only where it is not the first one.
  const isPresent = 's.uuid = $2 AND s.uuid <> s.root_uuid';
  return 'presentUuid' in key
    ? [`(s.root_uuid = $2 AND s.uuid = $2 OR ${isPresent})`, key.presentUuid]
    : [`(s.root_uuid = $2 OR ${isPresent})`, key.uuid];
}
