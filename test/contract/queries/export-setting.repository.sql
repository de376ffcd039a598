-- list
SELECT "ExportSettingEntity"."id" AS "ExportSettingEntity_id",
  "ExportSettingEntity"."uid" AS "ExportSettingEntity_uid",
  "ExportSettingEntity"."asset_id" AS "ExportSettingEntity_asset_id",
  "ExportSettingEntity"."name" AS "ExportSettingEntity_name",
  "ExportSettingEntity"."request" AS "ExportSettingEntity_request",
  "ExportSettingEntity"."date_modified" AS "ExportSettingEntity_date_modified"
FROM "export_setting" "ExportSettingEntity"
WHERE (("ExportSettingEntity"."asset_id" = $1))
ORDER BY "ExportSettingEntity"."date_modified" DESC, "ExportSettingEntity"."id" DESC
LIMIT 10
OFFSET 20;
-- $1 integer
SELECT COUNT(1) AS "cnt"
FROM "export_setting" "ExportSettingEntity"
WHERE (("ExportSettingEntity"."asset_id" = $1));
-- $1 integer

-- find
SELECT "ExportSettingEntity"."id" AS "ExportSettingEntity_id",
  "ExportSettingEntity"."uid" AS "ExportSettingEntity_uid",
  "ExportSettingEntity"."asset_id" AS "ExportSettingEntity_asset_id",
  "ExportSettingEntity"."name" AS "ExportSettingEntity_name",
  "ExportSettingEntity"."request" AS "ExportSettingEntity_request",
  "ExportSettingEntity"."date_modified" AS "ExportSettingEntity_date_modified"
FROM "export_setting" "ExportSettingEntity"
WHERE (("ExportSettingEntity"."asset_id" = $1) AND ("ExportSettingEntity"."uid" = $2))
LIMIT 1;
-- $1 integer, $2 text

-- insert
INSERT INTO "export_setting"("id", "uid", "asset_id", "name", "request", "date_modified")
VALUES (DEFAULT, $1, $2, $3, $4, $5)
RETURNING "id";
-- $1 text, $2 integer, $3 text, $4 jsonb, $5 timestamp with time zone

-- update
UPDATE "export_setting"
SET "date_modified" = $1, "name" = $2
WHERE ("asset_id" = $3 AND "uid" = $4);
-- $1 timestamp with time zone, $2 text, $3 integer, $4 text

-- update
UPDATE "export_setting"
SET "date_modified" = $1, "request" = $2
WHERE ("asset_id" = $3 AND "uid" = $4);
-- $1 timestamp with time zone, $2 jsonb, $3 integer, $4 text

-- remove
DELETE FROM "export_setting"
WHERE ("asset_id" = $1 AND "uid" = $2);
-- $1 integer, $2 text
