-- listXmlAfter
SELECT id, xml
FROM submission
WHERE asset_id = $1
  AND id > $2
ORDER BY id
LIMIT 200;
-- $1 integer, $2 bigint

-- listXmlAfter
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
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
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
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
SELECT to_char((date_submitted AT TIME ZONE 'UTC' + make_interval(mins => ($4::int[])[width_bucket(date_submitted,
  $3::timestamptz[])]))::date, 'YYYY-MM-DD') AS day, count(*)::int AS submissions
FROM submission
WHERE asset_id = $1
  AND date_submitted >= $2::timestamptz
GROUP BY day
ORDER BY day;
-- $1 integer, $2 timestamp with time zone, $3 timestamp with time zone[], $4 integer[]

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
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
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
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT id
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
ORDER BY id;
-- $1 integer, $2 text
ROLLBACK;

-- findNeighbours
WITH keyed AS NOT MATERIALIZED (
  SELECT id, attachment_count > 0 AS files
  FROM submission
  WHERE asset_id = $1
)
SELECT (
  SELECT id
  FROM keyed
  WHERE id > $2
  ORDER BY id ASC
  LIMIT 1
) AS previous, (
  SELECT id
  FROM keyed
  WHERE id < $2
  ORDER BY id DESC
  LIMIT 1
) AS next;
-- $1 integer, $2 bigint

-- findNeighbours
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 2000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
WITH keyed AS NOT MATERIALIZED (
  SELECT id, attachment_count > 0 AS files
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $3::text) <> 'null'
)
SELECT (
  SELECT id
  FROM keyed
  WHERE id > $2
  ORDER BY id ASC
  LIMIT 1
) AS previous, (
  SELECT id
  FROM keyed
  WHERE id < $2
  ORDER BY id DESC
  LIMIT 1
) AS next;
-- $1 integer, $2 bigint, $3 text
ROLLBACK;

-- findNeighbours
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 2000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT json_build_array((left(CASE jsonb_typeof(submission.answers -> $3::text) WHEN 'string' THEN (submission.answers -> $3::text) #>> '{}' END,
  200) COLLATE "C")::text) AS sorted
FROM submission
WHERE asset_id = $1
  AND id = $2;
-- $1 integer, $2 bigint, $3 text
SELECT
FROM pg_class c
JOIN pg_index i ON i.indexrelid = c.oid AND i.indisvalid
WHERE c.relnamespace = current_schema()::regnamespace
  AND c.relname = ('answers_' || $1::int || '_' || left(md5($2::text || ':' || $3::text), 12));
-- $1 integer, $2 text, $3 text
WITH keyed AS MATERIALIZED (
  SELECT id, attachment_count > 0 AS files,
    left(CASE jsonb_typeof(submission.answers -> $3::text) WHEN 'string' THEN (submission.answers -> $3::text) #>> '{}' END,
    200) COLLATE "C" AS sorted_0
  FROM submission
  WHERE asset_id = $1
  OFFSET 0
)
SELECT (
  SELECT id
  FROM keyed
  WHERE (sorted_0 IS NOT NULL OR id < $2)
  ORDER BY sorted_0 ASC NULLS FIRST, id DESC
  LIMIT 1
) AS previous, (
  SELECT id
  FROM keyed
  WHERE (sorted_0 IS NULL AND id > $2)
  ORDER BY sorted_0 DESC NULLS LAST, id ASC
  LIMIT 1
) AS next;
-- $1 integer, $2 bigint, $3 text
ROLLBACK;

-- findNeighbours
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 2000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT json_build_array((CASE WHEN (CASE jsonb_typeof(submission.answers -> $3::text) WHEN 'string' THEN (submission.answers -> $3::text) #>> '{}' END) ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$' THEN ((CASE jsonb_typeof(submission.answers -> $3::text) WHEN 'string' THEN (submission.answers -> $3::text) #>> '{}' END))::float8 END)::text,((extract(epoch FROM (CASE WHEN (CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN (submission.answers -> $4::text) #>> '{}' END) ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace((CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN (submission.answers -> $4::text) #>> '{}' END),
  '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
  '\1') || CASE WHEN (CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN (submission.answers -> $4::text) #>> '{}' END) ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END)::timestamptz) * 1000000))::text) AS sorted
FROM submission
WHERE asset_id = $1
  AND id = $2;
-- $1 integer, $2 bigint, $3 text, $4 text
WITH keyed AS MATERIALIZED (
  SELECT id, attachment_count > 0 AS files,
    CASE WHEN (CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN (submission.answers -> $4::text) #>> '{}' END) ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$' THEN ((CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN (submission.answers -> $4::text) #>> '{}' END))::float8 END AS sorted_0,
    (extract(epoch FROM (CASE WHEN (CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN (submission.answers -> $5::text) #>> '{}' END) ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace((CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN (submission.answers -> $5::text) #>> '{}' END),
    '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
    '\1') || CASE WHEN (CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN (submission.answers -> $5::text) #>> '{}' END) ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END)::timestamptz) * 1000000) AS sorted_1
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $3::text) <> 'null'
  OFFSET 0
)
SELECT (
  SELECT id
  FROM keyed
  WHERE (sorted_0 IS NOT NULL OR (sorted_1 IS NULL AND id < $2))
  ORDER BY sorted_0 ASC NULLS FIRST, sorted_1 DESC NULLS LAST, id DESC
  LIMIT 1
) AS previous, (
  SELECT id
  FROM keyed
  WHERE (sorted_0 IS NULL AND (sorted_1 IS NOT NULL OR id > $2))
  ORDER BY sorted_0 DESC NULLS LAST, sorted_1 ASC NULLS FIRST, id ASC
  LIMIT 1
) AS next;
-- $1 integer, $2 bigint, $3 text, $4 text, $5 text
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
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
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
