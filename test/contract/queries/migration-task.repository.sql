-- list
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
WHERE (("MigrationTaskEntity"."user_id" = $1))
ORDER BY "MigrationTaskEntity"."id" DESC
LIMIT 10
OFFSET 20;
-- $1 integer
SELECT COUNT(1) AS "cnt"
FROM "migration_task" "MigrationTaskEntity"
WHERE (("MigrationTaskEntity"."user_id" = $1));
-- $1 integer

-- find
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
WHERE (("MigrationTaskEntity"."user_id" = $1) AND ("MigrationTaskEntity"."uid" = $2))
LIMIT 1;
-- $1 integer, $2 text

-- lockAndFindOpen
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "app_user" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR NO KEY UPDATE;
-- $1 integer
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "migration_task" "MigrationTaskEntity"
  WHERE (("MigrationTaskEntity"."user_id" = $1) AND ("MigrationTaskEntity"."status" IN ($2, $3)))
)
LIMIT 1;
-- $1 integer, $2 text, $3 text

-- readToken
SELECT "MigrationTaskEntity"."token" AS "MigrationTaskEntity_token",
  "MigrationTaskEntity"."id" AS "MigrationTaskEntity_id"
FROM "migration_task" "MigrationTaskEntity"
WHERE (("MigrationTaskEntity"."uid" = $1))
LIMIT 1;
-- $1 text

-- saveStep
UPDATE "migration_task"
SET "step" = $1
WHERE ("uid" = $2 AND "attempt" = $3 AND "status" = $4);
-- $1 jsonb, $2 text, $3 integer, $4 text

-- remove
DELETE FROM "migration_task"
WHERE ("user_id" = $1 AND "uid" = $2);
-- $1 integer, $2 text
