import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Bounds transaction time and parameter size. */
const BATCH_SIZE = 1000;

export interface PurgeBatch {
  readonly ids: readonly number[];
  readonly sha256s: readonly Buffer[];
}

@Injectable()
export class SubmissionPurgeQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @returns undefined when no submissions remain */
  async next(assetId: number): Promise<PurgeBatch | undefined> {
    const rows = await this.dataSource.query<{ ids: string[] | null; sha256s: Buffer[] | null }[]>(
      `WITH next AS (SELECT id FROM submission WHERE asset_id = $1 ORDER BY id LIMIT ${BATCH_SIZE})
       SELECT (SELECT array_agg(id) FROM next) AS ids,
              (SELECT array_agg(DISTINCT sha256) FROM attachment
                WHERE asset_id = $1 AND submission_id IN (SELECT id FROM next)) AS sha256s`,
      [assetId],
    );
    const { ids, sha256s } = rows[0]!;
    return ids === null ? undefined : { ids: ids.map(Number), sha256s: sha256s ?? [] };
  }

  /** Deletes a batch of the change log. @returns whether more may remain */
  async removeChanges(assetId: number): Promise<boolean> {
    const [, removed] = await this.dataSource.query<[object[], number]>(
      `DELETE FROM submission_change
        WHERE asset_id = $1 AND (asset_id, transaction_id, submission_id) IN (
          SELECT asset_id, transaction_id, submission_id FROM submission_change
           WHERE asset_id = $1 LIMIT ${BATCH_SIZE})`,
      [assetId],
    );
    return removed === BATCH_SIZE;
  }
}
