-- lockOwner
SELECT pg_advisory_xact_lock($1::int, $2::int);
-- $1 integer, $2 integer

-- list
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
WITH found AS (
  SELECT e.id, e.uid
  FROM export_task e
  WHERE e.asset_id = $1
    AND e.user_id = $2
), page AS (
  SELECT *
  FROM found
  ORDER BY id DESC
  LIMIT $3
  OFFSET $4
)
SELECT (
  SELECT count(*)::int
  FROM found
) AS count, (
  SELECT coalesce(array_agg(uid ORDER BY id DESC), '{}')
  FROM page
) AS uids;
-- $1 integer, $2 integer, $3 bigint, $4 bigint
ROLLBACK;

-- list
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
WITH found AS (
  SELECT e.id, e.uid
  FROM export_task e
  WHERE e.asset_id = $1
    AND e.user_id = $2
    AND (left(CASE jsonb_typeof(e.request #> $5::text[]) WHEN 'string' THEN (e.request #> $5::text[]) #>> '{}' END,
      200) COLLATE "C" = $6::text AND (e.status) COLLATE "C" = $7::text)
), page AS (
  SELECT *
  FROM found
  ORDER BY id
  LIMIT $3
  OFFSET $4
)
SELECT (
  SELECT count(*)::int
  FROM found
) AS count, (
  SELECT coalesce(array_agg(uid ORDER BY id ), '{}')
  FROM page
) AS uids;
-- $1 integer, $2 integer, $3 bigint, $4 bigint, $5 text[], $6 text, $7 text
ROLLBACK;

-- findOpen
SELECT min(uid) FILTER (WHERE request = $3::jsonb AND origin = $4
  AND row_filter IS NOT DISTINCT FROM $5) AS duplicate, count(*)::int AS open
FROM export_task
WHERE asset_id = $1
  AND user_id = $2
  AND status IN ('created', 'processing');
-- $1 integer, $2 integer, $3 jsonb, $4 text, $5 text

-- deleteOld
DELETE FROM export_task
WHERE id IN (
  SELECT id
  FROM export_task
  WHERE asset_id = $1
    AND user_id = $2
    AND NOT status IN ('created', 'processing')
  ORDER BY id DESC
  OFFSET $3
);
-- $1 integer, $2 integer, $3 bigint

-- find
SELECT "ExportTaskEntity"."id" AS "ExportTaskEntity_id", "ExportTaskEntity"."uid" AS "ExportTaskEntity_uid",
  "ExportTaskEntity"."status" AS "ExportTaskEntity_status",
  "ExportTaskEntity"."messages" AS "ExportTaskEntity_messages",
  "ExportTaskEntity"."attempt" AS "ExportTaskEntity_attempt",
  "ExportTaskEntity"."rows_done" AS "ExportTaskEntity_rows_done",
  "ExportTaskEntity"."rows_total" AS "ExportTaskEntity_rows_total",
  "ExportTaskEntity"."date_created" AS "ExportTaskEntity_date_created",
  "ExportTaskEntity"."date_started" AS "ExportTaskEntity_date_started",
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
  "ExportTaskEntity"."date_started" AS "ExportTaskEntity_date_started",
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
  "ExportTaskEntity"."date_started" AS "ExportTaskEntity_date_started",
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
