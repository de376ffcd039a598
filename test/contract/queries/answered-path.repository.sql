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
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
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
SELECT DISTINCT path
FROM (
  SELECT jsonb_object_keys(answers) AS path
  FROM submission
  WHERE asset_id = $1
    AND id BETWEEN $2::bigint
    AND $3::bigint
  ORDER BY id
  LIMIT 500
) AS first;
-- $1 integer, $2 bigint, $3 bigint
SELECT DISTINCT jsonb_object_keys(answers - $4::text[]) AS path
FROM submission
WHERE asset_id = $1
  AND id BETWEEN $2::bigint
  AND $3::bigint
  AND answers - $4::text[] <> '{}';
-- $1 integer, $2 bigint, $3 bigint, $4 text[]
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
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
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
SELECT part, data
FROM submission_summary_part
WHERE summary_id = $1
  AND part = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
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
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
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
SELECT DISTINCT path
FROM (
  SELECT jsonb_object_keys(answers) AS path
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
    AND id BETWEEN $3::bigint
    AND $4::bigint
  ORDER BY id
  LIMIT 500
) AS first;
-- $1 integer, $2 text, $3 bigint, $4 bigint
SELECT DISTINCT jsonb_object_keys(answers - $5::text[]) AS path
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
  AND id BETWEEN $3::bigint
  AND $4::bigint
  AND answers - $5::text[] <> '{}';
-- $1 integer, $2 text, $3 bigint, $4 bigint, $5 text[]
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
SELECT pg_current_snapshot()::text AS snapshot;
SELECT DISTINCT path
FROM (
  SELECT jsonb_object_keys(answers) AS path
  FROM submission
  WHERE asset_id = $1
  ORDER BY id
  LIMIT 5000
) AS first;
-- $1 integer
SELECT DISTINCT jsonb_object_keys(answers - $2::text[]) AS path
FROM submission
WHERE asset_id = $1
  AND answers - $2::text[] <> '{}';
-- $1 integer, $2 text[]

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
WITH since AS MATERIALIZED (
  SELECT submission_id, kind
  FROM submission_change
  WHERE asset_id = $1
    AND transaction_id >= pg_snapshot_xmin($2::pg_snapshot)::text::bigint
    AND kind IN ('created', 'edited', 'deleted')
    AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, $2::pg_snapshot)
  LIMIT 5001
), validity AS MATERIALIZED (
  SELECT count(*) <= 5000 AND count(*) FILTER (WHERE kind <> 'created') = 0 AS is_valid
  FROM since
)
SELECT pg_current_snapshot()::text AS snapshot, is_valid AS "isValid", ARRAY(
  SELECT DISTINCT jsonb_object_keys(s.answers)
  FROM since
  JOIN submission s ON s.asset_id = $1 AND s.id = since.submission_id
  WHERE is_valid
) AS paths
FROM validity;
-- $1 integer, $2 pg_snapshot

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
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT DISTINCT path
FROM (
  SELECT jsonb_object_keys(answers) AS path
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
  ORDER BY id
  LIMIT 5000
) AS first;
-- $1 integer, $2 text
SELECT DISTINCT jsonb_object_keys(answers - $3::text[]) AS path
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
  AND answers - $3::text[] <> '{}';
-- $1 integer, $2 text, $3 text[]
ROLLBACK;
