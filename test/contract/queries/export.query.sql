-- lockOwner
SELECT pg_advisory_xact_lock($1::int, $2::int);
-- $1 integer, $2 integer

-- list
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
WITH found AS (
  SELECT e.id, e.uid
  FROM export_task e
  WHERE e.asset_id = $1
    AND e.user_id = $2
), page AS (
  SELECT *
  FROM found
  ORDER BY id DESC
  LIMIT $3
  OFFSET $4
)
SELECT (
  SELECT count(*)::int
  FROM found
) AS count, (
  SELECT coalesce(array_agg(uid ORDER BY id DESC), '{}')
  FROM page
) AS uids;
-- $1 integer, $2 integer, $3 bigint, $4 bigint
ROLLBACK;

-- list
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
WITH found AS (
  SELECT e.id, e.uid
  FROM export_task e
  WHERE e.asset_id = $1
    AND e.user_id = $2
    AND ((CASE jsonb_typeof(e.request #> $5::text[]) WHEN 'string' THEN (e.request #> $5::text[]) #>> '{}' END) COLLATE "C" = $6::text
      AND (e.status) COLLATE "C" = $7::text)
), page AS (
  SELECT *
  FROM found
  ORDER BY id
  LIMIT $3
  OFFSET $4
)
SELECT (
  SELECT count(*)::int
  FROM found
) AS count, (
  SELECT coalesce(array_agg(uid ORDER BY id ), '{}')
  FROM page
) AS uids;
-- $1 integer, $2 integer, $3 bigint, $4 bigint, $5 text[], $6 text, $7 text
ROLLBACK;

-- findOpen
SELECT min(uid) FILTER (WHERE request = $3::jsonb AND origin = $4
  AND row_filter IS NOT DISTINCT FROM $5) AS duplicate, count(*)::int AS open
FROM export_task
WHERE asset_id = $1
  AND user_id = $2
  AND status IN ('created', 'processing');
-- $1 integer, $2 integer, $3 jsonb, $4 text, $5 text

-- deleteOld
DELETE FROM export_task
WHERE id IN (
  SELECT id
  FROM export_task
  WHERE asset_id = $1
    AND user_id = $2
    AND NOT status IN ('created', 'processing')
  ORDER BY id DESC
  OFFSET $3
);
-- $1 integer, $2 integer, $3 bigint
