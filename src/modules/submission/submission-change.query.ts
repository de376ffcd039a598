import { Injectable } from '@nestjs/common';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { SubmissionChangeKind } from '../../domain/submission/submission-change';

/** One kind of change to submissions of one asset in one transaction. */
export interface NewSubmissionChange {
  readonly assetId: number;
  readonly submissionIds: readonly number[];
  readonly kind: SubmissionChangeKind;
  readonly now: Date;
}

/** Appends to the change log, which is ordered by transaction id. */
@Injectable()
export class SubmissionChangeQuery {
  async record(
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
