-- insert
INSERT INTO "import_task"("id", "uid", "user_id", "status", "request", "source_sha256", "source", "messages",
  "date_created", "date_modified")
VALUES (DEFAULT, $1, $2, $3, $4, $5, DEFAULT, $6, $7, $8)
RETURNING "id";
-- $1 text, $2 integer, $3 text, $4 jsonb, $5 bytea, $6 jsonb, $7 timestamp with time zone, $8 timestamp with time zone

-- list
SELECT "ImportTaskEntity"."id" AS "ImportTaskEntity_id", "ImportTaskEntity"."uid" AS "ImportTaskEntity_uid",
  "ImportTaskEntity"."user_id" AS "ImportTaskEntity_user_id",
  "ImportTaskEntity"."status" AS "ImportTaskEntity_status",
  "ImportTaskEntity"."request" AS "ImportTaskEntity_request",
  "ImportTaskEntity"."messages" AS "ImportTaskEntity_messages",
  "ImportTaskEntity"."date_created" AS "ImportTaskEntity_date_created",
  "ImportTaskEntity"."date_modified" AS "ImportTaskEntity_date_modified"
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
  "ImportTaskEntity"."user_id" AS "ImportTaskEntity_user_id",
  "ImportTaskEntity"."status" AS "ImportTaskEntity_status",
  "ImportTaskEntity"."request" AS "ImportTaskEntity_request",
  "ImportTaskEntity"."messages" AS "ImportTaskEntity_messages",
  "ImportTaskEntity"."date_created" AS "ImportTaskEntity_date_created",
  "ImportTaskEntity"."date_modified" AS "ImportTaskEntity_date_modified"
FROM "import_task" "ImportTaskEntity"
WHERE (("ImportTaskEntity"."user_id" = $1) AND ("ImportTaskEntity"."uid" = $2))
LIMIT 1;
-- $1 integer, $2 text

-- begin
UPDATE import_task t
SET status = 'processing', date_modified = $2
FROM app_user u
WHERE t.uid = $1
  AND t.status = 'created'
  AND u.id = t.user_id
RETURNING t.uid, t.user_id AS "userId", u.username, u.is_superuser AS "isSuperuser",
  u.is_active AS "isActive", t.request, t.source_sha256 AS "sourceSha256",
  octet_length(t.source) AS "sourceLength";
-- $1 text, $2 timestamp with time zone

-- readSource
SELECT substring(source FROM $2 FOR 1048576) AS piece
FROM import_task
WHERE uid = $1;
-- $1 text, $2 integer

-- beat
UPDATE "import_task"
SET "date_modified" = $1
WHERE ("uid" = $2 AND "status" = $3);
-- $1 timestamp with time zone, $2 text, $3 text

-- named
SELECT "ImportTaskEntity"."source_sha256" AS "ImportTaskEntity_source_sha256",
  "ImportTaskEntity"."id" AS "ImportTaskEntity_id"
FROM "import_task" "ImportTaskEntity"
WHERE (("ImportTaskEntity"."source_sha256" IN ($1)) AND ("ImportTaskEntity"."status" IN ($2, $3)));
-- $1 bytea, $2 text, $3 text

-- complete
UPDATE "import_task"
SET "status" = $1, "messages" = $2, "source" = $3, "date_modified" = $4
WHERE ("uid" = $5 AND "status" = $6);
-- $1 text, $2 jsonb, $3 bytea, $4 timestamp with time zone, $5 text, $6 text

-- fail
UPDATE "import_task"
SET "status" = $1, "messages" = $2, "source" = $3, "date_modified" = $4
WHERE ("uid" = $5 AND "status" = $6);
-- $1 text, $2 jsonb, $3 bytea, $4 timestamp with time zone, $5 text, $6 text

-- endAbandoned
UPDATE "import_task"
SET "status" = $1, "messages" = $2, "source" = $3, "date_modified" = $4
WHERE "status" = $5
  AND "date_modified" < $6;
-- $1 text, $2 jsonb, $3 bytea, $4 timestamp with time zone, $5 text, $6 timestamp with time zone

-- askAgain
UPDATE import_task
SET date_modified = $2
WHERE id IN (
  SELECT id
  FROM import_task
  WHERE status = 'created'
    AND date_modified < $1
  ORDER BY id
  LIMIT 100
  FOR UPDATE SKIP LOCKED
)
RETURNING uid;
-- $1 timestamp with time zone, $2 timestamp with time zone
