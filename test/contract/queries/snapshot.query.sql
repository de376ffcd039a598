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
