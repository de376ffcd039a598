-- deleteEnded
DELETE FROM hook_delivery
WHERE uid IN (
  SELECT uid
  FROM hook_delivery
  WHERE NOT (status IN (1, 3))
    AND date_modified < $1
  LIMIT $2
);
-- $1 timestamp with time zone, $2 bigint

-- insert
SELECT note_deliveries($1, $2, $3, $4);
-- $1 integer, $2 bigint[], $3 text, $4 timestamp with time zone

-- claimDue
WITH RECURSIVE waiting AS ( (
  SELECT hook_id
  FROM hook_delivery
  WHERE status IN (1, 3)
  ORDER BY hook_id
  LIMIT 1
) UNION ALL SELECT (
  SELECT d.hook_id
  FROM hook_delivery d
  WHERE status IN (1, 3)
    AND d.hook_id > waiting.hook_id
  ORDER BY d.hook_id
  LIMIT 1
) FROM waiting WHERE waiting.hook_id IS NOT NULL ), due AS MATERIALIZED (
  SELECT first.uid
  FROM waiting
  JOIN hook ON hook.id = waiting.hook_id AND hook.active AND hook.id <> ALL($5::int[])
  CROSS JOIN LATERAL (
    SELECT uid, id, date_due
    FROM hook_delivery
    WHERE hook_id = hook.id
      AND status IN (1, 3)
      AND date_due <= $1
    ORDER BY date_due, id
    LIMIT $3
    FOR UPDATE SKIP LOCKED
  ) AS first
  ORDER BY first.date_due, first.id
  LIMIT $4
)
UPDATE hook_delivery d
SET status = 3, tries = d.tries + 1, date_due = $2, date_modified = $1
FROM due
WHERE d.uid = due.uid
RETURNING d.uid, d.hook_id AS "hookId", d.submission_id AS "submissionId", d.cause, d.tries;
-- $1 timestamp with time zone, $2 timestamp with time zone, $3 bigint, $4 bigint, $5 integer[]

-- claimFailed
UPDATE hook_delivery d
SET status = 3, tries = d.tries + 1, date_due = $4, date_modified = $3
WHERE d.hook_id = $1
  AND d.uid = $2
  AND d.status = 0
  AND d.date_modified <= $5
RETURNING d.uid, d.hook_id AS "hookId", d.submission_id AS "submissionId", d.cause, d.tries;
-- $1 integer, $2 text, $3 timestamp with time zone, $4 timestamp with time zone, $5 timestamp with time zone

-- recordOutcome
UPDATE hook_delivery
SET status = $3, status_code = $4, message = $5, date_due = $6, date_modified = $7
WHERE uid = $1
  AND tries = $2
  AND status = 3;
-- $1 text, $2 integer, $3 smallint, $4 integer, $5 text, $6 timestamp with time zone, $7 timestamp with time zone

-- release
UPDATE hook_delivery
SET status = 1, tries = tries - 1, date_due = $3
WHERE uid = $1
  AND tries = $2
  AND status = 3;
-- $1 text, $2 integer, $3 timestamp with time zone

-- retryFailed
UPDATE hook_delivery
SET status = 1, date_due = $2, date_modified = $2
WHERE hook_id = $1
  AND status = 0
RETURNING uid;
-- $1 integer, $2 timestamp with time zone
