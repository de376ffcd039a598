-- all
COPY (
  SELECT id, json
  FROM submission
  WHERE asset_id = 900001
    AND id > 0
  ORDER BY id
  LIMIT 1000
) TO STDOUT (FORMAT binary);

-- all
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
SELECT string_agg(id::text, ',') AS ids, max(date_submitted) AS newest
FROM (
  SELECT id, date_submitted
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $3::text) <> 'null'
    AND id > $2
  ORDER BY id
  LIMIT 1000
) AS next;
-- $1 integer, $2 bigint, $3 text
ROLLBACK;

-- allWithTimestamps
SELECT string_agg(id::text, ',') AS ids, max(date_submitted) AS newest
FROM (
  SELECT id, date_submitted
  FROM submission
  WHERE asset_id = $1
    AND id > $2
  ORDER BY id
  LIMIT 1000
) AS next;
-- $1 integer, $2 bigint
COPY (
  SELECT id, json
  FROM submission
  WHERE asset_id = 900001
    AND id = ANY('{6,7,8,9,10,11,900001}'::bigint[])
  ORDER BY id
) TO STDOUT (FORMAT binary);

-- allWithTimestamps
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
SELECT string_agg(id::text, ',') AS ids, max(date_submitted) AS newest
FROM (
  SELECT id, date_submitted
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $3::text) <> 'null'
    AND id > $2
  ORDER BY id
  LIMIT 1000
) AS next;
-- $1 integer, $2 bigint, $3 text
ROLLBACK;

-- count
SELECT coalesce(sum(submissions), 0)::int AS count
FROM (
  SELECT submissions
  FROM submission_total
  WHERE asset_id = $1 UNION ALL
  SELECT submissions
  FROM submission_tally
  WHERE asset_id = $1
    AND slot >= 0
) AS counted;
-- $1 integer

-- count
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null';
-- $1 integer, $2 text
ROLLBACK;
