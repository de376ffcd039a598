-- insert
INSERT INTO "export_task"("id", "uid", "status", "messages", "attempt", "rows_done", "rows_total",
  "date_created", "date_started", "date_modified", "asset_id", "user_id", "request", "origin", "row_filter",
  "file_name", "sha256", "byte_size", "last_submission_time")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT, DEFAULT, $5, DEFAULT, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
RETURNING "id", "messages", "attempt";
-- $1 text, $2 text, $3 jsonb, $4 integer, $5 timestamp with time zone, $6 timestamp with time zone, $7 integer, $8 integer, $9 jsonb, $10 text, $11 text, $12 text, $13 bytea, $14 bigint, $15 timestamp with time zone
INSERT INTO "import_task"("id", "uid", "status", "messages", "attempt", "rows_done", "rows_total",
  "date_created", "date_started", "date_modified", "user_id", "request", "source_sha256", "source")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT, DEFAULT, $5, DEFAULT, $6, $7, $8, $9, $10)
RETURNING "id", "messages", "attempt";
-- $1 text, $2 text, $3 jsonb, $4 integer, $5 timestamp with time zone, $6 timestamp with time zone, $7 integer, $8 jsonb, $9 bytea, $10 bytea
INSERT INTO "migration_task"("id", "uid", "status", "messages", "attempt", "rows_done", "rows_total",
  "date_created", "date_started", "date_modified", "user_id", "request", "token", "step")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT, DEFAULT, $5, DEFAULT, $6, $7, $8, DEFAULT, DEFAULT)
RETURNING "id", "messages", "attempt";
-- $1 text, $2 text, $3 jsonb, $4 integer, $5 timestamp with time zone, $6 timestamp with time zone, $7 integer, $8 jsonb

-- requeue
SELECT "ExportTaskEntity"."id" AS "ExportTaskEntity_id", "ExportTaskEntity"."uid" AS "ExportTaskEntity_uid"
FROM "export_task" "ExportTaskEntity"
WHERE (("ExportTaskEntity"."status" = $1) AND ("ExportTaskEntity"."date_modified" < $2))
ORDER BY "ExportTaskEntity_id" ASC
LIMIT 100
FOR UPDATE SKIP LOCKED;
-- $1 text, $2 timestamp with time zone
UPDATE "export_task"
SET "date_modified" = $1
WHERE "id" IN ($2);
-- $1 timestamp with time zone, $2 integer
SELECT "ImportTaskEntity"."id" AS "ImportTaskEntity_id", "ImportTaskEntity"."uid" AS "ImportTaskEntity_uid"
FROM "import_task" "ImportTaskEntity"
WHERE (("ImportTaskEntity"."status" = $1) AND ("ImportTaskEntity"."date_modified" < $2))
ORDER BY "ImportTaskEntity_id" ASC
LIMIT 100
FOR UPDATE SKIP LOCKED;
-- $1 text, $2 timestamp with time zone
UPDATE "import_task"
SET "date_modified" = $1
WHERE "id" IN ($2);
-- $1 timestamp with time zone, $2 integer
SELECT "MigrationTaskEntity"."id" AS "MigrationTaskEntity_id",
  "MigrationTaskEntity"."uid" AS "MigrationTaskEntity_uid"
FROM "migration_task" "MigrationTaskEntity"
WHERE (("MigrationTaskEntity"."status" = $1) AND ("MigrationTaskEntity"."date_modified" < $2))
ORDER BY "MigrationTaskEntity_id" ASC
LIMIT 100
FOR UPDATE SKIP LOCKED;
-- $1 text, $2 timestamp with time zone
UPDATE "migration_task"
SET "date_modified" = $1
WHERE "id" IN ($2);
-- $1 timestamp with time zone, $2 integer

-- claim
UPDATE "export_task"
SET "status" = $1, "attempt" = "attempt" + 1, "date_started" = $2, "date_modified" = $3
WHERE ("uid" = $4 AND "status" = $5);
-- $1 text, $2 timestamp with time zone, $3 timestamp with time zone, $4 text, $5 text
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
WHERE (("ExportTaskEntity"."uid" = $1))
LIMIT 1;
-- $1 text
UPDATE "import_task"
SET "status" = $1, "attempt" = "attempt" + 1, "date_started" = $2, "date_modified" = $3
WHERE ("uid" = $4 AND "status" = $5);
-- $1 text, $2 timestamp with time zone, $3 timestamp with time zone, $4 text, $5 text
SELECT "ImportTaskEntity"."id" AS "ImportTaskEntity_id", "ImportTaskEntity"."uid" AS "ImportTaskEntity_uid",
  "ImportTaskEntity"."status" AS "ImportTaskEntity_status",
  "ImportTaskEntity"."messages" AS "ImportTaskEntity_messages",
  "ImportTaskEntity"."attempt" AS "ImportTaskEntity_attempt",
  "ImportTaskEntity"."rows_done" AS "ImportTaskEntity_rows_done",
  "ImportTaskEntity"."rows_total" AS "ImportTaskEntity_rows_total",
  "ImportTaskEntity"."date_created" AS "ImportTaskEntity_date_created",
  "ImportTaskEntity"."date_started" AS "ImportTaskEntity_date_started",
  "ImportTaskEntity"."date_modified" AS "ImportTaskEntity_date_modified",
  "ImportTaskEntity"."user_id" AS "ImportTaskEntity_user_id",
  "ImportTaskEntity"."request" AS "ImportTaskEntity_request",
  "ImportTaskEntity"."source_sha256" AS "ImportTaskEntity_source_sha256"
FROM "import_task" "ImportTaskEntity"
WHERE (("ImportTaskEntity"."uid" = $1))
LIMIT 1;
-- $1 text
UPDATE "migration_task"
SET "status" = $1, "attempt" = "attempt" + 1, "date_started" = $2, "date_modified" = $3
WHERE ("uid" = $4 AND "status" = $5);
-- $1 text, $2 timestamp with time zone, $3 timestamp with time zone, $4 text, $5 text
SELECT "MigrationTaskEntity"."id" AS "MigrationTaskEntity_id",
  "MigrationTaskEntity"."uid" AS "MigrationTaskEntity_uid",
  "MigrationTaskEntity"."status" AS "MigrationTaskEntity_status",
  "MigrationTaskEntity"."messages" AS "MigrationTaskEntity_messages",
  "MigrationTaskEntity"."attempt" AS "MigrationTaskEntity_attempt",
  "MigrationTaskEntity"."rows_done" AS "MigrationTaskEntity_rows_done",
  "MigrationTaskEntity"."rows_total" AS "MigrationTaskEntity_rows_total",
  "MigrationTaskEntity"."date_created" AS "MigrationTaskEntity_date_created",
  "MigrationTaskEntity"."date_started" AS "MigrationTaskEntity_date_started",
  "MigrationTaskEntity"."date_modified" AS "MigrationTaskEntity_date_modified",
  "MigrationTaskEntity"."user_id" AS "MigrationTaskEntity_user_id",
  "MigrationTaskEntity"."request" AS "MigrationTaskEntity_request",
  "MigrationTaskEntity"."step" AS "MigrationTaskEntity_step"
FROM "migration_task" "MigrationTaskEntity"
WHERE (("MigrationTaskEntity"."uid" = $1))
LIMIT 1;
-- $1 text

-- heartbeat
UPDATE "export_task"
SET "rows_done" = $1, "rows_total" = $2, "date_modified" = $3
WHERE ("uid" = $4 AND "attempt" = $5 AND "status" = $6);
-- $1 integer, $2 integer, $3 timestamp with time zone, $4 text, $5 integer, $6 text
UPDATE "import_task"
SET "rows_done" = $1, "rows_total" = $2, "date_modified" = $3
WHERE ("uid" = $4 AND "attempt" = $5 AND "status" = $6);
-- $1 integer, $2 integer, $3 timestamp with time zone, $4 text, $5 integer, $6 text
UPDATE "migration_task"
SET "rows_done" = $1, "rows_total" = $2, "date_modified" = $3
WHERE ("uid" = $4 AND "attempt" = $5 AND "status" = $6);
-- $1 integer, $2 integer, $3 timestamp with time zone, $4 text, $5 integer, $6 text

-- complete
UPDATE "export_task"
SET "status" = $1, "messages" = $2, "date_modified" = $3, "rows_done" = $4, "rows_total" = $5
WHERE ("uid" = $6 AND "attempt" = $7 AND "status" = $8);
-- $1 text, $2 jsonb, $3 timestamp with time zone, $4 integer, $5 integer, $6 text, $7 integer, $8 text
UPDATE "import_task"
SET "source" = $1, "status" = $2, "messages" = $3, "date_modified" = $4, "rows_done" = $5, "rows_total" = $6
WHERE ("uid" = $7 AND "attempt" = $8 AND "status" = $9);
-- $1 bytea, $2 text, $3 jsonb, $4 timestamp with time zone, $5 integer, $6 integer, $7 text, $8 integer, $9 text
UPDATE "migration_task"
SET "token" = $1, "step" = $2, "status" = $3, "messages" = $4, "date_modified" = $5, "rows_done" = $6,
  "rows_total" = $7
WHERE ("uid" = $8 AND "attempt" = $9 AND "status" = $10);
-- $1 bytea, $2 jsonb, $3 text, $4 jsonb, $5 timestamp with time zone, $6 integer, $7 integer, $8 text, $9 integer, $10 text

-- fail
UPDATE "export_task"
SET "status" = $1, "messages" = $2, "date_modified" = $3
WHERE ("uid" = $4 AND "attempt" = $5 AND "status" = $6);
-- $1 text, $2 jsonb, $3 timestamp with time zone, $4 text, $5 integer, $6 text
UPDATE "import_task"
SET "source" = $1, "status" = $2, "messages" = $3, "date_modified" = $4
WHERE ("uid" = $5 AND "attempt" = $6 AND "status" = $7);
-- $1 bytea, $2 text, $3 jsonb, $4 timestamp with time zone, $5 text, $6 integer, $7 text
UPDATE "migration_task"
SET "token" = $1, "step" = $2, "status" = $3, "messages" = $4, "date_modified" = $5
WHERE ("uid" = $6 AND "attempt" = $7 AND "status" = $8);
-- $1 bytea, $2 jsonb, $3 text, $4 jsonb, $5 timestamp with time zone, $6 text, $7 integer, $8 text

-- release
UPDATE "export_task"
SET "status" = $1, "date_modified" = $2
WHERE ("uid" = $3 AND "attempt" = $4 AND "status" = $5);
-- $1 text, $2 timestamp with time zone, $3 text, $4 integer, $5 text
UPDATE "import_task"
SET "status" = $1, "date_modified" = $2
WHERE ("uid" = $3 AND "attempt" = $4 AND "status" = $5);
-- $1 text, $2 timestamp with time zone, $3 text, $4 integer, $5 text
UPDATE "migration_task"
SET "status" = $1, "date_modified" = $2
WHERE ("uid" = $3 AND "attempt" = $4 AND "status" = $5);
-- $1 text, $2 timestamp with time zone, $3 text, $4 integer, $5 text

-- reopen
UPDATE "export_task"
SET "status" = $1
WHERE ("status" = $2 AND "date_modified" < $3 AND "attempt" < $4);
-- $1 text, $2 text, $3 timestamp with time zone, $4 integer
UPDATE "import_task"
SET "status" = $1
WHERE ("status" = $2 AND "date_modified" < $3 AND "attempt" < $4);
-- $1 text, $2 text, $3 timestamp with time zone, $4 integer
UPDATE "migration_task"
SET "status" = $1
WHERE ("status" = $2 AND "date_modified" < $3 AND "attempt" < $4);
-- $1 text, $2 text, $3 timestamp with time zone, $4 integer

-- expire
UPDATE "export_task"
SET "status" = $1, "messages" = $2, "date_modified" = $3
WHERE ("status" = $4 AND "date_modified" < $5);
-- $1 text, $2 jsonb, $3 timestamp with time zone, $4 text, $5 timestamp with time zone
UPDATE "import_task"
SET "source" = $1, "status" = $2, "messages" = $3, "date_modified" = $4
WHERE ("status" = $5 AND "date_modified" < $6);
-- $1 bytea, $2 text, $3 jsonb, $4 timestamp with time zone, $5 text, $6 timestamp with time zone
UPDATE "migration_task"
SET "token" = $1, "step" = $2, "status" = $3, "messages" = $4, "date_modified" = $5
WHERE ("status" = $6 AND "date_modified" < $7);
-- $1 bytea, $2 jsonb, $3 text, $4 jsonb, $5 timestamp with time zone, $6 text, $7 timestamp with time zone
