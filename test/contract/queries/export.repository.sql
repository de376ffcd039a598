-- find
SELECT "ExportTaskEntity"."id" AS "ExportTaskEntity_id", "ExportTaskEntity"."uid" AS "ExportTaskEntity_uid",
  "ExportTaskEntity"."status" AS "ExportTaskEntity_status",
  "ExportTaskEntity"."messages" AS "ExportTaskEntity_messages",
  "ExportTaskEntity"."attempt" AS "ExportTaskEntity_attempt",
  "ExportTaskEntity"."rows_done" AS "ExportTaskEntity_rows_done",
  "ExportTaskEntity"."rows_total" AS "ExportTaskEntity_rows_total",
  "ExportTaskEntity"."date_created" AS "ExportTaskEntity_date_created",
  "ExportTaskEntity"."date_modified" AS "ExportTaskEntity_date_modified",
  "ExportTaskEntity"."asset_id" AS "ExportTaskEntity_asset_id",
  "ExportTaskEntity"."user_id" AS "ExportTaskEntity_user_id",
  "ExportTaskEntity"."request" AS "ExportTaskEntity_request",
  "ExportTaskEntity"."origin" AS "ExportTaskEntity_origin",
  "ExportTaskEntity"."row_filter" AS "ExportTaskEntity_row_filter",
  "ExportTaskEntity"."file_name" AS "ExportTaskEntity_file_name",
  "ExportTaskEntity"."sha256" AS "ExportTaskEntity_sha256",
  "ExportTaskEntity"."byte_size" AS "ExportTaskEntity_byte_size",
  "ExportTaskEntity"."last_submission_time" AS "ExportTaskEntity_last_submission_time"
FROM "export_task" "ExportTaskEntity"
WHERE (("ExportTaskEntity"."asset_id" = $1) AND ("ExportTaskEntity"."user_id" = $2)
  AND ("ExportTaskEntity"."uid" = $3))
LIMIT 1;
-- $1 integer, $2 integer, $3 text

-- findMany
SELECT "ExportTaskEntity"."id" AS "ExportTaskEntity_id", "ExportTaskEntity"."uid" AS "ExportTaskEntity_uid",
  "ExportTaskEntity"."status" AS "ExportTaskEntity_status",
  "ExportTaskEntity"."messages" AS "ExportTaskEntity_messages",
  "ExportTaskEntity"."attempt" AS "ExportTaskEntity_attempt",
  "ExportTaskEntity"."rows_done" AS "ExportTaskEntity_rows_done",
  "ExportTaskEntity"."rows_total" AS "ExportTaskEntity_rows_total",
  "ExportTaskEntity"."date_created" AS "ExportTaskEntity_date_created",
  "ExportTaskEntity"."date_modified" AS "ExportTaskEntity_date_modified",
  "ExportTaskEntity"."asset_id" AS "ExportTaskEntity_asset_id",
  "ExportTaskEntity"."user_id" AS "ExportTaskEntity_user_id",
  "ExportTaskEntity"."request" AS "ExportTaskEntity_request",
  "ExportTaskEntity"."origin" AS "ExportTaskEntity_origin",
  "ExportTaskEntity"."row_filter" AS "ExportTaskEntity_row_filter",
  "ExportTaskEntity"."file_name" AS "ExportTaskEntity_file_name",
  "ExportTaskEntity"."sha256" AS "ExportTaskEntity_sha256",
  "ExportTaskEntity"."byte_size" AS "ExportTaskEntity_byte_size",
  "ExportTaskEntity"."last_submission_time" AS "ExportTaskEntity_last_submission_time"
FROM "export_task" "ExportTaskEntity"
WHERE (("ExportTaskEntity"."uid" IN ($1)));
-- $1 text

-- findByFile
SELECT "ExportTaskEntity"."id" AS "ExportTaskEntity_id", "ExportTaskEntity"."uid" AS "ExportTaskEntity_uid",
  "ExportTaskEntity"."status" AS "ExportTaskEntity_status",
  "ExportTaskEntity"."messages" AS "ExportTaskEntity_messages",
  "ExportTaskEntity"."attempt" AS "ExportTaskEntity_attempt",
  "ExportTaskEntity"."rows_done" AS "ExportTaskEntity_rows_done",
  "ExportTaskEntity"."rows_total" AS "ExportTaskEntity_rows_total",
  "ExportTaskEntity"."date_created" AS "ExportTaskEntity_date_created",
  "ExportTaskEntity"."date_modified" AS "ExportTaskEntity_date_modified",
  "ExportTaskEntity"."asset_id" AS "ExportTaskEntity_asset_id",
  "ExportTaskEntity"."user_id" AS "ExportTaskEntity_user_id",
  "ExportTaskEntity"."request" AS "ExportTaskEntity_request",
  "ExportTaskEntity"."origin" AS "ExportTaskEntity_origin",
  "ExportTaskEntity"."row_filter" AS "ExportTaskEntity_row_filter",
  "ExportTaskEntity"."file_name" AS "ExportTaskEntity_file_name",
  "ExportTaskEntity"."sha256" AS "ExportTaskEntity_sha256",
  "ExportTaskEntity"."byte_size" AS "ExportTaskEntity_byte_size",
  "ExportTaskEntity"."last_submission_time" AS "ExportTaskEntity_last_submission_time"
FROM "export_task" "ExportTaskEntity"
WHERE (("ExportTaskEntity"."asset_id" = $1) AND ("ExportTaskEntity"."user_id" = $2)
  AND ("ExportTaskEntity"."file_name" = $3))
LIMIT 1;
-- $1 integer, $2 integer, $3 text

-- hasFile
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "export_task" "ExportTaskEntity"
  WHERE (("ExportTaskEntity"."asset_id" = $1) AND ("ExportTaskEntity"."user_id" = $2)
    AND ("ExportTaskEntity"."file_name" = $3))
)
LIMIT 1;
-- $1 integer, $2 integer, $3 text

-- setFile
UPDATE "export_task"
SET "file_name" = $1, "sha256" = $2, "byte_size" = $3, "last_submission_time" = $4
WHERE "uid" = $5;
-- $1 text, $2 bytea, $3 bigint, $4 timestamp with time zone, $5 text

-- remove
DELETE FROM "export_task"
WHERE ("asset_id" = $1 AND "user_id" = $2 AND "uid" = $3);
-- $1 integer, $2 integer, $3 text

-- deleteEnded
DELETE FROM "export_task"
WHERE ("user_id" = $1 AND "status" IN ($2, $3) AND "date_modified" < $4);
-- $1 integer, $2 text, $3 text, $4 timestamp with time zone

-- findReferenced
SELECT "ExportTaskEntity"."sha256" AS "ExportTaskEntity_sha256",
  "ExportTaskEntity"."id" AS "ExportTaskEntity_id"
FROM "export_task" "ExportTaskEntity"
WHERE (("ExportTaskEntity"."sha256" IN ($1)));
-- $1 bytea

-- findAssetUid
SELECT "AssetEntity"."uid" AS "AssetEntity_uid", "AssetEntity"."id" AS "AssetEntity_id"
FROM "asset" "AssetEntity"
WHERE (("AssetEntity"."id" = $1))
LIMIT 1;
-- $1 integer
