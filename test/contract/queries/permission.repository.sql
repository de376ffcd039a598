-- findRights
SELECT a.id AS "assetId", a.uid AS "assetUid", a.asset_type AS "assetType", a.owner_id AS "ownerId",
  coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $2), '{}') AS own,
  coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $3), '{}') AS anonymous,
  (array_agg(p.partial_grants) FILTER (WHERE p.user_id = $2
  AND p.partial_grants IS NOT NULL))[1] AS "partialGrants"
FROM asset a
LEFT JOIN permission_assignment p ON p.asset_id = a.id AND p.user_id IN ($2, $3)
WHERE a.uid = $1
  AND a.date_deleted IS NULL
GROUP BY a.id;
-- $1 text, $2 integer, $3 integer

-- listByAsset
SELECT "assignment"."uid" AS "uid", "assignment"."user_id" AS "userId", "assignment"."codename" AS "codename",
  "holder"."username" AS "username"
FROM "permission_assignment" "assignment"
INNER JOIN "app_user" "holder" ON "holder"."id" = "assignment"."user_id" AND "holder"."is_active"
WHERE "assignment"."asset_id" = $1
ORDER BY "holder"."username" ASC, "assignment"."codename" ASC;
-- $1 integer

-- listByAssetIn
SELECT "assignment"."uid" AS "uid", "assignment"."user_id" AS "userId", "assignment"."codename" AS "codename",
  "holder"."username" AS "username"
FROM "permission_assignment" "assignment"
INNER JOIN "app_user" "holder" ON "holder"."id" = "assignment"."user_id" AND "holder"."is_active"
WHERE "assignment"."asset_id" = $1
ORDER BY "holder"."username" ASC, "assignment"."codename" ASC;
-- $1 integer

-- lockAsset
SELECT 1
FROM asset
WHERE id = $1
FOR UPDATE;
-- $1 integer

-- insert
INSERT INTO "permission_assignment"("id", "uid", "asset_id", "user_id", "codename", "partial_grants")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT)
RETURNING "id";
-- $1 text, $2 integer, $3 integer, $4 text

-- remove
DELETE FROM "permission_assignment"
WHERE ("asset_id" = $1 AND "user_id" = $2 AND "codename" IN ($3));
-- $1 integer, $2 integer, $3 text
