-- list
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
WHERE (("ImportTaskEntity"."user_id" = $1))
ORDER BY "ImportTaskEntity"."id" ASC
LIMIT 10
OFFSET 20;
-- $1 integer
SELECT COUNT(1) AS "cnt"
FROM "import_task" "ImportTaskEntity"
WHERE (("ImportTaskEntity"."user_id" = $1));
-- $1 integer

-- find
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
WHERE (("ImportTaskEntity"."user_id" = $1) AND ("ImportTaskEntity"."uid" = $2))
LIMIT 1;
-- $1 integer, $2 text

-- findReferenced
SELECT "ImportTaskEntity"."source_sha256" AS "ImportTaskEntity_source_sha256",
  "ImportTaskEntity"."id" AS "ImportTaskEntity_id"
FROM "import_task" "ImportTaskEntity"
WHERE (("ImportTaskEntity"."source_sha256" IN ($1)) AND ("ImportTaskEntity"."status" IN ($2, $3)));
-- $1 bytea, $2 text, $3 text

-- read
SELECT octet_length(source) AS length
FROM import_task
WHERE uid = $1;
-- $1 text
