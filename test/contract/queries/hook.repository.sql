-- list
SELECT "HookEntity"."id" AS "HookEntity_id", "HookEntity"."uid" AS "HookEntity_uid",
  "HookEntity"."asset_id" AS "HookEntity_asset_id", "HookEntity"."name" AS "HookEntity_name",
  "HookEntity"."endpoint" AS "HookEntity_endpoint", "HookEntity"."active" AS "HookEntity_active",
  "HookEntity"."export_type" AS "HookEntity_export_type",
  "HookEntity"."auth_level" AS "HookEntity_auth_level", "HookEntity"."settings" AS "HookEntity_settings",
  "HookEntity"."secret" AS "HookEntity_secret",
  "HookEntity"."email_notification" AS "HookEntity_email_notification",
  "HookEntity"."sends_changes" AS "HookEntity_sends_changes",
  "HookEntity"."subset_fields" AS "HookEntity_subset_fields",
  "HookEntity"."payload_template" AS "HookEntity_payload_template",
  "HookEntity"."origin" AS "HookEntity_origin", "HookEntity"."date_modified" AS "HookEntity_date_modified"
FROM "hook" "HookEntity"
WHERE (("HookEntity"."asset_id" = $1))
ORDER BY "HookEntity"."id" DESC
LIMIT 10
OFFSET 20;
-- $1 integer
SELECT COUNT(1) AS "cnt"
FROM "hook" "HookEntity"
WHERE (("HookEntity"."asset_id" = $1));
-- $1 integer

-- find
SELECT "HookEntity"."id" AS "HookEntity_id", "HookEntity"."uid" AS "HookEntity_uid",
  "HookEntity"."asset_id" AS "HookEntity_asset_id", "HookEntity"."name" AS "HookEntity_name",
  "HookEntity"."endpoint" AS "HookEntity_endpoint", "HookEntity"."active" AS "HookEntity_active",
  "HookEntity"."export_type" AS "HookEntity_export_type",
  "HookEntity"."auth_level" AS "HookEntity_auth_level", "HookEntity"."settings" AS "HookEntity_settings",
  "HookEntity"."secret" AS "HookEntity_secret",
  "HookEntity"."email_notification" AS "HookEntity_email_notification",
  "HookEntity"."sends_changes" AS "HookEntity_sends_changes",
  "HookEntity"."subset_fields" AS "HookEntity_subset_fields",
  "HookEntity"."payload_template" AS "HookEntity_payload_template",
  "HookEntity"."origin" AS "HookEntity_origin", "HookEntity"."date_modified" AS "HookEntity_date_modified"
FROM "hook" "HookEntity"
WHERE (("HookEntity"."asset_id" = $1) AND ("HookEntity"."uid" = $2))
LIMIT 1;
-- $1 integer, $2 text

-- lock
SELECT "HookEntity"."id" AS "HookEntity_id", "HookEntity"."uid" AS "HookEntity_uid",
  "HookEntity"."asset_id" AS "HookEntity_asset_id", "HookEntity"."name" AS "HookEntity_name",
  "HookEntity"."endpoint" AS "HookEntity_endpoint", "HookEntity"."active" AS "HookEntity_active",
  "HookEntity"."export_type" AS "HookEntity_export_type",
  "HookEntity"."auth_level" AS "HookEntity_auth_level", "HookEntity"."settings" AS "HookEntity_settings",
  "HookEntity"."secret" AS "HookEntity_secret",
  "HookEntity"."email_notification" AS "HookEntity_email_notification",
  "HookEntity"."sends_changes" AS "HookEntity_sends_changes",
  "HookEntity"."subset_fields" AS "HookEntity_subset_fields",
  "HookEntity"."payload_template" AS "HookEntity_payload_template",
  "HookEntity"."origin" AS "HookEntity_origin", "HookEntity"."date_modified" AS "HookEntity_date_modified"
FROM "hook" "HookEntity"
WHERE (("HookEntity"."asset_id" = $1) AND ("HookEntity"."uid" = $2))
LIMIT 1
FOR UPDATE;
-- $1 integer, $2 text

-- existsFor
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "hook" "HookEntity"
  WHERE (("HookEntity"."asset_id" = $1) AND ("HookEntity"."active" = $2))
)
LIMIT 1;
-- $1 integer, $2 boolean

-- findWithAsset
SELECT "hook"."id" AS "hook_id", "hook"."uid" AS "hook_uid", "hook"."asset_id" AS "hook_asset_id",
  "hook"."name" AS "hook_name", "hook"."endpoint" AS "hook_endpoint", "hook"."active" AS "hook_active",
  "hook"."export_type" AS "hook_export_type", "hook"."auth_level" AS "hook_auth_level",
  "hook"."settings" AS "hook_settings", "hook"."secret" AS "hook_secret",
  "hook"."email_notification" AS "hook_email_notification", "hook"."sends_changes" AS "hook_sends_changes",
  "hook"."subset_fields" AS "hook_subset_fields", "hook"."payload_template" AS "hook_payload_template",
  "hook"."origin" AS "hook_origin", "hook"."date_modified" AS "hook_date_modified",
  "asset"."uid" AS "asset_uid", "asset"."owner_id" AS "asset_owner_id", "asset"."id" AS "asset_id"
FROM "hook" "hook"
INNER JOIN "asset" "asset" ON "asset"."id" = "hook"."asset_id"
WHERE "hook"."id" = $1;
-- $1 integer

-- insert
INSERT INTO "hook"("id", "uid", "asset_id", "name", "endpoint", "active", "export_type", "auth_level",
  "settings", "secret", "email_notification", "sends_changes", "subset_fields", "payload_template", "origin",
  "date_modified")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
RETURNING "id";
-- $1 text, $2 integer, $3 text, $4 text, $5 boolean, $6 text, $7 text, $8 bytea, $9 bytea, $10 boolean, $11 boolean, $12 jsonb, $13 text, $14 text, $15 timestamp with time zone

-- update
UPDATE "hook"
SET "name" = $1, "date_modified" = $2
WHERE "id" = $3;
-- $1 text, $2 timestamp with time zone, $3 integer

-- remove
DELETE FROM "hook"
WHERE "id" = $1;
-- $1 integer
