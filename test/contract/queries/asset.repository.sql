-- insert
INSERT INTO "asset"("id", "uid", "owner_id", "parent_id", "asset_type", "name", "content", "summary",
  "settings", "tags", "search_text", "data_sharing", "report_styles", "report_custom", "map_styles",
  "map_custom", "advanced_features", "created_by", "last_modified_by", "date_created", "date_modified",
  "date_deleted", "is_purging")
VALUES (DEFAULT, $1, $2, DEFAULT, $3, $4, convert_from($5, 'UTF8')::json, $6, $7, $8, DEFAULT, DEFAULT,
  convert_from($9, 'UTF8')::json, $10, $11, $12, $13, $14, $15, $16, $17, DEFAULT, DEFAULT)
RETURNING "id";
-- $1 text, $2 integer, $3 text, $4 text, $5 bytea, $6 jsonb, $7 jsonb, $8 text[], $9 bytea, $10 jsonb, $11 jsonb, $12 jsonb, $13 jsonb, $14 text, $15 text, $16 timestamp with time zone, $17 timestamp with time zone

-- find
SELECT "AssetEntity"."id" AS "AssetEntity_id", "AssetEntity"."uid" AS "AssetEntity_uid",
  "AssetEntity"."owner_id" AS "AssetEntity_owner_id", "AssetEntity"."parent_id" AS "AssetEntity_parent_id",
  "AssetEntity"."asset_type" AS "AssetEntity_asset_type", "AssetEntity"."name" AS "AssetEntity_name",
  "AssetEntity"."summary" AS "AssetEntity_summary", "AssetEntity"."settings" AS "AssetEntity_settings",
  "AssetEntity"."tags" AS "AssetEntity_tags", "AssetEntity"."data_sharing" AS "AssetEntity_data_sharing",
  "AssetEntity"."report_custom" AS "AssetEntity_report_custom",
  "AssetEntity"."map_styles" AS "AssetEntity_map_styles",
  "AssetEntity"."map_custom" AS "AssetEntity_map_custom",
  "AssetEntity"."advanced_features" AS "AssetEntity_advanced_features",
  "AssetEntity"."created_by" AS "AssetEntity_created_by",
  "AssetEntity"."last_modified_by" AS "AssetEntity_last_modified_by",
  "AssetEntity"."date_created" AS "AssetEntity_date_created",
  "AssetEntity"."date_modified" AS "AssetEntity_date_modified",
  "AssetEntity"."date_deleted" AS "AssetEntity_date_deleted",
  "AssetEntity"."is_purging" AS "AssetEntity_is_purging"
FROM "asset" "AssetEntity"
WHERE (("AssetEntity"."id" = $1))
LIMIT 1;
-- $1 integer

-- findByUid
SELECT "AssetEntity"."id" AS "AssetEntity_id", "AssetEntity"."uid" AS "AssetEntity_uid",
  "AssetEntity"."owner_id" AS "AssetEntity_owner_id", "AssetEntity"."parent_id" AS "AssetEntity_parent_id",
  "AssetEntity"."asset_type" AS "AssetEntity_asset_type", "AssetEntity"."name" AS "AssetEntity_name",
  "AssetEntity"."summary" AS "AssetEntity_summary", "AssetEntity"."settings" AS "AssetEntity_settings",
  "AssetEntity"."tags" AS "AssetEntity_tags", "AssetEntity"."data_sharing" AS "AssetEntity_data_sharing",
  "AssetEntity"."report_custom" AS "AssetEntity_report_custom",
  "AssetEntity"."map_styles" AS "AssetEntity_map_styles",
  "AssetEntity"."map_custom" AS "AssetEntity_map_custom",
  "AssetEntity"."advanced_features" AS "AssetEntity_advanced_features",
  "AssetEntity"."created_by" AS "AssetEntity_created_by",
  "AssetEntity"."last_modified_by" AS "AssetEntity_last_modified_by",
  "AssetEntity"."date_created" AS "AssetEntity_date_created",
  "AssetEntity"."date_modified" AS "AssetEntity_date_modified",
  "AssetEntity"."date_deleted" AS "AssetEntity_date_deleted",
  "AssetEntity"."is_purging" AS "AssetEntity_is_purging"
FROM "asset" "AssetEntity"
WHERE (("AssetEntity"."uid" = $1))
LIMIT 1;
-- $1 text

-- listOwned
SELECT "AssetEntity"."id" AS "AssetEntity_id", "AssetEntity"."uid" AS "AssetEntity_uid",
  "AssetEntity"."owner_id" AS "AssetEntity_owner_id", "AssetEntity"."parent_id" AS "AssetEntity_parent_id",
  "AssetEntity"."asset_type" AS "AssetEntity_asset_type", "AssetEntity"."name" AS "AssetEntity_name",
  "AssetEntity"."summary" AS "AssetEntity_summary", "AssetEntity"."settings" AS "AssetEntity_settings",
  "AssetEntity"."tags" AS "AssetEntity_tags", "AssetEntity"."data_sharing" AS "AssetEntity_data_sharing",
  "AssetEntity"."report_custom" AS "AssetEntity_report_custom",
  "AssetEntity"."map_styles" AS "AssetEntity_map_styles",
  "AssetEntity"."map_custom" AS "AssetEntity_map_custom",
  "AssetEntity"."advanced_features" AS "AssetEntity_advanced_features",
  "AssetEntity"."created_by" AS "AssetEntity_created_by",
  "AssetEntity"."last_modified_by" AS "AssetEntity_last_modified_by",
  "AssetEntity"."date_created" AS "AssetEntity_date_created",
  "AssetEntity"."date_modified" AS "AssetEntity_date_modified",
  "AssetEntity"."date_deleted" AS "AssetEntity_date_deleted",
  "AssetEntity"."is_purging" AS "AssetEntity_is_purging"
FROM "asset" "AssetEntity"
WHERE (("AssetEntity"."owner_id" = $1) AND ("AssetEntity"."date_deleted" IS NULL))
ORDER BY "AssetEntity"."id" ASC;
-- $1 integer

-- lock
SELECT "AssetEntity"."id" AS "AssetEntity_id", "AssetEntity"."uid" AS "AssetEntity_uid",
  "AssetEntity"."owner_id" AS "AssetEntity_owner_id", "AssetEntity"."parent_id" AS "AssetEntity_parent_id",
  "AssetEntity"."asset_type" AS "AssetEntity_asset_type", "AssetEntity"."name" AS "AssetEntity_name",
  "AssetEntity"."summary" AS "AssetEntity_summary", "AssetEntity"."settings" AS "AssetEntity_settings",
  "AssetEntity"."tags" AS "AssetEntity_tags", "AssetEntity"."data_sharing" AS "AssetEntity_data_sharing",
  "AssetEntity"."report_custom" AS "AssetEntity_report_custom",
  "AssetEntity"."map_styles" AS "AssetEntity_map_styles",
  "AssetEntity"."map_custom" AS "AssetEntity_map_custom",
  "AssetEntity"."advanced_features" AS "AssetEntity_advanced_features",
  "AssetEntity"."created_by" AS "AssetEntity_created_by",
  "AssetEntity"."last_modified_by" AS "AssetEntity_last_modified_by",
  "AssetEntity"."date_created" AS "AssetEntity_date_created",
  "AssetEntity"."date_modified" AS "AssetEntity_date_modified",
  "AssetEntity"."date_deleted" AS "AssetEntity_date_deleted",
  "AssetEntity"."is_purging" AS "AssetEntity_is_purging"
FROM "asset" "AssetEntity"
WHERE (("AssetEntity"."id" = $1) AND ("AssetEntity"."date_deleted" IS NULL))
LIMIT 1
FOR UPDATE;
-- $1 integer

-- update
UPDATE "asset"
SET "asset_type" = $1, "name" = $2, "summary" = $3, "settings" = $4, "tags" = $5, "report_custom" = $6,
  "map_styles" = $7, "map_custom" = $8, "advanced_features" = $9, "last_modified_by" = $10,
  "date_modified" = $11, "content" = convert_from($12, 'UTF8')::json, "report_styles" = convert_from($13,
  'UTF8')::json
WHERE "id" = $14;
-- $1 text, $2 text, $3 jsonb, $4 jsonb, $5 text[], $6 jsonb, $7 jsonb, $8 jsonb, $9 jsonb, $10 text, $11 timestamp with time zone, $12 bytea, $13 bytea, $14 integer

-- update
UPDATE "asset"
SET "last_modified_by" = $1, "date_modified" = $2
WHERE "id" = $3;
-- $1 text, $2 timestamp with time zone, $3 integer

-- isDeployed
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "deployment" "DeploymentEntity"
  WHERE (("DeploymentEntity"."asset_id" = $1))
)
LIMIT 1;
-- $1 integer

-- findParent
SELECT "parent"."id" AS "parent_id", "parent"."uid" AS "parent_uid",
  "parent"."date_deleted" AS "parent_date_deleted"
FROM "asset" "parent"
INNER JOIN "asset" "child" ON "child"."parent_id" = "parent"."id"
WHERE "child"."id" = $1;
-- $1 integer

-- setParent
UPDATE "asset"
SET "parent_id" = $1
WHERE "id" = $2;
-- $1 integer, $2 integer

-- findForm
SELECT "AssetEntity"."id" AS "AssetEntity_id", "AssetEntity"."uid" AS "AssetEntity_uid",
  "AssetEntity"."name" AS "AssetEntity_name", "AssetEntity"."asset_type" AS "AssetEntity_asset_type"
FROM "asset" "AssetEntity"
WHERE (("AssetEntity"."id" = $1))
LIMIT 1;
-- $1 integer

-- findForDeployment
SELECT "AssetEntity"."id" AS "AssetEntity_id", "AssetEntity"."uid" AS "AssetEntity_uid",
  "AssetEntity"."owner_id" AS "AssetEntity_owner_id", "AssetEntity"."parent_id" AS "AssetEntity_parent_id",
  "AssetEntity"."asset_type" AS "AssetEntity_asset_type", "AssetEntity"."name" AS "AssetEntity_name",
  "AssetEntity"."summary" AS "AssetEntity_summary", "AssetEntity"."settings" AS "AssetEntity_settings",
  "AssetEntity"."tags" AS "AssetEntity_tags", "AssetEntity"."data_sharing" AS "AssetEntity_data_sharing",
  "AssetEntity"."report_custom" AS "AssetEntity_report_custom",
  "AssetEntity"."map_styles" AS "AssetEntity_map_styles",
  "AssetEntity"."map_custom" AS "AssetEntity_map_custom",
  "AssetEntity"."advanced_features" AS "AssetEntity_advanced_features",
  "AssetEntity"."created_by" AS "AssetEntity_created_by",
  "AssetEntity"."last_modified_by" AS "AssetEntity_last_modified_by",
  "AssetEntity"."date_created" AS "AssetEntity_date_created",
  "AssetEntity"."date_modified" AS "AssetEntity_date_modified",
  "AssetEntity"."date_deleted" AS "AssetEntity_date_deleted",
  "AssetEntity"."is_purging" AS "AssetEntity_is_purging"
FROM "asset" "AssetEntity"
WHERE (("AssetEntity"."id" = $1))
LIMIT 1;
-- $1 integer

-- ofAsset
COPY (
  SELECT content, report_styles::text
  FROM asset
  WHERE id = 900001
) TO STDOUT (FORMAT binary);

-- reportStylesOf
COPY (
  SELECT report_styles::text
  FROM asset
  WHERE id = 900001
) TO STDOUT (FORMAT binary);

-- languagesOf
COPY (
  SELECT coalesce(CASE WHEN json_array_length(content -> 'survey') > 0 THEN content -> 'translations' END,
    'null')
  FROM asset
  WHERE id = 900001
) TO STDOUT (FORMAT binary);

-- ofVersion
COPY (
  SELECT content
  FROM asset_version
  WHERE id = 900001
) TO STDOUT (FORMAT binary);
