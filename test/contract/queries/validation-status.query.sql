-- set
UPDATE submission
SET validation_status = $4, date_modified = $3, json = left(json, strpos(json,
  ',"_validation_status":') + 21) || $5 || substr(json, strpos(json, ',"_submitted_by":'), strpos(json,
  ',"_date_modified":') + 18 - strpos(json, ',"_submitted_by":')) || $6
WHERE asset_id = $1
  AND id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[], $3 timestamp with time zone, $4 jsonb, $5 text, $6 text
