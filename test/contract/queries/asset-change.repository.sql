-- validate
SELECT pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS server,
  checked.has_changed AS "hasChanged", CASE WHEN NOT checked.has_changed AND request.counted <> '{}' THEN (
  SELECT coalesce(json_agg(json_build_array(asset_id, submissions,
    extract(epoch FROM last_submitted) * 1000)), '[]')::text AS counts
  FROM (
    SELECT asset_id, sum(submissions)::int AS submissions, max(last_submitted) AS last_submitted
    FROM (
      SELECT asset_id, submissions, last_submitted
      FROM submission_total
      WHERE asset_id = ANY(request.counted::int[]) UNION ALL
      SELECT asset_id, submissions, last_submitted
      FROM submission_tally
      WHERE asset_id = ANY(request.counted::int[])
        AND slot >= 0
    ) AS counted
    GROUP BY asset_id
    ORDER BY asset_id
  ) AS counts
) END AS "submissionCounts"
FROM unnest($1::text[], $2::text[], $3::boolean[], $4::int[], $5::text[]) WITH ORDINALITY AS request (since,
  user_ids, sees_all, asset_id, counted, position)
CROSS JOIN LATERAL (
  SELECT CASE WHEN request.asset_id IS NULL THEN assets_changed(request.since::pg_snapshot,
    request.user_ids::int[], request.sees_all) ELSE asset_changed(request.since::pg_snapshot,
    request.asset_id) END AS has_changed
  OFFSET 0
) AS checked
ORDER BY request.position;
-- $1 text[], $2 text[], $3 boolean[], $4 integer[], $5 text[]

-- prune
WITH deleted AS (
  DELETE FROM asset_change
  WHERE transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
) INSERT INTO instance_setting (name, value)
VALUES ($1, pg_snapshot_xmin(pg_current_snapshot())::text)
ON CONFLICT ON CONSTRAINT instance_setting_pk
DO UPDATE SET value = excluded.value;
-- $1 text
