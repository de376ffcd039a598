import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Page, PageWindow } from '../../domain/page';

export interface VersionRow {
  readonly id: number;
  readonly uid: string;
  readonly contentHash: string;
  readonly deployed: boolean;
  readonly dateModified: Date;
  /** Deployed versions up to and including this one. */
  readonly deployments: number;
  /** Versions since the last deployed one; 0 for a deployed one. */
  readonly drafts: number;
}

export interface VersionFilter {
  readonly deployed?: boolean;
}

/** Numbers versions among all of the asset, before filtering. */
const NUMBERED = `
  SELECT v.id, v.uid, v.content_hash AS "contentHash", v.deployed, v.date_modified AS "dateModified",
         v.deployments, count(*) FILTER (WHERE NOT v.deployed) OVER
           (PARTITION BY v.deployments ORDER BY v.id ROWS UNBOUNDED PRECEDING)::int AS drafts
    FROM (SELECT *, count(*) FILTER (WHERE deployed) OVER (ORDER BY id)::int AS deployments
            FROM asset_version WHERE asset_id = $1) v`;

@Injectable()
export class VersionQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Newest first. */
  async page(
    assetId: number,
    { deployed }: VersionFilter,
    { limit, start }: PageWindow,
  ): Promise<Page<VersionRow>> {
    const [[total], items] = await Promise.all([
      this.dataSource.query<{ count: number }[]>(
        `SELECT count(*)::int AS count FROM asset_version
          WHERE asset_id = $1 AND ($2::boolean IS NULL OR deployed = $2)`,
        [assetId, deployed ?? null],
      ),
      this.dataSource.query<VersionRow[]>(
        `SELECT * FROM (${NUMBERED}) numbered
          WHERE $2::boolean IS NULL OR deployed = $2 ORDER BY id DESC LIMIT $3 OFFSET $4`,
        [assetId, deployed ?? null, limit, start],
      ),
    ]);
    return { count: total?.count ?? 0, items };
  }

  /** Undefined when the asset has no such version. */
  async find(assetId: number, uid: string): Promise<VersionRow | undefined> {
    const rows = await this.dataSource.query<VersionRow[]>(
      `SELECT * FROM (${NUMBERED}) numbered WHERE uid = $2`,
      [assetId, uid],
    );
    return rows[0];
  }
}
