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
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
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
    AND id = ANY('{6,7,8,9,10,11,12,13,900001}'::bigint[])
  ORDER BY id
) TO STDOUT (FORMAT binary);

-- allWithTimestamps
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
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
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null';
-- $1 integer, $2 text
ROLLBACK;

-- listIdentities
SELECT id, uuid
FROM submission
WHERE asset_id = $1
  AND id > $2
ORDER BY id
LIMIT $3;
-- $1 integer, $2 bigint, $3 bigint

-- find
SELECT id, uuid, xml, date_submitted AS "submittedAt"
FROM submission
WHERE asset_id = $1
  AND (root_uuid = $2 AND uuid = $2 OR uuid = $2 AND uuid <> root_uuid)
ORDER BY id
LIMIT 1;
-- $1 integer, $2 text

-- listFiles
SELECT uid, name, mimetype, byte_size AS "byteSize", sha256
FROM attachment
WHERE asset_id = $1
  AND submission_id = $2
  AND date_dropped IS NULL
  AND date_deleted IS NULL
ORDER BY date_created, name;
-- $1 integer, $2 bigint

-- measure
SELECT coalesce(sum(octet_length(json)), 0)::bigint AS total, coalesce(max(octet_length(json)), 0) AS largest
FROM submission
WHERE asset_id = $1;
-- $1 integer

-- measure
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT coalesce(sum(octet_length(json)), 0)::bigint AS total, coalesce(max(octet_length(json)), 0) AS largest
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null';
-- $1 integer, $2 text
ROLLBACK;

-- next
SELECT ordinal AS index, xml AS text
FROM (
  SELECT p.ordinal, s.xml,
    sum(octet_length(s.json)) OVER (ORDER BY p.ordinal ROWS UNBOUNDED PRECEDING) - octet_length(s.json) < 2097152 AS fits
  FROM unnest($2::bigint[], $3::int[]) AS p(id, ordinal)
  JOIN submission s ON s.asset_id = $1 AND s.id = p.id
) AS chunk
WHERE fits
ORDER BY ordinal;
-- $1 integer, $2 bigint[], $3 integer[]

-- next
SELECT ordinal AS index, answers::text AS text
FROM (
  SELECT p.ordinal, s.answers,
    sum(octet_length(s.json)) OVER (ORDER BY p.ordinal ROWS UNBOUNDED PRECEDING) - octet_length(s.json) < 2097152 AS fits
  FROM unnest($2::bigint[], $3::int[]) AS p(id, ordinal)
  JOIN submission s ON s.asset_id = $1 AND s.id = p.id
) AS chunk
WHERE fits
ORDER BY ordinal;
-- $1 integer, $2 bigint[], $3 integer[]

-- next
SELECT ordinal AS index, json AS text
FROM (
  SELECT p.ordinal, s.json,
    sum(octet_length(s.json)) OVER (ORDER BY p.ordinal ROWS UNBOUNDED PRECEDING) - octet_length(s.json) < 2097152 AS fits
  FROM unnest($2::bigint[], $3::int[]) AS p(id, ordinal)
  JOIN submission s ON s.asset_id = $1 AND s.id = p.id
) AS chunk
WHERE fits
ORDER BY ordinal;
-- $1 integer, $2 bigint[], $3 integer[]
