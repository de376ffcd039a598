-- countVisible
SELECT count(*)::int AS count
FROM asset a
WHERE a.date_deleted IS NULL
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1
      AND codename = 'view_asset'
  )
  AND ($2::text IS NULL OR a.asset_type = $2);
-- $1 integer, $2 text

-- countVisible
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1
      AND codename = 'view_asset'
  )
  AND ($2::text IS NULL OR a.asset_type = $2)
  AND (((a.name) COLLATE "und-x-icu" ILIKE $3::text OR (owner.username) COLLATE "und-x-icu" ILIKE $4::text OR (CASE jsonb_typeof((a.settings) #> $5::text[]) WHEN 'string' THEN ((a.settings) #> $5::text[]) #>> '{}' END) COLLATE "und-x-icu" ILIKE $6::text OR (CASE jsonb_typeof((a.settings) #> $7::text[]) WHEN 'string' THEN ((a.settings) #> $7::text[]) #>> '{}' END) COLLATE "und-x-icu" ILIKE $8::text OR (a.summary::text) COLLATE "und-x-icu" ILIKE $9::text OR (a.uid) COLLATE "und-x-icu" ILIKE $10::text OR EXISTS (
    SELECT 1
    FROM jsonb_array_elements(to_jsonb(a.tags)) AS element0
    WHERE (CASE jsonb_typeof(element0.value) WHEN 'string' THEN (element0.value) #>> '{}' END) COLLATE "und-x-icu" ILIKE $11::text
  )) AND NOT coalesce((EXISTS (
    SELECT 1
    FROM jsonb_array_elements(to_jsonb(a.tags)) AS element0
    WHERE (CASE jsonb_typeof(element0.value) WHEN 'string' THEN (element0.value) #>> '{}' END) COLLATE "C" = $12::text
  ) OR (parent.uid IS NOT NULL AND (parent.name) COLLATE "C" = $13::text)), false)
    AND (a.date_created) > $14::timestamptz AND EXISTS (
    SELECT 1
    FROM jsonb_array_elements(CASE jsonb_typeof((a.settings) #> $15::text[]) WHEN 'array' THEN (a.settings) #> $15::text[] END) AS element0
    WHERE (CASE jsonb_typeof(element0.value #> $16::text[]) WHEN 'string' THEN (element0.value #> $16::text[]) #>> '{}' END) COLLATE "C" = $17::text
  ));
-- $1 integer, $2 text, $3 text, $4 text, $5 text[], $6 text, $7 text[], $8 text, $9 text, $10 text, $11 text, $12 text, $13 text, $14 timestamp with time zone, $15 text[], $16 text[], $17 text
ROLLBACK;

-- listVisibleIds
SELECT a.id
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
WHERE a.date_deleted IS NULL
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1
      AND codename = 'view_asset'
  )
  AND ($2::text IS NULL OR a.asset_type = $2)
ORDER BY CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC
LIMIT $3
OFFSET $4;
-- $1 integer, $2 text, $3 bigint, $4 bigint

-- listVisibleIds
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT a.id
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1
      AND codename = 'view_asset'
  )
  AND ($2::text IS NULL OR a.asset_type = $2)
  AND (((a.name) COLLATE "und-x-icu" ILIKE $5::text OR (owner.username) COLLATE "und-x-icu" ILIKE $6::text OR (CASE jsonb_typeof((a.settings) #> $7::text[]) WHEN 'string' THEN ((a.settings) #> $7::text[]) #>> '{}' END) COLLATE "und-x-icu" ILIKE $8::text OR (CASE jsonb_typeof((a.settings) #> $9::text[]) WHEN 'string' THEN ((a.settings) #> $9::text[]) #>> '{}' END) COLLATE "und-x-icu" ILIKE $10::text OR (a.summary::text) COLLATE "und-x-icu" ILIKE $11::text OR (a.uid) COLLATE "und-x-icu" ILIKE $12::text OR EXISTS (
    SELECT 1
    FROM jsonb_array_elements(to_jsonb(a.tags)) AS element0
    WHERE (CASE jsonb_typeof(element0.value) WHEN 'string' THEN (element0.value) #>> '{}' END) COLLATE "und-x-icu" ILIKE $13::text
  )) AND NOT coalesce((EXISTS (
    SELECT 1
    FROM jsonb_array_elements(to_jsonb(a.tags)) AS element0
    WHERE (CASE jsonb_typeof(element0.value) WHEN 'string' THEN (element0.value) #>> '{}' END) COLLATE "C" = $14::text
  ) OR (parent.uid IS NOT NULL AND (parent.name) COLLATE "C" = $15::text)), false)
    AND (a.date_created) > $16::timestamptz AND EXISTS (
    SELECT 1
    FROM jsonb_array_elements(CASE jsonb_typeof((a.settings) #> $17::text[]) WHEN 'array' THEN (a.settings) #> $17::text[] END) AS element0
    WHERE (CASE jsonb_typeof(element0.value #> $18::text[]) WHEN 'string' THEN (element0.value #> $18::text[]) #>> '{}' END) COLLATE "C" = $19::text
  ))
ORDER BY CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC
LIMIT $3
OFFSET $4;
-- $1 integer, $2 text, $3 bigint, $4 bigint, $5 text, $6 text, $7 text[], $8 text, $9 text[], $10 text, $11 text, $12 text, $13 text, $14 text, $15 text, $16 timestamp with time zone, $17 text[], $18 text[], $19 text
ROLLBACK;

-- rows
SELECT a.id, a.uid, a.name, a.asset_type AS "assetType", a.owner_id AS "ownerId",
  owner.username AS "ownerUsername", parent.uid AS "parentUid", a.settings, a.summary, a.tags,
  a.data_sharing AS "dataSharing", a.created_by AS "createdBy", a.last_modified_by AS "lastModifiedBy",
  a.date_created AS "dateCreated", a.date_modified AS "dateModified", newest.uid AS "versionUid", d.active,
  d.uuid AS "deploymentUuid", d.encrypted, d.date_deployed AS "dateDeployed",
  deployed.uid AS "deployedVersionUid", CASE WHEN a.asset_type = 'collection' THEN (
  SELECT count(*)
  FROM asset child
  WHERE child.parent_id = a.id
    AND child.date_deleted IS NULL
) ELSE 0 END AS "childCount"
FROM asset a
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id
LEFT JOIN deployment d ON d.asset_id = a.id
LEFT JOIN asset_version deployed ON deployed.id = d.version_id
LEFT JOIN LATERAL (
  SELECT v.uid
  FROM asset_version v
  WHERE v.asset_id = a.id
  ORDER BY v.id DESC
  LIMIT 1
) newest ON true
WHERE a.id = ANY($1::int[])
ORDER BY array_position($1::int[], a.id);
-- $1 integer[]

-- detail
SELECT a.report_custom AS "reportCustom", a.map_styles AS "mapStyles", a.map_custom AS "mapCustom",
  a.advanced_features AS "advancedFeatures", (
  SELECT content_hash
  FROM asset_version v
  WHERE v.asset_id = a.id
  ORDER BY v.id DESC
  LIMIT 1
) AS "contentHash", (
  SELECT count(*)::int
  FROM asset_version v
  WHERE v.asset_id = a.id
) AS "versionCount", (
  SELECT json_build_object('inviteUid', i.uid, 'senderId', i.sender_id, 'recipientId', i.recipient_id,
    'sender', s.username, 'recipient', r.username, 'status', i.status)
  FROM ownership_transfer t
  JOIN ownership_invite i ON i.id = t.invite_id
  JOIN app_user s ON s.id = i.sender_id
  JOIN app_user r ON r.id = i.recipient_id
  WHERE t.asset_id = a.id
  ORDER BY t.id DESC
  LIMIT 1
) AS ownership
FROM asset a
WHERE a.id = $1;
-- $1 integer

-- deployedVersions
SELECT uid, content_hash AS "contentHash", date_modified AS "dateModified"
FROM asset_version
WHERE asset_id = $1
  AND deployed
ORDER BY id DESC;
-- $1 integer

-- assignments
SELECT p.asset_id AS "assetId", p.uid, p.user_id AS "userId", u.username, p.codename,
  p.partial_grants AS "partialGrants"
FROM permission_assignment p
JOIN app_user u ON u.id = p.user_id
WHERE p.asset_id = ANY($1::int[])
  AND u.is_active
ORDER BY u.username, p.codename;
-- $1 integer[]

-- tallies
SELECT asset_id AS "assetId", sum(submissions)::int AS submissions, max(last_submitted) AS "lastSubmitted"
FROM submission_tally
WHERE asset_id = ANY($1::int[])
GROUP BY asset_id;
-- $1 integer[]
