-- pageOfIds
SELECT a.id, count(*) OVER ()::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('view_asset') UNION
    SELECT s.asset_id
    FROM asset_subscription s
    WHERE s.user_id = $1::int
      AND s.asset_id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $2::int
          AND codename IN ('discover_asset')
      ) UNION
    SELECT child.id
    FROM (
      SELECT s.asset_id
      FROM asset_subscription s
      WHERE s.user_id = $1::int
        AND s.asset_id IN (
          SELECT asset_id
          FROM permission_assignment
          WHERE user_id = $2::int
            AND codename IN ('discover_asset')
        )
    ) collection
    JOIN asset child ON child.parent_id = collection.asset_id
    WHERE child.id IN (
      SELECT asset_id
      FROM permission_assignment
      WHERE user_id = $2::int
        AND codename IN ('view_asset')
    )
  )
  AND a.asset_type <> 'empty'
ORDER BY CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC
LIMIT $3::bigint
OFFSET $4::bigint;
-- $1 integer, $2 integer, $3 bigint, $4 bigint
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('view_asset') UNION
    SELECT s.asset_id
    FROM asset_subscription s
    WHERE s.user_id = $1::int
      AND s.asset_id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $2::int
          AND codename IN ('discover_asset')
      ) UNION
    SELECT child.id
    FROM (
      SELECT s.asset_id
      FROM asset_subscription s
      WHERE s.user_id = $1::int
        AND s.asset_id IN (
          SELECT asset_id
          FROM permission_assignment
          WHERE user_id = $2::int
            AND codename IN ('discover_asset')
        )
    ) collection
    JOIN asset child ON child.parent_id = collection.asset_id
    WHERE child.id IN (
      SELECT asset_id
      FROM permission_assignment
      WHERE user_id = $2::int
        AND codename IN ('view_asset')
    )
  )
  AND a.asset_type <> 'empty';
-- $1 integer, $2 integer

-- pageOfIds
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT a.id, count(*) OVER ()::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('view_asset')
  )
  AND a.asset_type <> 'empty'
  AND a.asset_type = $2::text
  AND ((a.search_text) LIKE $3::text AND (NOT coalesce(EXISTS (
    SELECT 1
    FROM jsonb_array_elements(to_jsonb(a.tags)) AS element0
    WHERE left(CASE jsonb_typeof(element0.value) WHEN 'string' THEN (element0.value) #>> '{}' END,
      200) COLLATE "C" = $4::text
  ), false) AND (NOT coalesce(parent.uid IS NOT NULL,
    false) OR NOT coalesce((parent.name) COLLATE "C" = $5::text, false)))
    AND (a.date_created) > $6::timestamptz AND EXISTS (
    SELECT 1
    FROM jsonb_array_elements(CASE jsonb_typeof((a.settings) #> $7::text[]) WHEN 'array' THEN (a.settings) #> $7::text[] END) AS element0
    WHERE left(CASE jsonb_typeof(element0.value #> $8::text[]) WHEN 'string' THEN (element0.value #> $8::text[]) #>> '{}' END,
      200) COLLATE "C" = $9::text
  ) AND ((((a.settings) #> $10::text[]) #>> '{}') IS NOT NULL
    AND NOT coalesce(((((a.settings) #> $11::text[]) #>> '{}')) COLLATE "und-x-icu" ILIKE $12::text, false))
    AND ((floor(extract(month FROM (a.date_created AT TIME ZONE 'UTC'))))) = $13::numeric)
ORDER BY a.asset_type = 'collection' DESC, a.name COLLATE "und-x-icu" ASC,
  (d.date_deployed AT TIME ZONE 'UTC')::date DESC, a.id
LIMIT $14::bigint
OFFSET $15::bigint;
-- $1 integer, $2 text, $3 text, $4 text, $5 text, $6 timestamp with time zone, $7 text[], $8 text[], $9 text, $10 text[], $11 text[], $12 text, $13 numeric, $14 bigint, $15 bigint
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('view_asset')
  )
  AND a.asset_type <> 'empty'
  AND a.asset_type = $2::text
  AND ((a.search_text) LIKE $3::text AND (NOT coalesce(EXISTS (
    SELECT 1
    FROM jsonb_array_elements(to_jsonb(a.tags)) AS element0
    WHERE left(CASE jsonb_typeof(element0.value) WHEN 'string' THEN (element0.value) #>> '{}' END,
      200) COLLATE "C" = $4::text
  ), false) AND (NOT coalesce(parent.uid IS NOT NULL,
    false) OR NOT coalesce((parent.name) COLLATE "C" = $5::text, false)))
    AND (a.date_created) > $6::timestamptz AND EXISTS (
    SELECT 1
    FROM jsonb_array_elements(CASE jsonb_typeof((a.settings) #> $7::text[]) WHEN 'array' THEN (a.settings) #> $7::text[] END) AS element0
    WHERE left(CASE jsonb_typeof(element0.value #> $8::text[]) WHEN 'string' THEN (element0.value #> $8::text[]) #>> '{}' END,
      200) COLLATE "C" = $9::text
  ) AND ((((a.settings) #> $10::text[]) #>> '{}') IS NOT NULL
    AND NOT coalesce(((((a.settings) #> $11::text[]) #>> '{}')) COLLATE "und-x-icu" ILIKE $12::text, false))
    AND ((floor(extract(month FROM (a.date_created AT TIME ZONE 'UTC'))))) = $13::numeric);
-- $1 integer, $2 text, $3 text, $4 text, $5 text, $6 timestamp with time zone, $7 text[], $8 text[], $9 text, $10 text[], $11 text[], $12 text, $13 numeric
ROLLBACK;

-- pageOfIds
SELECT a.id, count(*) OVER ()::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT id
    FROM asset
    WHERE owner_id = $1::int
  )
  AND a.asset_type <> 'empty'
ORDER BY (
  SELECT count(*)
  FROM asset_subscription s
  WHERE s.asset_id = a.id
) DESC, a.id
LIMIT $2::bigint
OFFSET $3::bigint;
-- $1 integer, $2 bigint, $3 bigint
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT id
    FROM asset
    WHERE owner_id = $1::int
  )
  AND a.asset_type <> 'empty';
-- $1 integer

-- pageOfIds
SELECT a.id, count(*) OVER ()::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT id
    FROM asset
    WHERE owner_id = $1::int
  )
  AND a.asset_type <> 'empty'
ORDER BY CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC
LIMIT $2::bigint
OFFSET $3::bigint;
-- $1 integer, $2 bigint, $3 bigint
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT id
    FROM asset
    WHERE owner_id = $1::int
  )
  AND a.asset_type <> 'empty';
-- $1 integer

-- pageOfIds
SELECT a.id, count(*) OVER ()::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('discover_asset')
  )
  AND a.asset_type <> 'empty'
ORDER BY CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC
LIMIT $2::bigint
OFFSET $3::bigint;
-- $1 integer, $2 bigint, $3 bigint
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('discover_asset')
  )
  AND a.asset_type <> 'empty';
-- $1 integer

-- pageOfIds
SELECT a.id, count(*) OVER ()::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT s.asset_id
    FROM asset_subscription s
    WHERE s.user_id = $1::int
      AND s.asset_id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $2::int
          AND codename IN ('discover_asset')
      ) UNION
    SELECT child.id
    FROM asset collection
    JOIN asset child ON child.parent_id = collection.id
    WHERE collection.uid = ANY($4::text[])
      AND collection.date_deleted IS NULL
      AND collection.id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $3::int
          AND codename IN ('discover_asset')
      )
      AND child.id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $3::int
          AND codename IN ('view_asset')
      )
  )
  AND a.asset_type <> 'empty'
ORDER BY CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC
LIMIT $5::bigint
OFFSET $6::bigint;
-- $1 integer, $2 integer, $3 integer, $4 text[], $5 bigint, $6 bigint
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT s.asset_id
    FROM asset_subscription s
    WHERE s.user_id = $1::int
      AND s.asset_id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $2::int
          AND codename IN ('discover_asset')
      ) UNION
    SELECT child.id
    FROM asset collection
    JOIN asset child ON child.parent_id = collection.id
    WHERE collection.uid = ANY($4::text[])
      AND collection.date_deleted IS NULL
      AND collection.id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $3::int
          AND codename IN ('discover_asset')
      )
      AND child.id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $3::int
          AND codename IN ('view_asset')
      )
  )
  AND a.asset_type <> 'empty';
-- $1 integer, $2 integer, $3 integer, $4 text[]

-- minimalPage
SELECT a.uid, a.name, a.asset_type AS "assetType", d.active, count(*) OVER ()::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('view_asset') UNION
    SELECT s.asset_id
    FROM asset_subscription s
    WHERE s.user_id = $1::int
      AND s.asset_id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $2::int
          AND codename IN ('discover_asset')
      ) UNION
    SELECT child.id
    FROM (
      SELECT s.asset_id
      FROM asset_subscription s
      WHERE s.user_id = $1::int
        AND s.asset_id IN (
          SELECT asset_id
          FROM permission_assignment
          WHERE user_id = $2::int
            AND codename IN ('discover_asset')
        )
    ) collection
    JOIN asset child ON child.parent_id = collection.asset_id
    WHERE child.id IN (
      SELECT asset_id
      FROM permission_assignment
      WHERE user_id = $2::int
        AND codename IN ('view_asset')
    )
  )
  AND a.asset_type <> 'empty'
ORDER BY CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC
LIMIT $3::bigint
OFFSET $4::bigint;
-- $1 integer, $2 integer, $3 bigint, $4 bigint
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('view_asset') UNION
    SELECT s.asset_id
    FROM asset_subscription s
    WHERE s.user_id = $1::int
      AND s.asset_id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $2::int
          AND codename IN ('discover_asset')
      ) UNION
    SELECT child.id
    FROM (
      SELECT s.asset_id
      FROM asset_subscription s
      WHERE s.user_id = $1::int
        AND s.asset_id IN (
          SELECT asset_id
          FROM permission_assignment
          WHERE user_id = $2::int
            AND codename IN ('discover_asset')
        )
    ) collection
    JOIN asset child ON child.parent_id = collection.asset_id
    WHERE child.id IN (
      SELECT asset_id
      FROM permission_assignment
      WHERE user_id = $2::int
        AND codename IN ('view_asset')
    )
  )
  AND a.asset_type <> 'empty';
-- $1 integer, $2 integer

-- minimalPage
SELECT a.uid, a.name, a.asset_type AS "assetType", d.active, count(*) OVER ()::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT id
    FROM asset
    WHERE owner_id = $1::int
  )
  AND a.asset_type <> 'empty'
ORDER BY CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC
LIMIT $2::bigint
OFFSET $3::bigint;
-- $1 integer, $2 bigint, $3 bigint
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT id
    FROM asset
    WHERE owner_id = $1::int
  )
  AND a.asset_type <> 'empty';
-- $1 integer

-- minimalPage
SELECT a.uid, a.name, a.asset_type AS "assetType", d.active, count(*) OVER ()::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('view_submissions', 'partial_submissions')
  )
  AND a.asset_type <> 'empty'
ORDER BY CASE WHEN d.active THEN 0 WHEN a.asset_type <> 'survey' THEN 3 WHEN d.active IS NULL THEN 1 ELSE 2 END,
  a.date_modified DESC, a.id DESC
LIMIT $2::bigint
OFFSET $3::bigint;
-- $1 integer, $2 bigint, $3 bigint
SELECT count(*)::int AS count
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('view_submissions', 'partial_submissions')
  )
  AND a.asset_type <> 'empty';
-- $1 integer

-- listMetadataSources
SELECT DISTINCT a.summary -> 'languages' AS languages, a.settings -> 'country' AS country,
  a.settings -> 'sector' AS sector, a.settings -> 'organization' AS organization
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
WHERE a.date_deleted IS NULL
  AND owner.is_active
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('view_asset') UNION
    SELECT s.asset_id
    FROM asset_subscription s
    WHERE s.user_id = $1::int
      AND s.asset_id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $2::int
          AND codename IN ('discover_asset')
      ) UNION
    SELECT child.id
    FROM (
      SELECT s.asset_id
      FROM asset_subscription s
      WHERE s.user_id = $1::int
        AND s.asset_id IN (
          SELECT asset_id
          FROM permission_assignment
          WHERE user_id = $2::int
            AND codename IN ('discover_asset')
        )
    ) collection
    JOIN asset child ON child.parent_id = collection.asset_id
    WHERE child.id IN (
      SELECT asset_id
      FROM permission_assignment
      WHERE user_id = $2::int
        AND codename IN ('view_asset')
    )
  )
  AND a.asset_type <> 'empty';
-- $1 integer, $2 integer

-- deploymentCounts
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
  AND a.id IN (
    SELECT asset_id
    FROM permission_assignment
    WHERE user_id = $1::int
      AND codename IN ('view_asset') UNION
    SELECT s.asset_id
    FROM asset_subscription s
    WHERE s.user_id = $1::int
      AND s.asset_id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $2::int
          AND codename IN ('discover_asset')
      ) UNION
    SELECT child.id
    FROM (
      SELECT s.asset_id
      FROM asset_subscription s
      WHERE s.user_id = $1::int
        AND s.asset_id IN (
          SELECT asset_id
          FROM permission_assignment
          WHERE user_id = $2::int
            AND codename IN ('discover_asset')
        )
    ) collection
    JOIN asset child ON child.parent_id = collection.asset_id
    WHERE child.id IN (
      SELECT asset_id
      FROM permission_assignment
      WHERE user_id = $2::int
        AND codename IN ('view_asset')
    )
  )
  AND a.asset_type <> 'empty'
  AND a.asset_type = 'survey';
-- $1 integer, $2 integer

-- deploymentCounts
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
  AND a.id IN (
    SELECT id
    FROM asset
    WHERE owner_id = $1::int
  )
  AND a.asset_type <> 'empty'
  AND a.asset_type = 'survey';
-- $1 integer

-- tags
WITH tags AS (
  SELECT tag AS name, min(seen.id) AS oldest, min(place) AS place
  FROM (
    SELECT a.id, a.tags
    FROM asset a
    LEFT JOIN deployment d ON d.asset_id = a.id
    JOIN app_user owner ON owner.id = a.owner_id
    LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
    LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
    LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
    WHERE a.date_deleted IS NULL
      AND owner.is_active
      AND a.id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $1::int
          AND codename IN ('view_asset') UNION
        SELECT s.asset_id
        FROM asset_subscription s
        WHERE s.user_id = $1::int
          AND s.asset_id IN (
            SELECT asset_id
            FROM permission_assignment
            WHERE user_id = $2::int
              AND codename IN ('discover_asset')
          ) UNION
        SELECT child.id
        FROM (
          SELECT s.asset_id
          FROM asset_subscription s
          WHERE s.user_id = $1::int
            AND s.asset_id IN (
              SELECT asset_id
              FROM permission_assignment
              WHERE user_id = $2::int
                AND codename IN ('discover_asset')
            )
        ) collection
        JOIN asset child ON child.parent_id = collection.asset_id
        WHERE child.id IN (
          SELECT asset_id
          FROM permission_assignment
          WHERE user_id = $2::int
            AND codename IN ('view_asset')
        )
      )
      AND a.asset_type <> 'empty'
  ) seen
  CROSS JOIN unnest(seen.tags) WITH ORDINALITY AS each (tag, place)
  GROUP BY tag
)
SELECT (
  SELECT count(*)
  FROM tags
)::int AS count, ARRAY(
  SELECT name
  FROM tags
  ORDER BY oldest, place, name
  LIMIT $3::bigint
  OFFSET $4::bigint
) AS names;
-- $1 integer, $2 integer, $3 bigint, $4 bigint

-- hash
SELECT coalesce(md5(string_agg(newest.uid, '' ORDER BY newest.uid COLLATE "C")), '') AS hash
FROM (
  SELECT a.id
  FROM asset a
  LEFT JOIN deployment d ON d.asset_id = a.id
  JOIN app_user owner ON owner.id = a.owner_id
  LEFT JOIN asset parent ON parent.id = a.parent_id AND parent.date_deleted IS NULL
  LEFT JOIN app_user parent_owner ON parent_owner.id = parent.owner_id
  LEFT JOIN deployment parent_d ON parent_d.asset_id = parent.id
  WHERE a.date_deleted IS NULL
    AND owner.is_active
    AND a.id IN (
      SELECT asset_id
      FROM permission_assignment
      WHERE user_id = $1::int
        AND codename IN ('view_asset') UNION
      SELECT s.asset_id
      FROM asset_subscription s
      WHERE s.user_id = $1::int
        AND s.asset_id IN (
          SELECT asset_id
          FROM permission_assignment
          WHERE user_id = $2::int
            AND codename IN ('discover_asset')
        ) UNION
      SELECT child.id
      FROM (
        SELECT s.asset_id
        FROM asset_subscription s
        WHERE s.user_id = $1::int
          AND s.asset_id IN (
            SELECT asset_id
            FROM permission_assignment
            WHERE user_id = $2::int
              AND codename IN ('discover_asset')
          )
      ) collection
      JOIN asset child ON child.parent_id = collection.asset_id
      WHERE child.id IN (
        SELECT asset_id
        FROM permission_assignment
        WHERE user_id = $2::int
          AND codename IN ('view_asset')
      )
    )
    AND a.asset_type <> 'empty'
) seen
CROSS JOIN LATERAL (
  SELECT v.uid
  FROM asset_version v
  WHERE v.asset_id = seen.id
  ORDER BY v.id DESC
  LIMIT 1
) newest;
-- $1 integer, $2 integer
