-- find
SELECT xml
FROM submission
WHERE asset_id = $1
  AND id = $2;
-- $1 integer, $2 bigint

-- listAfter
SELECT id, xml
FROM submission
WHERE asset_id = $1
  AND id > $2
ORDER BY id
LIMIT 200;
-- $1 integer, $2 bigint

-- listAfter
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
SELECT id, xml
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $3::text) <> 'null'
  AND id > $2
ORDER BY id
LIMIT 200;
-- $1 integer, $2 bigint, $3 text
ROLLBACK;
