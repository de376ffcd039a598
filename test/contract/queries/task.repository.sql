-- insert
INSERT INTO "import_task"("id", "uid", "status", "messages", "attempt", "rows_done", "rows_total",
  "date_created", "date_modified", "user_id", "request", "source_sha256", "source")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT, DEFAULT, $5, $6, $7, $8, $9, $10)
RETURNING "id", "messages", "attempt";
-- $1 text, $2 text, $3 jsonb, $4 integer, $5 timestamp with time zone, $6 timestamp with time zone, $7 integer, $8 jsonb, $9 bytea, $10 bytea

-- askAgain
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

-- take
UPDATE "import_task"
SET "status" = $1, "attempt" = "attempt" + 1, "date_modified" = $2
WHERE ("uid" = $3 AND "status" = $4);
-- $1 text, $2 timestamp with time zone, $3 text, $4 text
SELECT "ImportTaskEntity"."id" AS "ImportTaskEntity_id", "ImportTaskEntity"."uid" AS "ImportTaskEntity_uid",
  "ImportTaskEntity"."status" AS "ImportTaskEntity_status",
  "ImportTaskEntity"."messages" AS "ImportTaskEntity_messages",
  "ImportTaskEntity"."attempt" AS "ImportTaskEntity_attempt",
  "ImportTaskEntity"."rows_done" AS "ImportTaskEntity_rows_done",
  "ImportTaskEntity"."rows_total" AS "ImportTaskEntity_rows_total",
  "ImportTaskEntity"."date_created" AS "ImportTaskEntity_date_created",
  "ImportTaskEntity"."date_modified" AS "ImportTaskEntity_date_modified",
  "ImportTaskEntity"."user_id" AS "ImportTaskEntity_user_id",
  "ImportTaskEntity"."request" AS "ImportTaskEntity_request",
  "ImportTaskEntity"."source_sha256" AS "ImportTaskEntity_source_sha256"
FROM "import_task" "ImportTaskEntity"
WHERE (("ImportTaskEntity"."uid" = $1))
LIMIT 1;
-- $1 text

-- beat
UPDATE "import_task"
SET "rows_done" = $1, "rows_total" = $2, "date_modified" = $3
WHERE ("uid" = $4 AND "attempt" = $5 AND "status" = $6);
-- $1 integer, $2 integer, $3 timestamp with time zone, $4 text, $5 integer, $6 text

-- complete
UPDATE "import_task"
SET "source" = $1, "status" = $2, "messages" = $3, "date_modified" = $4, "rows_done" = $5, "rows_total" = $6
WHERE ("uid" = $7 AND "attempt" = $8 AND "status" = $9);
-- $1 bytea, $2 text, $3 jsonb, $4 timestamp with time zone, $5 integer, $6 integer, $7 text, $8 integer, $9 text

-- fail
UPDATE "import_task"
SET "source" = $1, "status" = $2, "messages" = $3, "date_modified" = $4
WHERE ("uid" = $5 AND "attempt" = $6 AND "status" = $7);
-- $1 bytea, $2 text, $3 jsonb, $4 timestamp with time zone, $5 text, $6 integer, $7 text

-- letGo
UPDATE "import_task"
SET "status" = $1, "date_modified" = $2
WHERE ("uid" = $3 AND "attempt" = $4 AND "status" = $5);
-- $1 text, $2 timestamp with time zone, $3 text, $4 integer, $5 text

-- cancel
UPDATE "import_task"
SET "source" = $1, "status" = $2, "messages" = $3, "date_modified" = $4
WHERE ("uid" = $5 AND "status" IN ($6, $7));
-- $1 bytea, $2 text, $3 jsonb, $4 timestamp with time zone, $5 text, $6 text, $7 text

-- giveUp
UPDATE "import_task"
SET "source" = $1, "status" = $2, "messages" = $3, "date_modified" = $4
WHERE ("status" = $5 AND "date_modified" < $6);
-- $1 bytea, $2 text, $3 jsonb, $4 timestamp with time zone, $5 text, $6 timestamp with time zone
