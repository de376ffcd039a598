-- findIds
SELECT id
FROM deleted_submission AS submission
WHERE asset_id = $1
ORDER BY id;
-- $1 integer

-- findIds
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT id
FROM deleted_submission AS submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
ORDER BY id;
-- $1 integer, $2 text
ROLLBACK;

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM deleted_submission AS submission
WHERE asset_id = $1;
-- $1 integer
SELECT id, date_submitted AS "dateSubmitted", submitted_by AS "submittedBy", date_deleted AS "dateDeleted",
  deleted_by AS "deletedBy", attachment_count AS "attachmentCount"
FROM deleted_submission AS submission
WHERE asset_id = $1
ORDER BY date_deleted DESC, id DESC
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint
ROLLBACK;

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM deleted_submission AS submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null';
-- $1 integer, $2 text
SELECT id, date_submitted AS "dateSubmitted", submitted_by AS "submittedBy", date_deleted AS "dateDeleted",
  deleted_by AS "deletedBy", attachment_count AS "attachmentCount"
FROM deleted_submission AS submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $4::text) <> 'null'
ORDER BY date_deleted DESC, id DESC
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint, $4 text
ROLLBACK;

-- stream
COPY (
  SELECT id, '{"_id":' || id || ',"date_deleted":"' || to_char((date_deleted) AT TIME ZONE 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '","deleted_by":' || coalesce(to_json(deleted_by)::text,
    'null') || ',"date_purged":"' || to_char((date_deleted + 30 * interval '24 hours') AT TIME ZONE 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '","submission":' || json || '}'
  FROM deleted_submission
  WHERE asset_id = 900001
    AND id = ANY('{1,2}'::bigint[])
  ORDER BY array_position('{1,2}'::bigint[], id)
) TO STDOUT (FORMAT binary);

-- findJson
SELECT '{"_id":' || id || ',"date_deleted":"' || to_char((date_deleted) AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '","deleted_by":' || coalesce(to_json(deleted_by)::text,
  'null') || ',"date_purged":"' || to_char((date_deleted + 30 * interval '24 hours') AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '","submission":' || json || '}' AS json
FROM deleted_submission AS submission
WHERE asset_id = $1
  AND id = $2;
-- $1 integer, $2 bigint

-- findJson
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT '{"_id":' || id || ',"date_deleted":"' || to_char((date_deleted) AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '","deleted_by":' || coalesce(to_json(deleted_by)::text,
  'null') || ',"date_purged":"' || to_char((date_deleted + 30 * interval '24 hours') AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '","submission":' || json || '}' AS json
FROM deleted_submission AS submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $3::text) <> 'null'
  AND id = $2;
-- $1 integer, $2 bigint, $3 text
ROLLBACK;
