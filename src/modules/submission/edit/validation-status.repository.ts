import { Injectable } from '@nestjs/common';
import { withStatusSql } from '../../../database/query/scope-sql';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import { validationStatusJson } from '../../../domain/submission/submission-json';
import type { ValidationStatus, ValidationStatusUid } from '../../../domain/submission/validation-status';
import { wireDate } from '../../../domain/text/wire-date';

/** Submissions of an asset at the time of their change. */
export interface StatusTarget {
  readonly assetId: number;
  readonly ids: readonly number[];
  readonly now: Date;
}

/** Text of the former status, as `validationStatusJson` renders it. */
const FORMER_JSON = `
  CASE c.former_status WHEN 'null' THEN '{}' ELSE ${['timestamp', 'uid', 'by_whom', 'label']
    .map((key, index) => `'${index === 0 ? '{' : ','}"${key}":' || (c.former_status -> '${key}')::text`)
    .join(' || ')} || '}' END`;

/** Statuses of submissions and the log of their changes. Callers that write hold the asset lock or the row locks. */
@Injectable()
export class ValidationStatusRepository {
  /** Ids by uid of their status, null without one. */
  async idsByStatus(
    transaction: Transaction,
    assetId: number,
    ids: readonly number[],
  ): Promise<{ uid: ValidationStatusUid | null; ids: number[] }[]> {
    return managerOf(transaction).query(
      `SELECT validation_status ->> 'uid' AS uid, array_agg(id::float8 ORDER BY id) AS ids
         FROM submission WHERE asset_id = $1 AND id = ANY($2::bigint[]) GROUP BY 1 ORDER BY 1`,
      [assetId, ids],
    );
  }

  /** Identifies the change that this transaction makes: its number in the change log. */
  async nextChange(transaction: Transaction): Promise<number> {
    const [row] = await managerOf(transaction).query<{ change: number }[]>(
      'SELECT pg_current_xact_id()::text::bigint AS change',
    );
    return row!.change;
  }

  /** Logs a change with the present status of each submission, JSON `null` without one, before it is replaced. */
  async log(transaction: Transaction, change: number, { assetId, ids, now }: StatusTarget): Promise<void> {
    await managerOf(transaction).query(
      `INSERT INTO submission_change (asset_id, transaction_id, submission_id, kind, date_changed, former_status)
       SELECT asset_id, $3, id, 'validation_status', $4, coalesce(validation_status, 'null')
         FROM submission WHERE asset_id = $1 AND id = ANY($2::bigint[])`,
      [assetId, ids, change, now],
    );
  }

  /** Sets the status in its column and in the rendered JSON. */
  async set(
    transaction: Transaction,
    { assetId, ids, now }: StatusTarget,
    status: ValidationStatus | null,
  ): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE submission s SET validation_status = $4, date_modified = $3, json = ${withStatusSql('s.json', '$5', '$6')}
        WHERE s.asset_id = $1 AND s.id = ANY($2::bigint[])`,
      [assetId, ids, now, status, validationStatusJson(status), `"${wireDate(now)}"}`],
    );
  }

  /** Ids whose status a change replaced, in ascending order; none if the former statuses are unknown. */
  async listChanged(transaction: Transaction, assetId: number, change: number): Promise<number[]> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      `SELECT submission_id AS id FROM submission_change
        WHERE asset_id = $1 AND transaction_id = $2 AND former_status IS NOT NULL ORDER BY submission_id`,
      [assetId, change],
    );
    return rows.map(({ id }) => id);
  }

  /** The subset of these ids whose status was not changed after a change, in ascending order. */
  async filterUnchanged(
    transaction: Transaction,
    assetId: number,
    change: number,
    ids: readonly number[],
  ): Promise<number[]> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      `SELECT submission_id AS id FROM submission_change c
        WHERE asset_id = $1 AND transaction_id = $2 AND submission_id = ANY($3::bigint[])
          AND NOT EXISTS (
            SELECT FROM submission_change later
             WHERE later.asset_id = $1 AND later.transaction_id > $2 AND later.kind = 'validation_status'
               AND later.submission_id = c.submission_id)
        ORDER BY submission_id`,
      [assetId, change, ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Sets the statuses back to those before a change, with who had set them and when. */
  async restore(
    transaction: Transaction,
    change: number,
    { assetId, ids, now }: StatusTarget,
  ): Promise<void> {
    await managerOf(transaction).query(
      `UPDATE submission s
          SET validation_status = nullif(c.former_status, 'null'), date_modified = $3,
              json = ${withStatusSql('s.json', FORMER_JSON, '$5')}
         FROM submission_change c
        WHERE s.asset_id = $1 AND s.id = ANY($2::bigint[])
          AND c.asset_id = $1 AND c.transaction_id = $4 AND c.submission_id = s.id`,
      [assetId, ids, now, change, `"${wireDate(now)}"}`],
    );
  }
}
