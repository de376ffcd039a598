-- find
SELECT "DeploymentEntity"."asset_id" AS "DeploymentEntity_asset_id",
  "DeploymentEntity"."uuid" AS "DeploymentEntity_uuid",
  "DeploymentEntity"."former_form_id" AS "DeploymentEntity_former_form_id",
  "DeploymentEntity"."active" AS "DeploymentEntity_active",
  "DeploymentEntity"."version_id" AS "DeploymentEntity_version_id",
  "DeploymentEntity"."version_label" AS "DeploymentEntity_version_label",
  "DeploymentEntity"."xml_md5" AS "DeploymentEntity_xml_md5",
  "DeploymentEntity"."encrypted" AS "DeploymentEntity_encrypted",
  "DeploymentEntity"."date_deployed" AS "DeploymentEntity_date_deployed",
  "DeploymentEntity"."date_modified" AS "DeploymentEntity_date_modified"
FROM "deployment" "DeploymentEntity"
WHERE (("DeploymentEntity"."asset_id" = $1))
LIMIT 1;
-- $1 integer

-- mediaNames
SELECT name
FROM asset_file
WHERE asset_id = $1
  AND file_type = 'form_media'
  AND date_removed IS NULL UNION
SELECT p.filename
FROM paired_data p
JOIN asset s ON s.id = p.source_id
WHERE p.asset_id = $1
  AND s.data_sharing ->> 'enabled' = 'true' UNION
SELECT l.name || '.csv'
FROM asset a
JOIN entity_list l ON l.owner_id = a.owner_id
WHERE a.id = $1;
-- $1 integer

-- insert
INSERT INTO "deployment"("asset_id", "uuid", "former_form_id", "active", "version_id", "version_label", "xml",
  "xml_md5", "facts", "past_file_paths", "encrypted", "date_deployed", "date_modified")
VALUES ($1, $2, DEFAULT, $3, $4, $5, convert_from($6, 'UTF8'), $7, convert_from($8, 'UTF8')::json, DEFAULT,
  $9, $10, $11)
RETURNING "past_file_paths";
-- $1 integer, $2 text, $3 boolean, $4 integer, $5 text, $6 bytea, $7 text, $8 bytea, $9 boolean, $10 timestamp with time zone, $11 timestamp with time zone
UPDATE "asset_version"
SET "facts" = convert_from($1, 'UTF8')::json
WHERE ("id" = $2 AND "facts" IS NULL);
-- $1 bytea, $2 integer

-- replaceForm
UPDATE "deployment"
SET "version_id" = $1, "version_label" = $2, "xml_md5" = $3, "encrypted" = $4, "date_deployed" = $5,
  "date_modified" = $6, "xml" = convert_from($7, 'UTF8'), "facts" = convert_from($8, 'UTF8')::json
WHERE "asset_id" = $9;
-- $1 integer, $2 text, $3 text, $4 boolean, $5 timestamp with time zone, $6 timestamp with time zone, $7 bytea, $8 bytea, $9 integer
UPDATE "asset_version"
SET "facts" = convert_from($1, 'UTF8')::json
WHERE ("id" = $2 AND "facts" IS NULL);
-- $1 bytea, $2 integer

-- replaceForm
UPDATE "deployment"
SET "version_id" = $1, "version_label" = $2, "xml_md5" = $3, "encrypted" = $4, "date_deployed" = $5,
  "date_modified" = $6, "xml" = convert_from($7, 'UTF8'), "facts" = convert_from($8, 'UTF8')::json,
  "active" = $9
WHERE "asset_id" = $10;
-- $1 integer, $2 text, $3 text, $4 boolean, $5 timestamp with time zone, $6 timestamp with time zone, $7 bytea, $8 bytea, $9 boolean, $10 integer
UPDATE "asset_version"
SET "facts" = convert_from($1, 'UTF8')::json
WHERE ("id" = $2 AND "facts" IS NULL);
-- $1 bytea, $2 integer

-- update
UPDATE "deployment"
SET "active" = $1, "date_modified" = $2
WHERE "asset_id" = $3;
-- $1 boolean, $2 timestamp with time zone, $3 integer

-- versionFacts
SELECT id, uid, facts
FROM asset_version
WHERE asset_id = $1
  AND deployed
ORDER BY id DESC;
-- $1 integer

-- versionContent
SELECT content
FROM asset_version
WHERE id = $1;
-- $1 integer

-- storeMissingFacts
UPDATE asset_version
SET facts = $2::json
WHERE id = $1
  AND facts IS NULL;
-- $1 integer, $2 json

-- findXml
COPY (
  SELECT xml
  FROM deployment
  WHERE asset_id = 900001
    AND active
) TO STDOUT (FORMAT binary);

-- findAnyXml
COPY (
  SELECT xml
  FROM deployment
  WHERE asset_id = 900001
) TO STDOUT (FORMAT binary);

-- findForm
SELECT a.id AS "assetId", a.uid AS "assetUid", d.uuid AS "formUuid", d.active, d.facts, owner.id AS "ownerId",
  owner.is_active AS "ownerIsActive", (
  SELECT coalesce(array_agg(v.uid ORDER BY v.id DESC), '{}')
  FROM asset_version v
  WHERE v.asset_id = a.id
    AND v.deployed
) AS "versionUids"
FROM deployment d
JOIN asset a ON a.id = d.asset_id AND a.date_deleted IS NULL
JOIN app_user owner ON owner.id = a.owner_id
WHERE d.uuid = $1;
-- $1 text

-- findForm
SELECT a.id AS "assetId", a.uid AS "assetUid", d.uuid AS "formUuid", d.active, d.facts, owner.id AS "ownerId",
  owner.is_active AS "ownerIsActive", (
  SELECT coalesce(array_agg(v.uid ORDER BY v.id DESC), '{}')
  FROM asset_version v
  WHERE v.asset_id = a.id
    AND v.deployed
) AS "versionUids"
FROM deployment d
JOIN asset a ON a.id = d.asset_id AND a.date_deleted IS NULL
JOIN app_user owner ON owner.id = a.owner_id
WHERE a.uid = $1;
-- $1 text

-- history
SELECT a.name, v.uid, v.content
FROM asset a
LEFT JOIN asset_version v ON v.asset_id = a.id AND v.deployed AND ($2::text[] IS NULL OR v.uid = ANY($2))
WHERE a.id = $1
ORDER BY v.id;
-- $1 integer, $2 text[]

-- languages
SELECT t.language
FROM asset_version v
CROSS JOIN LATERAL json_array_elements_text( CASE json_typeof(v.content -> 'translations') WHEN 'array' THEN v.content -> 'translations' ELSE '[]' END ) WITH ORDINALITY AS t (language,
  place)
WHERE v.asset_id = $1
  AND v.deployed
ORDER BY v.id DESC, t.place;
-- $1 integer

-- findFacts
SELECT "DeploymentEntity"."asset_id" AS "DeploymentEntity_asset_id",
  "DeploymentEntity"."facts" AS "DeploymentEntity_facts"
FROM "deployment" "DeploymentEntity"
WHERE (("DeploymentEntity"."asset_id" = $1))
LIMIT 1;
-- $1 integer

-- findFormer
SELECT a.uid, d.active
FROM deployment d
JOIN asset a ON a.id = d.asset_id AND a.date_deleted IS NULL
JOIN app_user owner ON owner.id = a.owner_id
WHERE d.former_form_id = $1
  AND (a.uid = $2 OR lower(owner.username) = lower($3))
ORDER BY d.active DESC, a.id
LIMIT 100;
-- $1 text, $2 text, $3 text

-- listForms
SELECT a.uid AS "assetUid", a.name, d.version_label AS version, d.xml_md5 AS "xmlMd5"
FROM deployment d
JOIN asset a ON a.id = d.asset_id AND a.date_deleted IS NULL
JOIN app_user owner ON owner.id = a.owner_id AND owner.is_active
WHERE d.active
  AND ($2 OR EXISTS (
    SELECT 1
    FROM permission_assignment p
    WHERE p.asset_id = a.id
      AND p.codename = 'add_submissions'
      AND p.user_id = ANY ($1)
  ))
  AND ($3::text IS NULL OR lower(owner.username) = lower($3) OR EXISTS (
    SELECT 1
    FROM permission_assignment m
    JOIN app_user u ON u.id = m.user_id
    WHERE m.asset_id = a.id
      AND m.codename = 'manage_asset'
      AND lower(u.username) = lower($3)
  ))
  AND ($4::text IS NULL OR a.uid = $4 OR d.former_form_id = $4)
  AND ($5::text IS NULL OR a.uid = $5)
ORDER BY a.name, a.uid;
-- $1 integer[], $2 boolean, $3 text, $4 text, $5 text
