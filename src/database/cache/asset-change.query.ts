import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { hot } from '../connection/hot-statements';

/** Who reads. */
export interface AssetReader {
  /** Whose assignments tell what the reader sees: its own id and AnonymousUser's, as far as they count. */
  readonly userIds: readonly number[];
  /** It sees assets on which none of these holds anything. */
  readonly seesAll: boolean;
}

/** What the database was when somebody looked. */
export interface Look {
  /** PostgreSQL's snapshot, as text. */
  readonly snapshot: string;
  /** Something concerns the reader that an earlier snapshot did not show. */
  readonly hasChanged: boolean;
}

/** The first transaction whose changes are still known; `assets_changed` reads it. */
const KNOWN_SINCE = 'asset changes known since';

const LOOK = hot(
  `SELECT pg_current_snapshot()::text AS snapshot, assets_changed($1, $2, $3) AS "hasChanged"`,
);

/** What changed of assets since a moment, told by snapshots: exact, whichever transaction ends first. */
@Injectable()
export class AssetChangeQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @param since an earlier snapshot; without one everything has changed */
  async look({ userIds, seesAll }: AssetReader, since: string | undefined): Promise<Look> {
    const rows: Look[] = await this.dataSource.query(LOOK, [since ?? null, userIds, seesAll]);
    return rows[0]!;
  }

  /** Forgets what has ended by now; whoever looked before will read anew. */
  async forget(): Promise<void> {
    await this.dataSource.query(
      `WITH gone AS (
         DELETE FROM asset_change WHERE transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
       )
       INSERT INTO instance_setting (name, value) VALUES ($1, pg_snapshot_xmin(pg_current_snapshot())::text)
       ON CONFLICT ON CONSTRAINT instance_setting_pk DO UPDATE SET value = excluded.value`,
      [KNOWN_SINCE],
    );
  }
}
