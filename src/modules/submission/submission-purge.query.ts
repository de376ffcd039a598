import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Few at a time, so that no transaction is long and no list large. */
const AT_A_TIME = 1000;

/** Some submissions of an asset that is being purged. */
export interface PurgedSubmissions {
  readonly ids: readonly number[];
  /** Hashes of the bytes that their files name, each once. */
  readonly sha256s: readonly Buffer[];
}

/** How the submissions of an asset that nobody sees any more go. */
@Injectable()
export class SubmissionPurgeQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Undefined when there is none left. */
  async next(assetId: number): Promise<PurgedSubmissions | undefined> {
    const rows = await this.dataSource.query<{ ids: string[] | null; sha256s: Buffer[] | null }[]>(
      `WITH next AS (SELECT id FROM submission WHERE asset_id = $1 ORDER BY id LIMIT ${AT_A_TIME})
       SELECT (SELECT array_agg(id) FROM next) AS ids,
              (SELECT array_agg(DISTINCT sha256) FROM attachment
                WHERE asset_id = $1 AND submission_id IN (SELECT id FROM next)) AS sha256s`,
      [assetId],
    );
    const { ids, sha256s } = rows[0]!;
    return ids === null ? undefined : { ids: ids.map(Number), sha256s: sha256s ?? [] };
  }

  /** With their files and their history. */
  async remove(assetId: number, ids: readonly number[]): Promise<void> {
    await this.dataSource.query('DELETE FROM submission WHERE asset_id = $1 AND id = ANY($2::bigint[])', [
      assetId,
      ids,
    ]);
  }

  /** What is remembered of changes. @returns whether there may be more */
  async removeChanges(assetId: number): Promise<boolean> {
    const [, removed] = await this.dataSource.query<[object[], number]>(
      `DELETE FROM submission_change
        WHERE asset_id = $1 AND (asset_id, transaction_id, submission_id) IN (
          SELECT asset_id, transaction_id, submission_id FROM submission_change
           WHERE asset_id = $1 LIMIT ${AT_A_TIME})`,
      [assetId],
    );
    return removed === AT_A_TIME;
  }
}
