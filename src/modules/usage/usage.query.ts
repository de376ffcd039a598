import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { AssetType } from '../../domain/content/asset-type';

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

/** Total size of the current attachments of asset `a`, in bytes. */
const STORAGE = `coalesce((
  SELECT sum(f.byte_size) FROM attachment f
   WHERE f.asset_id = a.id AND f.date_dropped IS NULL AND f.date_deleted IS NULL), 0)::bigint`;

/** Submissions of asset `a` since the day `$2`. */
const CURRENT_PERIOD = `coalesce((
  SELECT sum(t.submissions) FROM submission_tally t WHERE t.asset_id = a.id AND t.day >= $2::date), 0)::int`;

const ALL_TIME = `(
  coalesce((SELECT t.submissions FROM submission_total t WHERE t.asset_id = a.id), 0) +
  coalesce((SELECT sum(t.submissions) FROM submission_tally t WHERE t.asset_id = a.id AND t.slot >= 0), 0))::int`;

@Injectable()
export class UsageQuery {
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
  list(ownerId: number, since: string, limit: number, start: number): Promise<AssetUsage[]> {
    return this.dataSource.query(
      `SELECT a.uid, a.name, ${STORAGE} AS "storageBytes", ${CURRENT_PERIOD} AS "currentPeriod",
              ${ALL_TIME} AS "allTime", a.asset_type AS "assetType", d.active
         FROM asset a LEFT JOIN deployment d ON d.asset_id = a.id
        WHERE a.owner_id = $1 AND a.date_deleted IS NULL AND a.asset_type <> 'empty'
        ORDER BY a.id LIMIT $3 OFFSET $4`,
      [ownerId, since, limit, start],
    );
  }

  /** Submission counts include deleted assets; storage does not, since it is being freed. */
  async total(ownerId: number, since: string): Promise<TotalUsage> {
    const rows: TotalUsage[] = await this.dataSource.query(
      `SELECT coalesce(sum(each.bytes) FILTER (WHERE NOT each.deleted), 0)::bigint AS "storageBytes",
              coalesce(sum(each.current_period), 0)::int AS "currentPeriod",
              coalesce(sum(each.all_time), 0)::int AS "allTime"
         FROM (SELECT a.date_deleted IS NOT NULL AS deleted, ${STORAGE} AS bytes,
                      ${CURRENT_PERIOD} AS current_period, ${ALL_TIME} AS all_time
                 FROM asset a WHERE a.owner_id = $1) AS each`,
      [ownerId, since],
    );
    return rows[0]!;
  }
}
