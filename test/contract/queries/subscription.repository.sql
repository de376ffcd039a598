-- findDiscoverable
SELECT a.id, a.asset_type AS "assetType"
FROM asset a
JOIN permission_assignment p ON p.asset_id = a.id AND p.codename = 'discover_asset'
WHERE a.uid = $1
  AND p.user_id = $2
  AND a.date_deleted IS NULL;
-- $1 text, $2 integer

-- count
SELECT count(*)::int AS count
FROM asset_subscription s
JOIN asset a ON a.id = s.asset_id
WHERE s.user_id = $1
  AND a.date_deleted IS NULL
  AND ($2::text IS NULL OR a.uid = $2);
-- $1 integer, $2 text

-- list
SELECT s.uid, a.uid AS "assetUid"
FROM asset_subscription s
JOIN asset a ON a.id = s.asset_id
WHERE s.user_id = $1
  AND a.date_deleted IS NULL
  AND ($2::text IS NULL OR a.uid = $2)
ORDER BY s.id
LIMIT $3
OFFSET $4;
-- $1 integer, $2 text, $3 bigint, $4 bigint

-- find
SELECT s.uid, a.uid AS "assetUid"
FROM asset_subscription s
JOIN asset a ON a.id = s.asset_id
WHERE s.user_id = $1
  AND a.date_deleted IS NULL
  AND s.uid = $2;
-- $1 integer, $2 text

-- insert
INSERT INTO "asset_subscription"("id", "uid", "asset_id", "user_id", "date_created")
VALUES (DEFAULT, $1, $2, $3, $4)
RETURNING "id";
-- $1 text, $2 integer, $3 integer, $4 timestamp with time zone

-- remove
DELETE FROM "asset_subscription"
WHERE ("user_id" = $1 AND "uid" = $2);
-- $1 integer, $2 text
