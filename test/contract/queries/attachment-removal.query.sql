-- idsOf
SELECT id
FROM submission
WHERE asset_id = $1
  AND root_uuid = ANY($2::text[])
ORDER BY id;
-- $1 integer, $2 text[]

-- show
UPDATE submission s
SET json = shown.json, date_modified = $2
FROM unnest($3::bigint[], $4::text[]) AS shown(id, json)
WHERE s.asset_id = $1
  AND s.id = shown.id;
-- $1 integer, $2 timestamp with time zone, $3 bigint[], $4 text[]
