-- assets
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
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
  a.date_created AS "dateCreated", a.date_modified AS "dateModified", d.date_deployed AS "dateDeployed",
  d.active, owner.username AS "ownerUsername", owner.email AS "ownerEmail",
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
  a.date_created AS "dateCreated", a.date_modified AS "dateModified", d.date_deployed AS "dateDeployed",
  d.active, owner.username AS "ownerUsername", owner.email AS "ownerEmail",
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
  a.date_created AS "dateCreated", a.date_modified AS "dateModified", d.date_deployed AS "dateDeployed",
  d.active, owner.username AS "ownerUsername", owner.email AS "ownerEmail",
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

-- users
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM app_user u
WHERE u.id <> $2
  AND ('*' = ANY($1::text[]) OR u.extra_details ->> 'country' = ANY($1::text[]));
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
WHERE u.id <> $2
  AND ('*' = ANY($1::text[]) OR u.extra_details ->> 'country' = ANY($1::text[]))
ORDER BY u.username
LIMIT $3
OFFSET $4;
-- $1 text[], $2 integer, $3 bigint, $4 bigint
ROLLBACK;
