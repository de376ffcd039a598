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
  "facts", "past_file_paths", "encrypted", "date_deployed", "date_modified")
VALUES ($1, $2, $3, $4, $5, convert_from($6, 'UTF8'), $7, convert_from($8, 'UTF8')::json, DEFAULT, $9, $10,
  $11)
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
