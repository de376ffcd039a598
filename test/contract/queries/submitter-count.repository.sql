-- list
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 30000;
SET LOCAL work_mem = '64MB';
SET LOCAL hash_mem_multiplier = 4;
SET LOCAL jit = off;
SET LOCAL max_parallel_workers_per_gather = 2;
SET LOCAL parallel_leader_participation = off;
SET LOCAL parallel_tuple_cost = 0.5;
SET LOCAL enable_mergejoin = off;
SET LOCAL enable_nestloop = off;
SELECT pg_backend_pid() AS pid;
WITH stored AS MATERIALIZED (
  SELECT id, plan, snapshot, part_count AS "partCount",
    last_used = (now() AT TIME ZONE 'UTC')::date AS "isUsedToday",
    pg_snapshot_xmax(snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKnown"
  FROM submission_summary
  WHERE asset_id = $1
    AND key = $2
), changed AS (
  SELECT DISTINCT submission_id >> 15 AS part
  FROM submission_change
  WHERE asset_id = $1
    AND transaction_id >= pg_snapshot_xmin((
      SELECT snapshot::pg_snapshot
      FROM stored
    ))::text::bigint
    AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, (
      SELECT snapshot::pg_snapshot
      FROM stored
    ))
)
SELECT pg_current_snapshot()::text AS snapshot, (
  SELECT to_json(stored)
  FROM stored
) AS stored, (
  SELECT coalesce(json_agg(json_build_object('part', part, 'data', CASE WHEN $3 THEN encode(data,
    'base64') END)), '[]')
  FROM submission_summary_part
  WHERE summary_id = (
    SELECT id
    FROM stored
  )
) AS held, (
  SELECT coalesce(json_agg(part), '[]')
  FROM changed
) AS changed;
-- $1 integer, $2 text, $3 boolean
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH RECURSIVE existing AS (
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
  ) >> 15 AS part UNION ALL
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
      AND id >= (existing.part + 1) << 15
  ) >> 15
  FROM existing
  WHERE part IS NOT NULL
)
SELECT part
FROM existing
WHERE part IS NOT NULL
ORDER BY part;
-- $1 integer
SELECT submitted_by AS username, count(*)::int AS submissions, max(date_submitted) AS "lastSubmitted"
FROM submission
WHERE asset_id = $1
  AND id BETWEEN $2
  AND $3
GROUP BY submitted_by
ORDER BY submissions DESC, submitted_by
LIMIT ALL;
-- $1 integer, $2 bigint, $3 bigint
ROLLBACK;
START TRANSACTION;
INSERT INTO submission_summary AS summary (asset_id, key, plan, snapshot, part_count, last_used)
VALUES ($1, $2, $3, $4, $5, (now() AT TIME ZONE 'UTC')::date)
ON CONFLICT (asset_id, key)
DO UPDATE SET snapshot = excluded.snapshot, part_count = excluded.part_count, last_used = excluded.last_used
WHERE summary.snapshot = $6
RETURNING id;
-- $1 integer, $2 text, $3 jsonb, $4 text, $5 integer, $6 text
DELETE FROM submission_summary_part
WHERE summary_id = $1
  AND part = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO submission_summary_part (summary_id, part, data)
VALUES ($1, $2, $3);
-- $1 integer, $2 bigint, $3 bytea
DELETE FROM submission_summary
WHERE asset_id = $1
  AND id NOT IN (
    SELECT id
    FROM submission_summary
    WHERE asset_id = $1
    ORDER BY last_used DESC, id DESC
    LIMIT 96
  );
-- $1 integer
COMMIT;

-- list
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT submitted_by AS username, count(*)::int AS submissions, max(date_submitted) AS "lastSubmitted"
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
GROUP BY submitted_by
ORDER BY submissions DESC, submitted_by
LIMIT $3::bigint;
-- $1 integer, $2 text, $3 bigint
ROLLBACK;

-- list
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
SELECT submitted_by AS username, count(*)::int AS submissions, max(date_submitted) AS "lastSubmitted"
FROM submission
WHERE asset_id = $1
GROUP BY submitted_by
ORDER BY submissions DESC, submitted_by
LIMIT $2::bigint;
-- $1 integer, $2 bigint
