import { Injectable } from '@nestjs/common';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import { TOKENS, validationStatusJson } from '../../../domain/submission/submission-json';
import type { ValidationStatus } from '../../../domain/submission/validation-status';
import { wireDate } from '../../../domain/text/wire-date';

/** Each token occurs once in the rendered JSON; the text between them is replaced. */
const [STATUS, SUBMITTED_BY, DATE_MODIFIED] = [
  TOKENS.validationStatus,
  TOKENS.submittedBy,
  TOKENS.dateModified,
];

/** The caller holds the row locks. */
@Injectable()
export class ValidationStatusQuery {
  async set(
    transaction: Transaction,
    { assetId, ids, now }: { assetId: number; ids: readonly number[]; now: Date },
    status: ValidationStatus | null,
  ): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE submission
          SET validation_status = $4, date_modified = $3,
              json = left(json, strpos(json, '${STATUS}') + ${STATUS.length - 1}) || $5
                || substr(json, strpos(json, '${SUBMITTED_BY}'),
                          strpos(json, '${DATE_MODIFIED}') + ${DATE_MODIFIED.length} - strpos(json, '${SUBMITTED_BY}'))
                || $6
        WHERE asset_id = $1 AND id = ANY($2::bigint[])`,
      [assetId, ids, now, status, validationStatusJson(status), `"${wireDate(now)}"}`],
    );
  }
}
