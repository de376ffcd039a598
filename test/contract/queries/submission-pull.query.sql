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
