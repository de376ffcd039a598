import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { submissionCountSql } from '../../database/query/submission-sql';
import type { AssetType } from '../../domain/content/content';

export interface AssetUsage {
  readonly uid: string;
  readonly name: string;
  /** Total size of attachments, in bytes. */
  readonly storageBytes: number;
  readonly currentPeriod: number;
  readonly allTime: number;
  readonly assetType: AssetType;
  /** Null when never deployed. */
  readonly active: boolean | null;
}

export type TotalUsage = Pick<AssetUsage, 'storageBytes' | 'currentPeriod' | 'allTime'>;

/** Submissions of asset `a` since the day `$2`. */
const CURRENT_PERIOD = `coalesce((
  SELECT sum(t.submissions) FROM submission_tally t WHERE t.asset_id = a.id AND t.day >= $2::date), 0)::int`;

@Injectable()
export class UsageRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async count(ownerId: number): Promise<number> {
    const rows: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count FROM asset
        WHERE owner_id = $1 AND date_deleted IS NULL AND asset_type <> 'empty'`,
      [ownerId],
    );
    return rows[0]!.count;
  }

  /** Oldest first. @param since first day of the period, in UTC, such as `2026-11-01` */
  async list(ownerId: number, since: string, limit: number, start: number): Promise<AssetUsage[]> {
    const rows: (Omit<AssetUsage, 'storageBytes'> & { readonly id: number })[] = await this.dataSource.query(
      `SELECT a.id, a.uid, a.name, ${CURRENT_PERIOD} AS "currentPeriod", ${submissionCountSql('a.id')} AS "allTime",
              a.asset_type AS "assetType", d.active
         FROM asset a LEFT JOIN deployment d ON d.asset_id = a.id
        WHERE a.owner_id = $1 AND a.date_deleted IS NULL AND a.asset_type <> 'empty'
        ORDER BY a.id LIMIT $3 OFFSET $4`,
      [ownerId, since, limit, start],
    );
    const bytes = await this.storageOf(rows.map(({ id }) => id));
    return rows.map(({ id, ...usage }) => ({ ...usage, storageBytes: bytes.get(id) ?? 0 }));
  }

  /** Submission counts include deleted assets; storage does not, since it is being freed. */
  async total(ownerId: number, since: string): Promise<TotalUsage> {
    const rows: { ids: number[]; currentPeriod: number; allTime: number }[] = await this.dataSource.query(
      `SELECT coalesce(array_agg(a.id) FILTER (WHERE a.date_deleted IS NULL), '{}') AS ids,
              coalesce(sum(${CURRENT_PERIOD}), 0)::int AS "currentPeriod",
              coalesce(sum(${submissionCountSql('a.id')}), 0)::int AS "allTime"
         FROM asset a WHERE a.owner_id = $1`,
      [ownerId, since],
    );
    const { ids, ...counts } = rows[0]!;
    const bytes = await this.storageOf(ids);
    return { ...counts, storageBytes: [...bytes.values()].reduce((sum, each) => sum + each, 0) };
  }

  /** Total sizes of the current attachments by asset, in bytes; assets without any are left out. */
  private async storageOf(assetIds: readonly number[]): Promise<Map<number, number>> {
    const rows: { assetId: number; bytes: number }[] = await this.dataSource.query(
      `SELECT asset_id AS "assetId", sum(byte_size)::bigint AS bytes FROM attachment
        WHERE asset_id = ANY ($1::int[]) AND date_dropped IS NULL AND date_deleted IS NULL GROUP BY asset_id`,
      [assetIds],
    );
    return new Map(rows.map(({ assetId, bytes }) => [assetId, bytes]));
  }
}
