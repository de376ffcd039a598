-- count
SELECT count(*)::int AS count
FROM asset_snapshot s
JOIN app_user owner ON owner.id = s.owner_id
LEFT JOIN asset a ON a.id = s.asset_id
WHERE a.date_deleted IS NULL
  AND (s.owner_id = $1 OR s.asset_id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1
      AND codename = 'view_asset'
  ));
-- $1 integer

-- list
SELECT s.uid, s.owner_id AS "ownerId", owner.username AS "ownerUsername", a.uid AS "assetUid",
  a.owner_id AS "assetOwnerId", s.version_id AS "versionId", s.warnings, s.date_created AS "dateCreated"
FROM asset_snapshot s
JOIN app_user owner ON owner.id = s.owner_id
LEFT JOIN asset a ON a.id = s.asset_id
WHERE a.date_deleted IS NULL
  AND (s.owner_id = $1 OR s.asset_id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1
      AND codename = 'view_asset'
  ))
ORDER BY s.id DESC
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint

-- find
SELECT s.id, s.uid, s.owner_id AS "ownerId", owner.username AS "ownerUsername", a.uid AS "assetUid",
  a.owner_id AS "assetOwnerId", s.version_id AS "versionId", s.warnings, s.date_created AS "dateCreated"
FROM asset_snapshot s
JOIN app_user owner ON owner.id = s.owner_id
LEFT JOIN asset a ON a.id = s.asset_id
WHERE s.uid = $1
  AND a.date_deleted IS NULL;
-- $1 text
COPY (
  SELECT coalesce(s.source, v.content)
  FROM asset_snapshot s
  LEFT JOIN asset_version v ON v.id = s.version_id
  WHERE s.id = 900001
) TO STDOUT (FORMAT binary);

-- findXml
SELECT s.id
FROM asset_snapshot s
JOIN app_user owner ON owner.id = s.owner_id
LEFT JOIN asset a ON a.id = s.asset_id
WHERE s.uid = $1
  AND a.date_deleted IS NULL;
-- $1 text
COPY (
  SELECT xml
  FROM asset_snapshot
  WHERE id = 900001
) TO STDOUT (FORMAT binary);

-- useAgain
UPDATE asset_snapshot
SET date_used = $2
WHERE version_id = $1
RETURNING uid;
-- $1 integer, $2 timestamp with time zone

-- insert
INSERT INTO asset_snapshot (uid, owner_id, asset_id, version_id, source, xml, warnings, date_created,
  date_used)
VALUES ($1, $2, $3, $4, convert_from($5::bytea, 'UTF8')::json, convert_from($6::bytea, 'UTF8'), $7, $8, $8)
ON CONFLICT ON CONSTRAINT asset_snapshot_version_key
DO UPDATE SET date_used = excluded.date_used
RETURNING uid;
-- $1 text, $2 integer, $3 integer, $4 integer, $5 bytea, $6 bytea, $7 text[], $8 timestamp with time zone

-- remove
DELETE FROM asset_snapshot
WHERE uid = $1;
-- $1 text

-- removeUnused
DELETE FROM asset_snapshot
WHERE id IN (
  SELECT id
  FROM asset_snapshot
  WHERE date_used < $1
  ORDER BY date_used
  LIMIT 1000
);
-- $1 timestamp with time zone
