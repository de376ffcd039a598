-- idsByStatus
SELECT validation_status ->> 'uid' AS uid, array_agg(id::float8 ORDER BY id) AS ids
FROM submission
WHERE asset_id = $1
  AND id = ANY($2::bigint[])
GROUP BY 1
ORDER BY 1;
-- $1 integer, $2 bigint[]

-- nextChange
SELECT pg_current_xact_id()::text::bigint AS change;

-- log
INSERT INTO submission_change (asset_id, transaction_id, submission_id, kind, date_changed, former_status)
SELECT asset_id, $3, id, 'validation_status', $4, coalesce(validation_status, 'null')
FROM submission
WHERE asset_id = $1
  AND id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[], $3 bigint, $4 timestamp with time zone

-- set
UPDATE submission s
SET validation_status = $4, date_modified = $3, json = left(s.json, strpos(s.json,
  ',"_validation_status":') + 21) || $5 || substr(s.json, strpos(s.json, ',"_submitted_by":'), strpos(s.json,
  ',"_date_modified":') + 18 - strpos(s.json, ',"_submitted_by":')) || $6
WHERE s.asset_id = $1
  AND s.id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[], $3 timestamp with time zone, $4 jsonb, $5 text, $6 text

-- listChanged
SELECT submission_id AS id
FROM submission_change
WHERE asset_id = $1
  AND transaction_id = $2
  AND former_status IS NOT NULL
ORDER BY submission_id;
-- $1 integer, $2 bigint

-- filterUnchanged
SELECT submission_id AS id
FROM submission_change c
WHERE asset_id = $1
  AND transaction_id = $2
  AND submission_id = ANY($3::bigint[])
  AND NOT EXISTS (
    SELECT
    FROM submission_change later
    WHERE later.asset_id = $1
      AND later.transaction_id > $2
      AND later.kind = 'validation_status'
      AND later.submission_id = c.submission_id
  )
ORDER BY submission_id;
-- $1 integer, $2 bigint, $3 bigint[]

-- restore
UPDATE submission s
SET validation_status = nullif(c.former_status, 'null'), date_modified = $3, json = left(s.json,
  strpos(s.json,
  ',"_validation_status":') + 21) || CASE c.former_status WHEN 'null' THEN '{}' ELSE '{"timestamp":' || (c.former_status -> 'timestamp')::text || ',"uid":' || (c.former_status -> 'uid')::text || ',"by_whom":' || (c.former_status -> 'by_whom')::text || ',"label":' || (c.former_status -> 'label')::text || '}' END || substr(s.json,
  strpos(s.json, ',"_submitted_by":'), strpos(s.json, ',"_date_modified":') + 18 - strpos(s.json,
  ',"_submitted_by":')) || $5
FROM submission_change c
WHERE s.asset_id = $1
  AND s.id = ANY($2::bigint[])
  AND c.asset_id = $1
  AND c.transaction_id = $4
  AND c.submission_id = s.id;
-- $1 integer, $2 bigint[], $3 timestamp with time zone, $4 bigint, $5 text
