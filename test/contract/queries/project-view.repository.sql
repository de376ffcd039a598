-- assets
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.asset_type = 'survey'
  AND ('*' = ANY($1::text[]) OR a.settings -> 'country_codes' ?| $1::text[] OR a.settings ->> 'country' = ANY($1::text[]));
-- $1 text[]
SELECT a.uid, a.name, a.settings, coalesce(a.summary -> 'languages', '[]') AS languages,
  a.created_by AS "createdBy", a.last_modified_by AS "lastModifiedBy", d.encrypted,
  d.uuid AS "deploymentUuid", a.date_created AS "dateCreated", a.date_modified AS "dateModified",
  d.date_deployed AS "dateDeployed", d.active, owner.username AS "ownerUsername", owner.email AS "ownerEmail",
  coalesce(owner.extra_details ->> 'name', '') AS "ownerName",
  coalesce(owner.extra_details ->> 'organization', '') AS "ownerOrganization", ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = a.id
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = a.id
    AND tally.slot >= 0
), 0))::int AS submissions
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.asset_type = 'survey'
  AND ('*' = ANY($1::text[]) OR a.settings -> 'country_codes' ?| $1::text[] OR a.settings ->> 'country' = ANY($1::text[]))
ORDER BY CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC
LIMIT $2::bigint
OFFSET $3::bigint;
-- $1 text[], $2 bigint, $3 bigint
ROLLBACK;

-- assets
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.asset_type = 'survey'
  AND ('*' = ANY($1::text[]) OR a.settings -> 'country_codes' ?| $1::text[] OR a.settings ->> 'country' = ANY($1::text[]));
-- $1 text[]
SELECT a.uid, a.name, a.settings, coalesce(a.summary -> 'languages', '[]') AS languages,
  a.created_by AS "createdBy", a.last_modified_by AS "lastModifiedBy", d.encrypted,
  d.uuid AS "deploymentUuid", a.date_created AS "dateCreated", a.date_modified AS "dateModified",
  d.date_deployed AS "dateDeployed", d.active, owner.username AS "ownerUsername", owner.email AS "ownerEmail",
  coalesce(owner.extra_details ->> 'name', '') AS "ownerName",
  coalesce(owner.extra_details ->> 'organization', '') AS "ownerOrganization", ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = a.id
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = a.id
    AND tally.slot >= 0
), 0))::int AS submissions
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.asset_type = 'survey'
  AND ('*' = ANY($1::text[]) OR a.settings -> 'country_codes' ?| $1::text[] OR a.settings ->> 'country' = ANY($1::text[]))
ORDER BY a.name COLLATE "und-x-icu" ASC, a.id
LIMIT $2::bigint
OFFSET $3::bigint;
-- $1 text[], $2 bigint, $3 bigint
ROLLBACK;

-- assets
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.asset_type = 'survey'
  AND ('*' = ANY($1::text[]) OR a.settings -> 'country_codes' ?| $1::text[] OR a.settings ->> 'country' = ANY($1::text[]))
  AND (a.name) COLLATE "C" = $2::text;
-- $1 text[], $2 text
SELECT a.uid, a.name, a.settings, coalesce(a.summary -> 'languages', '[]') AS languages,
  a.created_by AS "createdBy", a.last_modified_by AS "lastModifiedBy", d.encrypted,
  d.uuid AS "deploymentUuid", a.date_created AS "dateCreated", a.date_modified AS "dateModified",
  d.date_deployed AS "dateDeployed", d.active, owner.username AS "ownerUsername", owner.email AS "ownerEmail",
  coalesce(owner.extra_details ->> 'name', '') AS "ownerName",
  coalesce(owner.extra_details ->> 'organization', '') AS "ownerOrganization", ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = a.id
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = a.id
    AND tally.slot >= 0
), 0))::int AS submissions
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.asset_type = 'survey'
  AND ('*' = ANY($1::text[]) OR a.settings -> 'country_codes' ?| $1::text[] OR a.settings ->> 'country' = ANY($1::text[]))
  AND (a.name) COLLATE "C" = $2::text
ORDER BY a.name COLLATE "und-x-icu" ASC, a.id
LIMIT $3::bigint
OFFSET $4::bigint;
-- $1 text[], $2 text, $3 bigint, $4 bigint
ROLLBACK;

-- counts
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*) FILTER (WHERE d.active)::int AS deployed,
  count(*) FILTER (WHERE NOT d.active)::int AS archived,
  count(*) FILTER (WHERE d.active IS NULL)::int AS draft
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.asset_type = 'survey'
  AND ('*' = ANY($1::text[]) OR a.settings -> 'country_codes' ?| $1::text[] OR a.settings ->> 'country' = ANY($1::text[]));
-- $1 text[]
ROLLBACK;

-- listUsers
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM app_user u
WHERE ('*' = ANY($1::text[]) OR u.extra_details ->> 'country' = ANY($1::text[]))
  AND u.id <> $2;
-- $1 text[], $2 integer
SELECT u.id, u.username, u.is_superuser AS "isSuperuser", u.is_active AS "isActive", u.email,
  u.date_joined AS "dateJoined", u.last_login AS "lastLogin", u.extra_details AS "extraDetails", (
  SELECT count(*)
  FROM asset a
  WHERE a.owner_id = u.id
    AND a.date_deleted IS NULL
    AND a.asset_type <> 'empty'
)::int AS "assetCount"
FROM app_user u
WHERE ('*' = ANY($1::text[]) OR u.extra_details ->> 'country' = ANY($1::text[]))
  AND u.id <> $2
ORDER BY u.username
LIMIT $3
OFFSET $4;
-- $1 text[], $2 integer, $3 bigint, $4 bigint
ROLLBACK;

-- listAssetIds
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT ARRAY(
  SELECT a.id
  FROM asset a
  LEFT JOIN deployment d ON d.asset_id = a.id
  JOIN app_user owner ON owner.id = a.owner_id
  LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
  LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
  LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
  WHERE a.date_deleted IS NULL
    AND owner.is_active
    AND a.asset_type = 'survey'
    AND ('*' = ANY($1::text[]) OR a.settings -> 'country_codes' ?| $1::text[] OR a.settings ->> 'country' = ANY($1::text[]))
  ORDER BY a.name COLLATE "und-x-icu" ASC, a.id
) AS ids;
-- $1 text[]
ROLLBACK;

-- assetsOf
SELECT a.uid, a.name, a.settings, coalesce(a.summary -> 'languages', '[]') AS languages,
  a.created_by AS "createdBy", a.last_modified_by AS "lastModifiedBy", d.encrypted,
  d.uuid AS "deploymentUuid", a.date_created AS "dateCreated", a.date_modified AS "dateModified",
  d.date_deployed AS "dateDeployed", d.active, owner.username AS "ownerUsername", owner.email AS "ownerEmail",
  coalesce(owner.extra_details ->> 'name', '') AS "ownerName",
  coalesce(owner.extra_details ->> 'organization', '') AS "ownerOrganization", ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = a.id
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = a.id
    AND tally.slot >= 0
), 0))::int AS submissions
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.asset_type = 'survey'
  AND ('*' = ANY($1::text[]) OR a.settings -> 'country_codes' ?| $1::text[] OR a.settings ->> 'country' = ANY($1::text[]))
  AND a.id = ANY($2::int[])
ORDER BY array_position($2::int[], a.id);
-- $1 text[], $2 integer[]

-- listUserIds
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT ARRAY(
  SELECT u.id
  FROM app_user u
  WHERE ('*' = ANY($1::text[]) OR u.extra_details ->> 'country' = ANY($1::text[]))
    AND u.id <> $2
  ORDER BY u.username
) AS ids;
-- $1 text[], $2 integer
ROLLBACK;

-- usersOf
SELECT u.id, u.username, u.is_superuser AS "isSuperuser", u.is_active AS "isActive", u.email,
  u.date_joined AS "dateJoined", u.last_login AS "lastLogin", u.extra_details AS "extraDetails", (
  SELECT count(*)
  FROM asset a
  WHERE a.owner_id = u.id
    AND a.date_deleted IS NULL
    AND a.asset_type <> 'empty'
)::int AS "assetCount"
FROM app_user u
WHERE ('*' = ANY($1::text[]) OR u.extra_details ->> 'country' = ANY($1::text[]))
  AND u.id = ANY($2::int[])
ORDER BY array_position($2::int[], u.id);
-- $1 text[], $2 integer[]

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
