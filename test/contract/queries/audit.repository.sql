-- insertAssetEvents
INSERT INTO audit_entry (date_created, log, action, user_id, username, credential, address, agent, asset_id,
  asset_uid, metadata)
SELECT $7, event.log, event.action, $2, $3, $4, $5, $6, a.id, a.uid,
  event.metadata::jsonb || jsonb_build_object('project_owner',
  owner.username) || CASE WHEN event.metadata::jsonb ->> 'log_subtype' = 'project' THEN jsonb_build_object('latest_version_uid',
  newest.uid) ELSE '{}' END
FROM asset a
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN LATERAL (
  SELECT v.uid
  FROM asset_version v
  WHERE v.asset_id = a.id
  ORDER BY v.id DESC
  LIMIT 1
) newest ON true, unnest($8::text[], $9::text[], $10::text[]) WITH ORDINALITY AS event(log, action, metadata,
  position)
WHERE a.id = ANY($1::int[])
ORDER BY a.id, event.position;
-- $1 integer[], $2 integer, $3 text, $4 text, $5 text, $6 text, $7 timestamp with time zone, $8 text[], $9 text[], $10 text[]

-- insertAccountEvent
INSERT INTO audit_entry (date_created, log, action, user_id, username, credential, address, agent, metadata)
VALUES ($1, 'service', $2, $3, $4, $5, $6, $7, $8);
-- $1 timestamp with time zone, $2 text, $3 integer, $4 text, $5 text, $6 text, $7 text, $8 jsonb

-- insertSignIn
INSERT INTO audit_entry (date_created, log, action, user_id, username, credential, address, metadata)
VALUES ($1, 'access', $2, $3, $4, 'password', $5, $6);
-- $1 timestamp with time zone, $2 text, $3 integer, $4 text, $5 text, $6 jsonb

-- page
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM audit_entry e
CROSS JOIN LATERAL (
  SELECT CASE WHEN $4::integer IS NULL OR NOT e.metadata ? 'paired-data' OR EXISTS (
    SELECT 1
    FROM asset source
    WHERE source.uid = e.metadata #>> '{paired-data,source_uid}'
      AND source.date_deleted IS NULL
      AND (source.owner_id = $4 OR EXISTS (
        SELECT 1
        FROM permission_assignment p
        JOIN app_user holder ON holder.id = p.user_id
        WHERE p.asset_id = source.id
          AND p.codename = 'view_asset'
          AND (holder.id = $4 OR holder.username = 'AnonymousUser')
      ))
  ) THEN e.metadata ELSE e.metadata || jsonb_build_object( 'paired-data',
    e.metadata -> 'paired-data' || '{"source_uid":null,"source_name":null}') END AS metadata
) visible
WHERE ($1::text IS NULL OR e.log = $1)
  AND ($2::integer IS NULL OR e.asset_id = $2)
  AND ($3::integer IS NULL OR e.user_id = $3);
-- $1 text, $2 integer, $3 integer, $4 integer
SELECT e.log, e.action, e.user_id AS "userId", e.username, e.credential, e.address, e.agent,
  e.asset_uid AS "assetUid", (
  SELECT a.name
  FROM asset a
  WHERE a.id = e.asset_id
) AS "assetName", visible.metadata, e.date_created AS "dateCreated", u.extra_details_uid AS "userUid"
FROM audit_entry e
CROSS JOIN LATERAL (
  SELECT CASE WHEN $4::integer IS NULL OR NOT e.metadata ? 'paired-data' OR EXISTS (
    SELECT 1
    FROM asset source
    WHERE source.uid = e.metadata #>> '{paired-data,source_uid}'
      AND source.date_deleted IS NULL
      AND (source.owner_id = $4 OR EXISTS (
        SELECT 1
        FROM permission_assignment p
        JOIN app_user holder ON holder.id = p.user_id
        WHERE p.asset_id = source.id
          AND p.codename = 'view_asset'
          AND (holder.id = $4 OR holder.username = 'AnonymousUser')
      ))
  ) THEN e.metadata ELSE e.metadata || jsonb_build_object( 'paired-data',
    e.metadata -> 'paired-data' || '{"source_uid":null,"source_name":null}') END AS metadata
) visible
LEFT JOIN app_user u ON u.id = e.user_id
WHERE ($1::text IS NULL OR e.log = $1)
  AND ($2::integer IS NULL OR e.asset_id = $2)
  AND ($3::integer IS NULL OR e.user_id = $3)
ORDER BY e.id DESC
LIMIT $5
OFFSET $6;
-- $1 text, $2 integer, $3 integer, $4 integer, $5 bigint, $6 bigint
ROLLBACK;

-- page
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM audit_entry e
CROSS JOIN LATERAL (
  SELECT CASE WHEN $4::integer IS NULL OR NOT e.metadata ? 'paired-data' OR EXISTS (
    SELECT 1
    FROM asset source
    WHERE source.uid = e.metadata #>> '{paired-data,source_uid}'
      AND source.date_deleted IS NULL
      AND (source.owner_id = $4 OR EXISTS (
        SELECT 1
        FROM permission_assignment p
        JOIN app_user holder ON holder.id = p.user_id
        WHERE p.asset_id = source.id
          AND p.codename = 'view_asset'
          AND (holder.id = $4 OR holder.username = 'AnonymousUser')
      ))
  ) THEN e.metadata ELSE e.metadata || jsonb_build_object( 'paired-data',
    e.metadata -> 'paired-data' || '{"source_uid":null,"source_name":null}') END AS metadata
) visible
WHERE ($1::text IS NULL OR e.log = $1)
  AND ($2::integer IS NULL OR e.asset_id = $2)
  AND ($3::integer IS NULL OR e.user_id = $3)
  AND (e.action) COLLATE "C" = $5::text;
-- $1 text, $2 integer, $3 integer, $4 integer, $5 text
SELECT e.log, e.action, e.user_id AS "userId", e.username, e.credential, e.address, e.agent,
  e.asset_uid AS "assetUid", (
  SELECT a.name
  FROM asset a
  WHERE a.id = e.asset_id
) AS "assetName", visible.metadata, e.date_created AS "dateCreated", u.extra_details_uid AS "userUid"
FROM audit_entry e
CROSS JOIN LATERAL (
  SELECT CASE WHEN $4::integer IS NULL OR NOT e.metadata ? 'paired-data' OR EXISTS (
    SELECT 1
    FROM asset source
    WHERE source.uid = e.metadata #>> '{paired-data,source_uid}'
      AND source.date_deleted IS NULL
      AND (source.owner_id = $4 OR EXISTS (
        SELECT 1
        FROM permission_assignment p
        JOIN app_user holder ON holder.id = p.user_id
        WHERE p.asset_id = source.id
          AND p.codename = 'view_asset'
          AND (holder.id = $4 OR holder.username = 'AnonymousUser')
      ))
  ) THEN e.metadata ELSE e.metadata || jsonb_build_object( 'paired-data',
    e.metadata -> 'paired-data' || '{"source_uid":null,"source_name":null}') END AS metadata
) visible
LEFT JOIN app_user u ON u.id = e.user_id
WHERE ($1::text IS NULL OR e.log = $1)
  AND ($2::integer IS NULL OR e.asset_id = $2)
  AND ($3::integer IS NULL OR e.user_id = $3)
  AND (e.action) COLLATE "C" = $7::text
ORDER BY e.id DESC
LIMIT $5
OFFSET $6;
-- $1 text, $2 integer, $3 integer, $4 integer, $5 bigint, $6 bigint, $7 text
ROLLBACK;

-- page
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM audit_entry e
CROSS JOIN LATERAL (
  SELECT CASE WHEN $4::integer IS NULL OR NOT e.metadata ? 'paired-data' OR EXISTS (
    SELECT 1
    FROM asset source
    WHERE source.uid = e.metadata #>> '{paired-data,source_uid}'
      AND source.date_deleted IS NULL
      AND (source.owner_id = $4 OR EXISTS (
        SELECT 1
        FROM permission_assignment p
        JOIN app_user holder ON holder.id = p.user_id
        WHERE p.asset_id = source.id
          AND p.codename = 'view_asset'
          AND (holder.id = $4 OR holder.username = 'AnonymousUser')
      ))
  ) THEN e.metadata ELSE e.metadata || jsonb_build_object( 'paired-data',
    e.metadata -> 'paired-data' || '{"source_uid":null,"source_name":null}') END AS metadata
) visible
WHERE ($1::text IS NULL OR e.log = $1)
  AND ($2::integer IS NULL OR e.asset_id = $2)
  AND ($3::integer IS NULL OR e.user_id = $3)
  AND (((e.action) COLLATE "und-x-icu" ILIKE $5::text OR (e.username) COLLATE "und-x-icu" ILIKE $6::text) OR ((e.date_created) > $7::timestamptz
    AND left(CASE jsonb_typeof(visible.metadata #> $8::text[]) WHEN 'string' THEN (visible.metadata #> $8::text[]) #>> '{}' END,
    200) COLLATE "C" = $9::text));
-- $1 text, $2 integer, $3 integer, $4 integer, $5 text, $6 text, $7 timestamp with time zone, $8 text[], $9 text
SELECT e.log, e.action, e.user_id AS "userId", e.username, e.credential, e.address, e.agent,
  e.asset_uid AS "assetUid", (
  SELECT a.name
  FROM asset a
  WHERE a.id = e.asset_id
) AS "assetName", visible.metadata, e.date_created AS "dateCreated", u.extra_details_uid AS "userUid"
FROM audit_entry e
CROSS JOIN LATERAL (
  SELECT CASE WHEN $4::integer IS NULL OR NOT e.metadata ? 'paired-data' OR EXISTS (
    SELECT 1
    FROM asset source
    WHERE source.uid = e.metadata #>> '{paired-data,source_uid}'
      AND source.date_deleted IS NULL
      AND (source.owner_id = $4 OR EXISTS (
        SELECT 1
        FROM permission_assignment p
        JOIN app_user holder ON holder.id = p.user_id
        WHERE p.asset_id = source.id
          AND p.codename = 'view_asset'
          AND (holder.id = $4 OR holder.username = 'AnonymousUser')
      ))
  ) THEN e.metadata ELSE e.metadata || jsonb_build_object( 'paired-data',
    e.metadata -> 'paired-data' || '{"source_uid":null,"source_name":null}') END AS metadata
) visible
LEFT JOIN app_user u ON u.id = e.user_id
WHERE ($1::text IS NULL OR e.log = $1)
  AND ($2::integer IS NULL OR e.asset_id = $2)
  AND ($3::integer IS NULL OR e.user_id = $3)
  AND (((e.action) COLLATE "und-x-icu" ILIKE $7::text OR (e.username) COLLATE "und-x-icu" ILIKE $8::text) OR ((e.date_created) > $9::timestamptz
    AND left(CASE jsonb_typeof(visible.metadata #> $10::text[]) WHEN 'string' THEN (visible.metadata #> $10::text[]) #>> '{}' END,
    200) COLLATE "C" = $11::text))
ORDER BY e.id DESC
LIMIT $5
OFFSET $6;
-- $1 text, $2 integer, $3 integer, $4 integer, $5 bigint, $6 bigint, $7 text, $8 text, $9 timestamp with time zone, $10 text[], $11 text
ROLLBACK;

-- listBefore
SELECT e.id, e.log, e.action, e.user_id AS "userId", e.username, e.credential, e.address, e.agent,
  e.asset_uid AS "assetUid", (
  SELECT a.name
  FROM asset a
  WHERE a.id = e.asset_id
) AS "assetName", visible.metadata, e.date_created AS "dateCreated", u.extra_details_uid AS "userUid"
FROM audit_entry e
CROSS JOIN LATERAL (
  SELECT CASE WHEN $4::integer IS NULL OR NOT e.metadata ? 'paired-data' OR EXISTS (
    SELECT 1
    FROM asset source
    WHERE source.uid = e.metadata #>> '{paired-data,source_uid}'
      AND source.date_deleted IS NULL
      AND (source.owner_id = $4 OR EXISTS (
        SELECT 1
        FROM permission_assignment p
        JOIN app_user holder ON holder.id = p.user_id
        WHERE p.asset_id = source.id
          AND p.codename = 'view_asset'
          AND (holder.id = $4 OR holder.username = 'AnonymousUser')
      ))
  ) THEN e.metadata ELSE e.metadata || jsonb_build_object( 'paired-data',
    e.metadata -> 'paired-data' || '{"source_uid":null,"source_name":null}') END AS metadata
) visible
LEFT JOIN app_user u ON u.id = e.user_id
WHERE ($1::text IS NULL OR e.log = $1)
  AND ($2::integer IS NULL OR e.asset_id = $2)
  AND ($3::integer IS NULL OR e.user_id = $3)
  AND ($5::bigint IS NULL OR e.id < $5)
ORDER BY e.id DESC
LIMIT $6;
-- $1 text, $2 integer, $3 integer, $4 integer, $5 bigint, $6 bigint

-- actions
SELECT DISTINCT e.action COLLATE "C" AS action
FROM audit_entry e
WHERE ($1::text IS NULL OR e.log = $1)
  AND ($2::integer IS NULL OR e.asset_id = $2)
  AND ($3::integer IS NULL OR e.user_id = $3)
ORDER BY action;
-- $1 text, $2 integer, $3 integer
