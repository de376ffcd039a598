-- findSubmissionIds
SELECT id
FROM submission
WHERE asset_id = $1
  AND root_uuid = ANY($2::text[])
ORDER BY id;
-- $1 integer, $2 text[]

-- updateJson
UPDATE submission s
SET json = updated.json, date_modified = $2
FROM unnest($3::bigint[], $4::text[]) AS updated(id, json)
WHERE s.asset_id = $1
  AND s.id = updated.id;
-- $1 integer, $2 timestamp with time zone, $3 bigint[], $4 text[]
