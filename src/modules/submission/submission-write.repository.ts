import { Injectable } from '@nestjs/common';
import { attachmentColumns, type NewAttachment } from '../../database/query/submission-sql';
import type { StoredSubmission } from '../../database/entities/submission.entity';
import { isFailedFilter, TIMEOUT_MS } from '../../database/query/bounded-reader';
import { withinScope } from '../../database/query/scope-sql';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { hasPattern } from '../../domain/query/mongo-expression';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { SubmissionChangeKind } from '../../domain/submission/answer-changes';
import type { SubmissionIdentifier } from '../../domain/submission/instance-meta';

/** Lookup key: the root uuid, the current uuid, or the id or uuid of a URL path. */
export type SubmissionKey =
  { readonly rootUuid: string } | { readonly currentUuid: string } | SubmissionIdentifier;

/** Bounds of the ids of a day of which submissions were removed only. */
const NO_IDS = { first: Number.MAX_SAFE_INTEGER, last: 0 };

/** Namespace of the advisory locks that serialize changes to the submissions of an asset. */
const LOCK_NAMESPACE = 0x5b;

const STORED = `
  s.id, s.root_uuid AS "rootUuid", s.uuid, s.xml_hash AS "xmlHash", s.submitted_by AS "submittedBy",
  s.date_submitted AS "dateSubmitted", s.validation_status AS "validationStatus", s.json`;

export interface SubmissionEdit {
  readonly id: number;
  readonly uuid: string;
  readonly xmlHash: Buffer;
  readonly versionUid: string | null;
  readonly answersJson: string;
  readonly json: string;
  readonly xml: string;
  readonly attachments: EditedFiles;
}

export interface EditedFiles {
  readonly kept: readonly { readonly uid: string; readonly questionXpath: string }[];
  readonly dropped: readonly { readonly uid: string }[];
  readonly added: readonly NewAttachment[];
}

/** One kind of change to submissions of one asset in one transaction. */
export interface NewSubmissionChange {
  readonly assetId: number;
  readonly submissionIds: readonly number[];
  readonly kind: SubmissionChangeKind;
  readonly now: Date;
}

/**
 * Locks and changes stored submissions with what belongs to them; `IntakeRepository` inserts them. Every writer takes the
 * asset's advisory lock (shared for one submission, exclusive for many) before its first row lock, so that transaction
 * ids follow the order of changes (decision 74). Callers of methods that write hold the row locks.
 */
@Injectable()
export class SubmissionWriteRepository {
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

  /** Takes the exclusive advisory lock of the asset's submissions until the transaction ends. */
  async lockAsset(transaction: Transaction, assetId: number): Promise<void> {
    await managerOf(transaction).query(`SELECT pg_advisory_xact_lock(${LOCK_NAMESPACE}, $1::int)`, [assetId]);
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

  async updateJson(
    transaction: Transaction,
    { assetId, now }: { assetId: number; now: Date },
    submissions: readonly { readonly id: number; readonly json: string }[],
  ): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE submission s SET json = updated.json, date_modified = $2
         FROM unnest($3::bigint[], $4::text[]) AS updated(id, json)
        WHERE s.asset_id = $1 AND s.id = updated.id`,
      [assetId, now, submissions.map(({ id }) => id), submissions.map(({ json }) => json)],
    );
  }

  /** Copies the stored rows to the history and applies the edits, in one statement. */
  async replace(
    transaction: Transaction,
    { assetId, editedBy, now }: { assetId: number; editedBy: string | null; now: Date },
    edits: readonly SubmissionEdit[],
  ): Promise<void> {
    const column = <Value>(read: (edit: SubmissionEdit) => Value): Value[] => edits.map(read);
    const kept = edits.flatMap(({ attachments }) => attachments.kept);
    const added = edits.flatMap(({ attachments }) => attachments.added);
    await managerOf(transaction).query(
      `WITH edit AS (
         SELECT * FROM unnest($4::bigint[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::text[], $10::text[],
                              $11::int[]) AS e(id, uuid, xml_hash, version_uid, answers, json, xml, files)
       ), history AS (
         INSERT INTO submission_history (asset_id, submission_id, uuid, xml_hash, version_uid, xml, date_replaced,
                                         replaced_by)
         SELECT s.asset_id, s.id, s.uuid, s.xml_hash, s.version_uid, s.xml, $3, $2
           FROM submission s JOIN edit ON edit.id = s.id WHERE s.asset_id = $1
       ), dropped_files AS (
         UPDATE attachment SET date_dropped = $3
          WHERE asset_id = $1 AND submission_id = ANY($4::bigint[]) AND uid = ANY($12::text[])
       ), kept_files AS (
         UPDATE attachment a SET question_xpath = k.question_xpath
           FROM unnest($13::text[], $14::text[]) AS k(uid, question_xpath)
          WHERE a.asset_id = $1 AND a.submission_id = ANY($4::bigint[]) AND a.uid = k.uid
            AND a.question_xpath <> k.question_xpath
       ), added_files AS (
         INSERT INTO attachment (asset_id, date_created, submission_id, uid, name, name_key, mimetype, byte_size, sha256,
                                 question_xpath)
         SELECT $1, $3, f.* FROM unnest($15::bigint[], $16::text[], $17::text[], $18::text[], $19::text[],
                                        $20::bigint[], $21::bytea[], $22::text[]) f
       )
       UPDATE submission s
          SET uuid = edit.uuid, xml_hash = edit.xml_hash, version_uid = edit.version_uid, answers = edit.answers::jsonb,
              json = edit.json, xml = edit.xml, attachment_count = edit.files, date_modified = $3
         FROM edit WHERE s.asset_id = $1 AND s.id = edit.id`,
      [
        assetId,
        editedBy,
        now,
        column(({ id }) => id),
        column(({ uuid }) => uuid),
        column(({ xmlHash }) => xmlHash),
        column(({ versionUid }) => versionUid),
        column(({ answersJson }) => answersJson),
        column(({ json }) => json),
        column(({ xml }) => xml),
        column(({ attachments }) => attachments.kept.length + attachments.added.length),
        edits.flatMap(({ attachments }) => attachments.dropped.map(({ uid }) => uid)),
        kept.map(({ uid }) => uid),
        kept.map(({ questionXpath }) => questionXpath),
        edits.flatMap(({ id, attachments }) => attachments.added.map(() => id)),
        ...attachmentColumns(added),
      ],
    );
  }

  /** Distinct hashes of their attachments. */
  async listHashes(transaction: Transaction, assetId: number, ids: readonly number[]): Promise<Buffer[]> {
    const rows: { sha256: Buffer }[] = await managerOf(transaction).query(
      'SELECT DISTINCT sha256 FROM attachment WHERE asset_id = $1 AND submission_id = ANY($2::bigint[])',
      [assetId, ids],
    );
    return rows.map(({ sha256 }) => sha256);
  }

  /** Deletes submissions with attachments and history, and decrements the counts of their days. */
  async remove(transaction: Transaction, assetId: number, ids: readonly number[]): Promise<void> {
    await managerOf(transaction).query(
      `WITH deleted AS (
         DELETE FROM submission WHERE asset_id = $1 AND id = ANY($2::bigint[])
         RETURNING (date_submitted AT TIME ZONE 'UTC')::date AS day
       )
       INSERT INTO submission_tally AS t (asset_id, day, slot, submissions, last_submitted, first_id, last_id)
       SELECT $1, day, pg_backend_pid() % 64, -count(*)::int, NULL, ${NO_IDS.first}, ${NO_IDS.last}
         FROM deleted GROUP BY day
       ON CONFLICT ON CONSTRAINT submission_tally_pk
       DO UPDATE SET submissions = t.submissions + excluded.submissions`,
      [assetId, ids],
    );
  }

  /** Notes users whose scope contains the submissions in the changes that this transaction has logged. */
  async noteViewers(
    transaction: Transaction,
    scope: SubmissionScope,
    userIds: readonly number[],
    ids: readonly number[],
  ): Promise<void> {
    const seen = await this.filterIsolated(transaction, scope, ids);
    if (seen.size === 0) return;
    // Taken here: a node of a cluster has transaction ids of its own.
    const [row] = await managerOf(transaction).query<{ number: number }[]>(
      'SELECT pg_current_xact_id()::text::bigint AS number',
    );
    await managerOf(transaction).query(
      `UPDATE submission_change SET seen_by = coalesce(seen_by, '{}') || $4::int[]
        WHERE asset_id = $1 AND transaction_id = $2 AND submission_id = ANY($3::bigint[])`,
      [scope.assetId, row!.number, [...seen], userIds],
    );
  }

  /** Like `filterByScope`, for the filter of someone else: one that is invalid or slow contains nothing. */
  private async filterIsolated(
    transaction: Transaction,
    scope: SubmissionScope,
    ids: readonly number[],
  ): Promise<ReadonlySet<number>> {
    if (scope.filter === undefined || !hasPattern(scope.filter)) {
      return this.filterByScope(transaction, scope, ids);
    }
    await managerOf(transaction).query('SAVEPOINT isolated_filter');
    try {
      await managerOf(transaction).query(`SET LOCAL statement_timeout = ${TIMEOUT_MS.patterns}`);
      return await this.filterByScope(transaction, scope, ids);
    } catch (error) {
      if (isFailedFilter(error)) return new Set();
      throw error;
    } finally {
      await managerOf(transaction).query('ROLLBACK TO SAVEPOINT isolated_filter');
    }
  }

  /** Appends to the change log, which is ordered by transaction id. */
  async recordChange(
    transaction: Transaction,
    { assetId, submissionIds, kind, now }: NewSubmissionChange,
  ): Promise<void> {
    await managerOf(transaction).query(
      `INSERT INTO submission_change (asset_id, transaction_id, submission_id, kind, date_changed)
       SELECT $1, pg_current_xact_id()::text::bigint, id, $3, $4 FROM unnest($2::bigint[]) AS id`,
      [assetId, submissionIds, kind, now],
    );
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
