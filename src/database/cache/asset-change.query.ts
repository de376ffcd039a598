import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { hot } from '../connection/hot-statements';
import { talliesSql } from '../query/tallies-sql';

/** Who reads. */
export interface AssetReader {
  /** Whose assignments tell what the reader sees: its own id and AnonymousUser's, as far as they count. */
  readonly userIds: readonly number[];
  /** It sees assets on which none of these holds anything. */
  readonly seesAll: boolean;
}

/** What somebody wants to know who read before. */
export interface ChangeQuestion {
  readonly by: AssetReader;
  /** Only what is told of this asset concerns the reader. */
  readonly assetId: number | undefined;
  /** An earlier snapshot; without one everything has changed. */
  readonly since: string | undefined;
  /** Ids of assets whose submissions are counted if nothing has changed. */
  readonly counted: readonly number[];
}

/** What the database was when somebody looked. */
export interface Look {
  /** PostgreSQL's snapshot, as text. */
  readonly snapshot: string;
  /** Which PostgreSQL it was: snapshots of another mean nothing to it. */
  readonly server: string;
  /** Something concerns the reader that the earlier snapshot did not show. */
  readonly hasChanged: boolean;
  /** Null: nothing was counted. */
  readonly tallies: string | null;
}

/** The first transaction whose changes are still known; `assets_changed` reads it. */
const KNOWN_SINCE = 'asset changes known since';

/** What has changed is told before anything is counted, and once. */
const LOOK = hot(`
  SELECT pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS server,
         looked.has_changed AS "hasChanged",
         CASE WHEN NOT looked.has_changed AND asked.counted <> '{}' THEN (${talliesSql('asked.counted::int[]')}) END
           AS tallies
    FROM unnest($1::text[], $2::text[], $3::boolean[], $4::int[], $5::text[]) WITH ORDINALITY
           AS asked (since, readers, anybody, asset_id, counted, place)
   CROSS JOIN LATERAL (
     SELECT CASE WHEN asked.asset_id IS NULL
              THEN assets_changed(asked.since::pg_snapshot, asked.readers::int[], asked.anybody)
              ELSE asset_changed(asked.since::pg_snapshot, asked.asset_id)
            END AS has_changed
     OFFSET 0) AS looked
   ORDER BY asked.place`);

/** What changed of assets since a moment, told by snapshots: exact, whichever transaction ends first. */
@Injectable()
export class AssetChangeQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** One look for each question, in their order. */
  look(questions: readonly ChangeQuestion[]): Promise<Look[]> {
    return this.dataSource.query(LOOK, [
      questions.map(({ since }) => since ?? null),
      questions.map(({ by }) => arrayText(by.userIds)),
      questions.map(({ by }) => by.seesAll),
      questions.map(({ assetId }) => assetId ?? null),
      questions.map(({ counted }) => arrayText(counted)),
    ]);
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

/** An array as PostgreSQL writes it: arrays of arrays would have to be of one length. */
function arrayText(ids: readonly number[]): string {
  return `{${ids.join()}}`;
}
