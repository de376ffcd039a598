-- lockTree
SELECT pg_advisory_xact_lock(7239044);

-- lockAssets
SELECT id, owner_id AS "ownerId", parent_id AS "parentId"
FROM asset
WHERE id = ANY($1::int[])
ORDER BY id
FOR UPDATE;
-- $1 integer[]

-- childrenOf
SELECT id
FROM asset
WHERE parent_id = ANY($1::int[]);
-- $1 integer[]

-- ancestorsOf
WITH RECURSIVE above AS (
  SELECT id, parent_id
  FROM asset
  WHERE id = $1 UNION
  SELECT a.id, a.parent_id
  FROM above
  JOIN asset a ON a.id = above.parent_id
)
SELECT id
FROM above;
-- $1 integer

-- listAssignments
SELECT asset_id AS "assetId", user_id AS "userId", codename, inherited
FROM permission_assignment
WHERE asset_id = ANY($1::int[]);
-- $1 integer[]

-- listDenials
SELECT asset_id AS "assetId", user_id AS "userId", codename
FROM permission_denial
WHERE asset_id = ANY($1::int[]);
-- $1 integer[]

-- insert
INSERT INTO permission_assignment (uid, asset_id, user_id, codename, inherited)
SELECT *, true
FROM unnest($1::text[], $2::int[], $3::int[], $4::text[]);
-- $1 text[], $2 integer[], $3 integer[], $4 text[]

-- remove
DELETE FROM permission_assignment p USING unnest($1::int[], $2::int[], $3::text[]) AS gone (asset, holder,
  code)
WHERE p.asset_id = asset
  AND p.user_id = holder
  AND p.codename = code
  AND p.inherited;
-- $1 integer[], $2 integer[], $3 text[]

-- convertToOwn
UPDATE permission_assignment p
SET inherited = false
FROM unnest($1::int[], $2::int[], $3::text[]) AS own (asset, holder, code)
WHERE p.asset_id = asset
  AND p.user_id = holder
  AND p.codename = code
  AND p.inherited;
-- $1 integer[], $2 integer[], $3 text[]

-- insertDenials
INSERT INTO permission_denial (asset_id, user_id, codename)
SELECT *
FROM unnest($1::int[], $2::int[], $3::text[])
ON CONFLICT DO NOTHING;
-- $1 integer[], $2 integer[], $3 text[]

-- deleteDenials
DELETE FROM permission_denial d USING unnest($1::int[], $2::int[], $3::text[]) AS granted (asset, holder,
  code)
WHERE d.asset_id = asset
  AND d.user_id = holder
  AND d.codename = code;
-- $1 integer[], $2 integer[], $3 text[]
