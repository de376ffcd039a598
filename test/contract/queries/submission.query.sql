-- counts
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
SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(submissions)::int AS submissions
FROM submission_tally
WHERE asset_id = $1
  AND day >= $2::date
GROUP BY day
HAVING sum(submissions) > 0
ORDER BY day;
-- $1 integer, $2 date

-- counts
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null';
-- $1 integer, $2 text
SELECT to_char(date_submitted AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS submissions
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $3::text) <> 'null'
  AND date_submitted >= $2::date::timestamp AT TIME ZONE 'UTC'
GROUP BY day
ORDER BY day;
-- $1 integer, $2 date, $3 text
ROLLBACK;

-- countsByUser
SELECT submitted_by AS username, count(*)::int AS submissions, max(date_submitted) AS "lastSubmitted"
FROM submission
WHERE asset_id = $1
GROUP BY submitted_by
ORDER BY submissions DESC, submitted_by
LIMIT $2::bigint;
-- $1 integer, $2 bigint

-- countsByUser
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
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

-- findJson
SELECT json AS json
FROM submission
WHERE asset_id = $1
  AND id = $2
ORDER BY id
LIMIT 1;
-- $1 integer, $2 bigint

-- findJson
SELECT json AS json
FROM submission
WHERE asset_id = $1
  AND (root_uuid = $2 OR uuid = $2 AND uuid <> root_uuid)
ORDER BY id
LIMIT 1;
-- $1 integer, $2 text

-- findJson
SELECT (
  SELECT json_object_agg(key, CASE key WHEN '_validation_status' THEN '{}' ELSE value END)::text
  FROM json_each(json::json)
  WHERE key = ANY($3::text[])
) AS json
FROM submission
WHERE asset_id = $1
  AND id = $2
ORDER BY id
LIMIT 1;
-- $1 integer, $2 bigint, $3 text[]

-- findJson
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
SELECT json AS json
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $3::text) <> 'null'
  AND id = $2
ORDER BY id
LIMIT 1;
-- $1 integer, $2 bigint, $3 text
ROLLBACK;

-- findXml
SELECT xml
FROM submission
WHERE asset_id = $1
  AND id = $2
ORDER BY id
LIMIT 1;
-- $1 integer, $2 bigint

-- findValidationStatus
SELECT validation_status AS "validationStatus"
FROM submission
WHERE asset_id = $1
  AND id = $2
ORDER BY id
LIMIT 1;
-- $1 integer, $2 bigint

-- findId
SELECT id
FROM submission
WHERE asset_id = $1
  AND id = $2
ORDER BY id
LIMIT 1;
-- $1 integer, $2 bigint

-- findId
SELECT id
FROM submission
WHERE asset_id = $1
  AND (root_uuid = $2 OR uuid = $2 AND uuid <> root_uuid)
ORDER BY id
LIMIT 1;
-- $1 integer, $2 text

-- findIds
SELECT id
FROM submission
WHERE asset_id = $1
ORDER BY id;
-- $1 integer

-- findIds
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
SELECT id
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
ORDER BY id;
-- $1 integer, $2 text
ROLLBACK;

-- findAttachment
SELECT name, mimetype, byte_size AS "byteSize", sha256
FROM attachment
WHERE asset_id = $1
  AND submission_id = $2
  AND uid = $3
  AND date_deleted IS NULL;
-- $1 integer, $2 bigint, $3 text

-- findAttachment
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
SELECT name, mimetype, byte_size AS "byteSize", sha256
FROM attachment
WHERE asset_id = $1
  AND submission_id = $2
  AND uid = $3
  AND date_deleted IS NULL
  AND EXISTS (
    SELECT 1
    FROM submission
    WHERE asset_id = $1
      AND jsonb_typeof(submission.answers -> $4::text) <> 'null'
      AND id = attachment.submission_id
  );
-- $1 integer, $2 bigint, $3 text, $4 text
ROLLBACK;

-- findAttachment
SELECT name, mimetype, byte_size AS "byteSize", sha256
FROM attachment
WHERE asset_id = $1
  AND submission_id = (
    SELECT id
    FROM submission
    WHERE asset_id = $1
      AND (root_uuid = $2 OR uuid = $2 AND uuid <> root_uuid)
    ORDER BY id
    LIMIT 1
  )
  AND uid = $3
  AND date_deleted IS NULL;
-- $1 integer, $2 text, $3 text
