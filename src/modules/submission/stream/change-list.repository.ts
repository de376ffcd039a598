import type { Transform, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { CopyReader } from '../../../database/copy/copy-reader';
import type { RowFrame } from '../../../database/copy/copied-rows';
import { BoundedReader, type RunQuery } from '../../../database/query/bounded-reader';
import { DatabaseTopology } from '../../../database/sharding/distributed-tables';
import { costOf, withinScope } from '../../../database/query/scope-sql';
import type { SubmissionScope } from '../../../domain/query/submission-scope';
import type { ChangeToken, SubmissionChangeKind } from '../../../domain/submission/answer-changes';
import { idArraySql, checkedInteger } from '../../../database/query/sql-parameters';

export interface ChangeRow extends ChangeToken {
  readonly kind: SubmissionChangeKind;
  readonly changedAt: Date;
  /** Whether the scope contains the submission now. */
  readonly exists: boolean;
  readonly hasFiles: boolean;
}

/** Matches no row: ids start at 1. */
const NO_ID = 0;
/** Of changes, hidden ones too: each statement has a timeout. */
const SCANNED_AT_A_TIME = 10_000;

@Injectable()
export class ChangeListRepository {
  constructor(
    private readonly reader: BoundedReader,
    private readonly copyReader: CopyReader,
    private readonly topology: DatabaseTopology,
  ) {}

  /**
   * Changes after a token, oldest first. Stops before the oldest open transaction: an earlier change may still commit.
   * Within a row filter: those of submissions that it contains now, or contained for this viewer until the change.
   * @returns undefined for a token newer than this database
   */
  find(
    scope: SubmissionScope,
    viewerId: number | undefined,
    since: ChangeToken,
    limit: number,
  ): Promise<ChangeRow[] | undefined> {
    return this.reader.read(costOf(scope), async (query) => {
      const [horizon] = await query<{ below: number }>(
        'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS below',
        [],
      );
      const { below } = horizon!;
      if (since.transactionId >= below) return undefined;
      await this.topology.settle(query);
      const end = { transactionId: below, submissionId: NO_ID };
      if (scope.filter === undefined) return listBetween(query, scope, [since, end], limit);
      const found: ChangeRow[] = [];
      for (let from = since; ;) {
        const last = await nthAfter(query, scope, [from, end], SCANNED_AT_A_TIME);
        const range = [from, last ?? end] as const;
        found.push(...(await listBetween(query, scope, range, limit - found.length, viewerId)));
        if (last === undefined || found.length === limit) return found;
        from = last;
      }
    });
  }

  /** Streams the current JSON of the changed submissions, each in its frame; null if deleted or out of scope. */
  async stream(
    { assetId }: SubmissionScope,
    changes: readonly ChangeRow[],
    { head, tail, ...frame }: { head: string; tail: string } & RowFrame,
    stages: readonly Transform[],
    sink: Writable,
  ): Promise<void> {
    const ids = changes.map(({ submissionId, exists }) => (exists ? submissionId : NO_ID));
    // Keys are list indexes: a submission may have changed more than once.
    const select = (indexes: readonly number[]): string =>
      `SELECT c.index, coalesce(s.json, 'null')
         FROM unnest(${idArraySql(indexes)}, ${idArraySql(indexes.map((index) => ids[index]!))}) AS c (index, id)
         LEFT JOIN submission s ON s.asset_id = ${checkedInteger(assetId)} AND s.id = c.id
        ORDER BY c.index`;
    await this.copyReader.stream({ head, tail, frame, keys: [...ids.keys()], select }, stages, sink);
  }
}

/** After the first and before or at the second; transaction ids below the horizon. */
type Range = readonly [after: ChangeToken, until: ChangeToken];

const WITHIN = `asset_id = $1 AND (transaction_id, submission_id) > ($2, $3)
                    AND (transaction_id, submission_id) <= ($4, $5)`;

const boundsOf = ([after, until]: Range): number[] => [
  after.transactionId,
  after.submissionId,
  until.transactionId,
  until.submissionId,
];

/** Within a row filter, hidden changes are left out. */
function listBetween(
  query: RunQuery,
  scope: SubmissionScope,
  range: Range,
  limit: number,
  viewerId?: number,
): Promise<ChangeRow[]> {
  const { where, parameters } = withinScope(scope, ...boundsOf(range), limit);
  const isVisible =
    scope.filter === undefined
      ? ''
      : `AND (${parameters.add(viewerId ?? null, 'integer')} = ANY (changed.seen_by) OR EXISTS (
                      SELECT FROM submission WHERE ${where} AND id = changed.submission_id))`;
  return query<ChangeRow>(
    `SELECT c.transaction_id AS "transactionId", c.submission_id AS "submissionId", c.kind,
            c.date_changed AS "changedAt", s.id IS NOT NULL AS "exists",
            coalesce(s.attachment_count, 0) > 0 AS "hasFiles"
       FROM (SELECT * FROM submission_change AS changed
              WHERE ${WITHIN} ${isVisible}
              ORDER BY transaction_id, submission_id LIMIT $6) c
       LEFT JOIN LATERAL (SELECT id, attachment_count FROM submission
                           WHERE ${where} AND id = c.submission_id) s ON true
      ORDER BY c.transaction_id, c.submission_id`,
    parameters.values,
  );
}

/** Undefined if there are fewer changes. */
async function nthAfter(
  query: RunQuery,
  { assetId }: SubmissionScope,
  range: Range,
  count: number,
): Promise<ChangeToken | undefined> {
  const [row] = await query<ChangeToken>(
    `SELECT transaction_id AS "transactionId", submission_id AS "submissionId" FROM submission_change
      WHERE ${WITHIN} ORDER BY transaction_id, submission_id LIMIT 1 OFFSET $6`,
    [assetId, ...boundsOf(range), count - 1],
  );
  return row;
}
