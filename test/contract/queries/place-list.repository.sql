-- load
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
SELECT pg_current_snapshot()::text AS snapshot;
SELECT set_config('statement_timeout', $1, true);
-- $1 text
SELECT count(text)::int AS count,
  CASE WHEN count(text) <= 3000000 THEN string_agg(id || ' ' || translate(left(text, 80), E'\n', ' '),
  E'\n') END AS lines
FROM (
  SELECT id, answers ->> $2::text AS text
  FROM submission
  WHERE asset_id = $1
) AS placed;
-- $1 integer, $2 text
ROLLBACK;

-- load
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
SELECT pg_current_snapshot()::text AS snapshot;
SELECT set_config('statement_timeout', $1, true);
-- $1 text
SELECT count(text)::int AS count,
  CASE WHEN count(text) <= 3000000 THEN string_agg(id || ' ' || translate(left(text, 80), E'\n', ' '),
  E'\n') END AS lines
FROM (
  SELECT id, jsonb_path_query(answers, $3::text::jsonpath) #>> '{}' AS text
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $2::text) <> 'null' UNION ALL
  SELECT id, answers ->> $4::text AS text
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
) AS placed;
-- $1 integer, $2 text, $3 text, $4 text
ROLLBACK;

-- refresh
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT pg_current_snapshot()::text AS snapshot;
SELECT DISTINCT submission_id AS id
FROM submission_change
WHERE asset_id = $1
  AND transaction_id >= pg_snapshot_xmin($2::pg_snapshot)::text::bigint
  AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, $2::pg_snapshot)
LIMIT 5001;
-- $1 integer, $2 pg_snapshot
ROLLBACK;
