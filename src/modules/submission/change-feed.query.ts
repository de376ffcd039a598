import type { Transform, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { checkedInteger } from '../../database/copy/checked-integer';
import { CopyReader } from '../../database/copy/copy-reader';
import type { RowFrame } from '../../database/copy/row-stream';
import { BoundedReader } from '../../database/query/bounded-reader';
import { listOfIds } from '../../database/query/json-of-ids';
import { costOf, withinScope } from '../../database/query/scope-sql';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { ChangeToken } from '../../domain/submission/change-token';
import type { SubmissionChangeKind } from '../../domain/submission/submission-change';

/** One change, in the order of the transactions that made them. */
export interface ChangeRow extends ChangeToken {
  readonly kind: SubmissionChangeKind;
  readonly changedAt: Date;
  /** The scope has the submission now. */
  readonly isThere: boolean;
  readonly hasFiles: boolean;
}

/** Stands for a submission that is not to be shown: no row has this number. */
const NONE = 0;

/** What readers of changes ask. */
@Injectable()
export class ChangeFeedQuery {
  constructor(
    private readonly reader: BoundedReader,
    private readonly copyReader: CopyReader,
  ) {}

  /**
   * Changes after a token, the oldest first, of transactions below the oldest that is still open: nothing can come
   * between them any more.
   * @returns undefined for a token of a change that this database has not seen
   */
  find(scope: SubmissionScope, since: ChangeToken, limit: number): Promise<ChangeRow[] | undefined> {
    return this.reader.read(costOf(scope), async (ask) => {
      const [horizon] = await ask<{ below: number }>(
        'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS below',
        [],
      );
      const { below } = horizon!;
      if (since.transactionId >= below) return undefined;
      const { where, parameters } = withinScope(scope, since.transactionId, since.submissionId, below, limit);
      return ask<ChangeRow>(
        `SELECT c.transaction_id AS "transactionId", c.submission_id AS "submissionId", c.kind,
                c.date_changed AS "changedAt", s.id IS NOT NULL AS "isThere",
                coalesce(s.attachment_count, 0) > 0 AS "hasFiles"
           FROM (SELECT * FROM submission_change
                  WHERE asset_id = $1 AND (transaction_id, submission_id) > ($2, $3) AND transaction_id < $4
                  ORDER BY transaction_id, submission_id LIMIT $5) c
           LEFT JOIN LATERAL (SELECT id, attachment_count FROM submission
                               WHERE ${where} AND id = c.submission_id) s ON true
          ORDER BY c.transaction_id, c.submission_id`,
        parameters.values,
      );
    });
  }

  /** Streams what these submissions are now, each in its frame; null for those that are not there. */
  async stream(
    { assetId }: SubmissionScope,
    changes: readonly ChangeRow[],
    { head, tail, ...frame }: { head: string; tail: string } & RowFrame,
    stages: readonly Transform[],
    sink: Writable,
  ): Promise<void> {
    const ids = changes.map(({ submissionId, isThere }) => (isThere ? submissionId : NONE));
    // Places are the keys: one submission may have changed more than once.
    const select = (places: readonly number[]): string =>
      `SELECT c.place, coalesce(s.json, 'null')
         FROM unnest(${listOfIds(places)}, ${listOfIds(places.map((place) => ids[place]!))}) AS c (place, id)
         LEFT JOIN submission s ON s.asset_id = ${checkedInteger(assetId)} AND s.id = c.id
        ORDER BY c.place`;
    await this.copyReader.stream({ head, tail, frame, keys: [...ids.keys()], select }, stages, sink);
  }
}
