-- after
SELECT id, json, date_submitted AS "dateSubmitted"
FROM (
  SELECT id, json, date_submitted,
    sum(pg_column_size(json)) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) - pg_column_size(json) AS before
  FROM submission
  WHERE asset_id = $1
    AND id > $2
  ORDER BY id
  LIMIT 500
) AS piece
WHERE before < 2097152
ORDER BY id;
-- $1 integer, $2 bigint

-- after
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT id, json, date_submitted AS "dateSubmitted"
FROM (
  SELECT id, json, date_submitted,
    sum(pg_column_size(json)) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) - pg_column_size(json) AS before
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $3::text) <> 'null'
    AND id > $2
  ORDER BY id
  LIMIT 500
) AS piece
WHERE before < 2097152
ORDER BY id;
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
SELECT count(*)::int AS count
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $2::text) <> 'null';
-- $1 integer, $2 text
ROLLBACK;

-- answeredPaths
SELECT path
FROM (
  SELECT DISTINCT jsonb_object_keys(answers) AS path
  FROM submission
  WHERE asset_id = $1
) AS answered
ORDER BY path COLLATE "C";
-- $1 integer
