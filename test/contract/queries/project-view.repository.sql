-- list
SELECT "view"."id" AS "view_id", "view"."uid" AS "view_uid", "view"."name" AS "view_name",
  "view"."countries" AS "view_countries", "view"."permissions" AS "view_permissions",
  "view"."date_created" AS "view_date_created"
FROM "project_view" "view"
ORDER BY "view"."id" ASC
LIMIT 10
OFFSET 20;
SELECT COUNT(1) AS "cnt"
FROM "project_view" "view";

-- list
SELECT "view"."id" AS "view_id", "view"."uid" AS "view_uid", "view"."name" AS "view_name",
  "view"."countries" AS "view_countries", "view"."permissions" AS "view_permissions",
  "view"."date_created" AS "view_date_created"
FROM "project_view" "view"
INNER JOIN "project_view_user" "assigned" ON "assigned"."view_id" = "view"."id"
WHERE "assigned"."user_id" = $1
ORDER BY "view"."id" ASC
LIMIT 10
OFFSET 20;
-- $1 integer
SELECT COUNT(DISTINCT("view"."id")) AS "cnt"
FROM "project_view" "view"
INNER JOIN "project_view_user" "assigned" ON "assigned"."view_id" = "view"."id"
WHERE "assigned"."user_id" = $1;
-- $1 integer

-- find
SELECT "ProjectViewEntity"."id" AS "ProjectViewEntity_id",
  "ProjectViewEntity"."uid" AS "ProjectViewEntity_uid",
  "ProjectViewEntity"."name" AS "ProjectViewEntity_name",
  "ProjectViewEntity"."countries" AS "ProjectViewEntity_countries",
  "ProjectViewEntity"."permissions" AS "ProjectViewEntity_permissions",
  "ProjectViewEntity"."date_created" AS "ProjectViewEntity_date_created"
FROM "project_view" "ProjectViewEntity"
WHERE (("ProjectViewEntity"."uid" = $1))
LIMIT 1;
-- $1 text

-- isAssigned
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "project_view_user" "ProjectViewUserEntity"
  WHERE (("ProjectViewUserEntity"."view_id" = $1) AND ("ProjectViewUserEntity"."user_id" = $2))
)
LIMIT 1;
-- $1 integer, $2 integer

-- assignments
SELECT "ProjectViewUserEntity"."view_id" AS "ProjectViewUserEntity_view_id",
  "ProjectViewUserEntity"."user_id" AS "ProjectViewUserEntity_user_id"
FROM "project_view_user" "ProjectViewUserEntity"
WHERE (("ProjectViewUserEntity"."view_id" IN ($1)))
ORDER BY "ProjectViewUserEntity"."user_id" ASC;
-- $1 integer

-- insert
INSERT INTO "project_view"("id", "uid", "name", "countries", "permissions", "date_created")
VALUES (DEFAULT, $1, $2, $3, $4, $5)
RETURNING "id";
-- $1 text, $2 text, $3 text[], $4 text[], $5 timestamp with time zone

-- update
UPDATE "project_view"
SET "name" = $1, "countries" = $2, "permissions" = $3
WHERE "id" = $4;
-- $1 text, $2 text[], $3 text[], $4 integer

-- assign
DELETE FROM "project_view_user"
WHERE "view_id" = $1;
-- $1 integer
INSERT INTO "project_view_user"("view_id", "user_id")
VALUES ($1, $2);
-- $1 integer, $2 integer

-- delete
DELETE FROM "project_view"
WHERE "id" = $1;
-- $1 integer
