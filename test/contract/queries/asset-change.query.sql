-- look
SELECT pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS server,
  looked.has_changed AS "hasChanged", CASE WHEN NOT looked.has_changed AND asked.counted <> '{}' THEN (
  SELECT coalesce(json_agg(json_build_array(asset_id, submissions,
    extract(epoch FROM last_submitted) * 1000)), '[]')::text AS tallies
  FROM (
    SELECT asset_id, sum(submissions)::int AS submissions, max(last_submitted) AS last_submitted
    FROM (
      SELECT asset_id, submissions, last_submitted
      FROM submission_total
      WHERE asset_id = ANY(asked.counted::int[]) UNION ALL
      SELECT asset_id, submissions, last_submitted
      FROM submission_tally
      WHERE asset_id = ANY(asked.counted::int[])
        AND slot >= 0
    ) AS counted
    GROUP BY asset_id
    ORDER BY asset_id
  ) AS tallies
) END AS tallies
FROM unnest($1::text[], $2::text[], $3::boolean[], $4::int[], $5::text[]) WITH ORDINALITY AS asked (since,
  readers, anybody, asset_id, counted, place)
CROSS JOIN LATERAL (
  SELECT CASE WHEN asked.asset_id IS NULL THEN assets_changed(asked.since::pg_snapshot, asked.readers::int[],
    asked.anybody) ELSE asset_changed(asked.since::pg_snapshot, asked.asset_id) END AS has_changed
  OFFSET 0
) AS looked
ORDER BY asked.place;
-- $1 text[], $2 text[], $3 boolean[], $4 integer[], $5 text[]

-- forget
WITH gone AS (
  DELETE FROM asset_change
  WHERE transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
) INSERT INTO instance_setting (name, value)
VALUES ($1, pg_snapshot_xmin(pg_current_snapshot())::text)
ON CONFLICT ON CONSTRAINT instance_setting_pk
DO UPDATE SET value = excluded.value;
-- $1 text
