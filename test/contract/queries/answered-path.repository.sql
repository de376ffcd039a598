-- list
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
