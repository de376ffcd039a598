-- find
SELECT "DeploymentEntity"."asset_id" AS "DeploymentEntity_asset_id",
  "DeploymentEntity"."uuid" AS "DeploymentEntity_uuid",
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

-- insert
INSERT INTO "deployment"("asset_id", "uuid", "active", "version_id", "version_label", "xml", "xml_md5",
  "facts", "encrypted", "date_deployed", "date_modified")
VALUES ($1, $2, $3, $4, $5, convert_from($6, 'UTF8'), $7, convert_from($8, 'UTF8')::json, $9, $10, $11);
-- $1 integer, $2 text, $3 boolean, $4 integer, $5 text, $6 bytea, $7 text, $8 bytea, $9 boolean, $10 timestamp with time zone, $11 timestamp with time zone

-- replaceForm
UPDATE "deployment"
SET "version_id" = $1, "version_label" = $2, "xml_md5" = $3, "encrypted" = $4, "date_deployed" = $5,
  "date_modified" = $6, "xml" = convert_from($7, 'UTF8'), "facts" = convert_from($8, 'UTF8')::json
WHERE "asset_id" = $9;
-- $1 integer, $2 text, $3 text, $4 boolean, $5 timestamp with time zone, $6 timestamp with time zone, $7 bytea, $8 bytea, $9 integer

-- replaceForm
UPDATE "deployment"
SET "version_id" = $1, "version_label" = $2, "xml_md5" = $3, "encrypted" = $4, "date_deployed" = $5,
  "date_modified" = $6, "xml" = convert_from($7, 'UTF8'), "facts" = convert_from($8, 'UTF8')::json,
  "active" = $9
WHERE "asset_id" = $10;
-- $1 integer, $2 text, $3 text, $4 boolean, $5 timestamp with time zone, $6 timestamp with time zone, $7 bytea, $8 bytea, $9 boolean, $10 integer

-- update
UPDATE "deployment"
SET "active" = $1, "date_modified" = $2
WHERE "asset_id" = $3;
-- $1 boolean, $2 timestamp with time zone, $3 integer

-- findXml
COPY (
  SELECT xml
  FROM deployment
  WHERE asset_id = 900001
) TO STDOUT (FORMAT binary);

-- findForm
SELECT a.id AS "assetId", a.uid AS "assetUid", d.uuid AS "formUuid", d.active, d.facts,
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
SELECT a.id AS "assetId", a.uid AS "assetUid", d.uuid AS "formUuid", d.active, d.facts,
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

-- listForms
SELECT a.uid AS "assetUid", a.name, d.version_label AS version, d.xml_md5 AS "xmlMd5",
  coalesce(a.settings ->> 'description', '') AS description
FROM deployment d
JOIN asset a ON a.id = d.asset_id AND a.date_deleted IS NULL
JOIN app_user owner ON owner.id = a.owner_id AND owner.is_active
WHERE d.active
  AND ($3 OR EXISTS (
    SELECT 1
    FROM permission_assignment p
    WHERE p.asset_id = a.id
      AND p.codename = 'add_submissions'
      AND p.user_id IN ($1, $2)
  ))
  AND ($4::text IS NULL OR lower(owner.username) = lower($4) OR EXISTS (
    SELECT 1
    FROM permission_assignment m
    JOIN app_user u ON u.id = m.user_id
    WHERE m.asset_id = a.id
      AND m.codename = 'manage_asset'
      AND lower(u.username) = lower($4)
  ))
  AND ($5::text IS NULL OR a.uid = $5)
ORDER BY a.name, a.uid;
-- $1 integer, $2 integer, $3 boolean, $4 text, $5 text
