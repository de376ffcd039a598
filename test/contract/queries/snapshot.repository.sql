-- reuse
UPDATE "asset_snapshot"
SET "date_used" = $1
WHERE "version_id" = $2
RETURNING "uid";
-- $1 timestamp with time zone, $2 integer

-- insert
INSERT INTO "asset_snapshot" AS "AssetSnapshotEntity"("id", "uid", "owner_id", "asset_id", "version_id",
  "source", "xml", "warnings", "date_created", "date_used")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT, convert_from($5, 'UTF8'), $6, $7, $8)
ON CONFLICT ON CONSTRAINT "asset_snapshot_version_key"
DO UPDATE SET "date_used" = EXCLUDED."date_used"
RETURNING "uid", "id";
-- $1 text, $2 integer, $3 integer, $4 integer, $5 bytea, $6 text[], $7 timestamp with time zone, $8 timestamp with time zone

-- insert
INSERT INTO "asset_snapshot" AS "AssetSnapshotEntity"("id", "uid", "owner_id", "asset_id", "version_id",
  "source", "xml", "warnings", "date_created", "date_used")
VALUES (DEFAULT, $1, $2, $3, $4, convert_from($5, 'UTF8')::json, convert_from($6, 'UTF8'), $7, $8, $9)
ON CONFLICT ON CONSTRAINT "asset_snapshot_version_key"
DO UPDATE SET "date_used" = EXCLUDED."date_used"
RETURNING "uid", "id";
-- $1 text, $2 integer, $3 integer, $4 integer, $5 bytea, $6 bytea, $7 text[], $8 timestamp with time zone, $9 timestamp with time zone

-- remove
DELETE FROM "asset_snapshot"
WHERE "uid" = $1;
-- $1 text

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
SELECT s.id, s.uid, s.owner_id AS "ownerId", owner.username AS "ownerUsername", a.uid AS "assetUid",
  a.name AS "assetName", a.owner_id AS "assetOwnerId", s.version_id AS "versionId", s.warnings,
  s.date_created AS "dateCreated"
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

-- streamSources
COPY (
  SELECT listed.id, coalesce( coalesce(s.source, jsonb_set(v.content::jsonb, '{settings,form_title}',
    to_jsonb(v.name))::json), 'null')
  FROM unnest('{7,8}'::bigint[]) WITH ORDINALITY AS listed (id, place)
  LEFT JOIN asset_snapshot s ON s.id = listed.id
  LEFT JOIN asset_version v ON v.id = s.version_id
  ORDER BY listed.place
) TO STDOUT (FORMAT binary);

-- find
SELECT s.id, s.uid, s.owner_id AS "ownerId", owner.username AS "ownerUsername", a.uid AS "assetUid",
  a.name AS "assetName", a.owner_id AS "assetOwnerId", s.version_id AS "versionId", s.warnings,
  s.date_created AS "dateCreated"
FROM asset_snapshot s
JOIN app_user owner ON owner.id = s.owner_id
LEFT JOIN asset a ON a.id = s.asset_id
WHERE s.uid = $1
  AND a.date_deleted IS NULL;
-- $1 text
COPY (
  SELECT coalesce(s.source, jsonb_set(v.content::jsonb, '{settings,form_title}', to_jsonb(v.name))::json)
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

-- deleteUnused
DELETE FROM asset_snapshot
WHERE id IN (
  SELECT id
  FROM asset_snapshot
  WHERE date_used < $1
  ORDER BY date_used
  LIMIT 1000
);
-- $1 timestamp with time zone
