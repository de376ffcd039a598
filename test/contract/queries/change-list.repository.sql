-- find
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS below;
SELECT c.transaction_id AS "transactionId", c.submission_id AS "submissionId", c.kind,
  c.date_changed AS "changedAt", s.id IS NOT NULL AS "exists", coalesce(s.attachment_count,
  0) > 0 AS "hasFiles"
FROM (
  SELECT *
  FROM submission_change AS changed
  WHERE asset_id = $1
    AND (transaction_id, submission_id) > ($2, $3)
    AND (transaction_id, submission_id) <= ($4, $5)
  ORDER BY transaction_id, submission_id
  LIMIT $6
) c
LEFT JOIN LATERAL (
  SELECT id, attachment_count
  FROM submission
  WHERE asset_id = $1
    AND id = c.submission_id
) s ON true
ORDER BY c.transaction_id, c.submission_id;
-- $1 integer, $2 bigint, $3 bigint, $4 bigint, $5 bigint, $6 bigint

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS below;
SELECT transaction_id AS "transactionId", submission_id AS "submissionId"
FROM submission_change
WHERE asset_id = $1
  AND (transaction_id, submission_id) > ($2, $3)
  AND (transaction_id, submission_id) <= ($4, $5)
ORDER BY transaction_id, submission_id
LIMIT 1
OFFSET $6;
-- $1 integer, $2 bigint, $3 bigint, $4 bigint, $5 bigint, $6 bigint
SELECT c.transaction_id AS "transactionId", c.submission_id AS "submissionId", c.kind,
  c.date_changed AS "changedAt", s.id IS NOT NULL AS "exists", coalesce(s.attachment_count,
  0) > 0 AS "hasFiles"
FROM (
  SELECT *
  FROM submission_change AS changed
  WHERE asset_id = $1
    AND (transaction_id, submission_id) > ($2, $3)
    AND (transaction_id, submission_id) <= ($4, $5)
    AND ($8::integer = ANY (changed.seen_by) OR EXISTS (
      SELECT
      FROM submission
      WHERE asset_id = $1
        AND jsonb_typeof(submission.answers -> $7::text) <> 'null'
        AND id = changed.submission_id
    ))
  ORDER BY transaction_id, submission_id
  LIMIT $6
) c
LEFT JOIN LATERAL (
  SELECT id, attachment_count
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $7::text) <> 'null'
    AND id = c.submission_id
) s ON true
ORDER BY c.transaction_id, c.submission_id;
-- $1 integer, $2 bigint, $3 bigint, $4 bigint, $5 bigint, $6 bigint, $7 text, $8 integer
ROLLBACK;

-- stream
COPY (
  SELECT c.index, coalesce(s.json, 'null')
  FROM unnest('{0}'::bigint[], '{900001}'::bigint[]) AS c (index, id)
  LEFT JOIN submission s ON s.asset_id = 900001 AND s.id = c.id
  ORDER BY c.index
) TO STDOUT (FORMAT binary);
