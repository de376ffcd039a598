-- page
SELECT f.submission_id AS "submissionId", s.root_uuid AS "rootUuid", f.uid, f.name, f.byte_size AS "byteSize",
  f.sha256, f.date_created AS "dateCreated"
FROM attachment f
JOIN (
  SELECT id, root_uuid
  FROM submission
  WHERE asset_id = $1
) s ON s.id = f.submission_id
WHERE f.asset_id = $1
  AND f.date_dropped IS NULL
  AND f.date_deleted IS NULL
  AND (f.submission_id, f.uid) > ($2::bigint, $3)
ORDER BY f.submission_id, f.uid
LIMIT $4;
-- $1 integer, $2 bigint, $3 text, $4 bigint

-- page
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
SELECT f.submission_id AS "submissionId", s.root_uuid AS "rootUuid", f.uid, f.name, f.byte_size AS "byteSize",
  f.sha256, f.date_created AS "dateCreated"
FROM attachment f
JOIN (
  SELECT id, root_uuid
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $5::text) <> 'null'
) s ON s.id = f.submission_id
WHERE f.asset_id = $1
  AND f.date_dropped IS NULL
  AND f.date_deleted IS NULL
  AND (f.submission_id, f.uid) > ($2::bigint, $3)
ORDER BY f.submission_id, f.uid
LIMIT $4;
-- $1 integer, $2 bigint, $3 text, $4 bigint, $5 text
ROLLBACK;
