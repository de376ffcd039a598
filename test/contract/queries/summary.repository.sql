-- isSummarized
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

-- wasStored
SELECT bool_or(key = $2) AS found
FROM submission_summary
WHERE asset_id = $1;
-- $1 integer, $2 text

-- read
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
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 0
        AND 32767
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 END AS question, coalesce(q0) AS value, NULL::text AS split,
    NULL::date AS day, count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q0
    FROM (
      SELECT coalesce(selected.answers ->> $2::text, '') COLLATE "C" AS q0
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q0), ())
  HAVING coalesce(q0) IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 884736
        AND 917503
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 END AS question, coalesce(q0) AS value, NULL::text AS split,
    NULL::date AS day, count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q0
    FROM (
      SELECT coalesce(selected.answers ->> $2::text, '') COLLATE "C" AS q0
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q0), ())
  HAVING coalesce(q0) IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text
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

-- read
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
SELECT part, data
FROM submission_summary_part
WHERE summary_id = $1
  AND part = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
ROLLBACK;

-- deleteOf
DELETE FROM submission_summary
WHERE asset_id = $1;
-- $1 integer

-- deleteUnusedSince
DELETE FROM submission_summary
WHERE last_used < $1;
-- $1 date
