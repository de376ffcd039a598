import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Validation, ValidationRequest } from '../../domain/revalidated-read';
import { preparedStatement } from '../connection/timeout-pool';
import { submissionCountsSql } from '../query/submission-sql';

/** Setting that holds the oldest transaction with recorded changes; `assets_changed` reads it. */
const PRUNED_BEFORE = 'asset changes known since';

/** `OFFSET 0` keeps the check from being evaluated twice and counts from running before it. */
const VALIDATE = preparedStatement(`
  SELECT pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS server,
         checked.has_changed AS "hasChanged",
         CASE WHEN NOT checked.has_changed AND request.counted <> '{}' THEN (${submissionCountsSql('request.counted::int[]')}) END
           AS "submissionCounts"
    FROM unnest($1::text[], $2::text[], $3::boolean[], $4::int[], $5::text[]) WITH ORDINALITY
           AS request (since, user_ids, sees_all, asset_id, counted, position)
   CROSS JOIN LATERAL (
     SELECT CASE WHEN request.asset_id IS NULL
              THEN assets_changed(request.since::pg_snapshot, request.user_ids::int[], request.sees_all)
              ELSE asset_changed(request.since::pg_snapshot, request.asset_id)
            END AS has_changed
     OFFSET 0) AS checked
   ORDER BY request.position`);

/** Detects changes of assets by comparing transaction snapshots: exact for any commit order. */
@Injectable()
export class AssetChangeRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  validate(requests: readonly ValidationRequest[]): Promise<Validation[]> {
    return this.dataSource.query(VALIDATE, [
      requests.map(({ since }) => since ?? null),
      requests.map(({ reader }) => arrayText(reader.userIds)),
      requests.map(({ reader }) => reader.seesAll),
      requests.map(({ assetId }) => assetId ?? null),
      requests.map(({ countedAssetIds }) => arrayText(countedAssetIds)),
    ]);
  }

  /** Deletes changes of finished transactions; responses cached before them become stale. */
  async prune(): Promise<void> {
    await this.dataSource.query(
      `WITH deleted AS (
         DELETE FROM asset_change WHERE transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
       )
       INSERT INTO instance_setting (name, value) VALUES ($1, pg_snapshot_xmin(pg_current_snapshot())::text)
       ON CONFLICT ON CONSTRAINT instance_setting_pk DO UPDATE SET value = excluded.value`,
      [PRUNED_BEFORE],
    );
  }
}

/** Array literal as text: PostgreSQL's nested arrays must be rectangular. */
function arrayText(ids: readonly number[]): string {
  return `{${ids.join()}}`;
}
