-- listByAsset
SELECT "assignment"."uid" AS "uid", "assignment"."user_id" AS "userId", "assignment"."codename" AS "codename",
  "assignment"."partial_grants" AS "partialGrants", "holder"."username" AS "username"
FROM "permission_assignment" "assignment"
INNER JOIN "app_user" "holder" ON "holder"."id" = "assignment"."user_id"
WHERE "assignment"."asset_id" = $1
  AND "holder"."is_active"
ORDER BY "holder"."username" ASC, "assignment"."codename" ASC;
-- $1 integer

-- listAllIn
SELECT "assignment"."uid" AS "uid", "assignment"."user_id" AS "userId", "assignment"."codename" AS "codename",
  "assignment"."partial_grants" AS "partialGrants", "holder"."username" AS "username",
  "holder"."is_active" AS "isActive"
FROM "permission_assignment" "assignment"
INNER JOIN "app_user" "holder" ON "holder"."id" = "assignment"."user_id"
WHERE "assignment"."asset_id" = $1
ORDER BY "holder"."username" ASC, "assignment"."codename" ASC;
-- $1 integer

-- listPartialIn
SELECT user_id AS "userId", partial_grants AS "partialGrants"
FROM permission_assignment
WHERE asset_id = $1
  AND codename = 'partial_submissions'
  AND partial_grants IS NOT NULL;
-- $1 integer

-- lockAsset
SELECT "AssetEntity"."id" AS "AssetEntity_id", "AssetEntity"."asset_type" AS "AssetEntity_asset_type",
  "AssetEntity"."parent_id" AS "AssetEntity_parent_id"
FROM "asset" "AssetEntity"
WHERE (("AssetEntity"."id" = $1))
LIMIT 1
FOR UPDATE;
-- $1 integer

-- insert
INSERT INTO "permission_assignment"("id", "uid", "asset_id", "user_id", "codename", "partial_grants",
  "inherited")
VALUES (DEFAULT, $1, $2, $3, $4, $5, DEFAULT)
RETURNING "id", "inherited";
-- $1 text, $2 integer, $3 integer, $4 text, $5 jsonb

-- updatePartialGrants
UPDATE "permission_assignment"
SET "partial_grants" = $1
WHERE ("asset_id" = $2 AND "user_id" = $3 AND "codename" = $4);
-- $1 jsonb, $2 integer, $3 integer, $4 text

-- removeAllOf
DELETE FROM "permission_assignment"
WHERE ("asset_id" = $1 AND "user_id" = $2);
-- $1 integer, $2 integer

-- remove
DELETE FROM "permission_assignment"
WHERE ("asset_id" = $1 AND "uid" IN ($2));
-- $1 integer, $2 text

-- find
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

-- findMany
SELECT a.id AS "assetId", a.uid AS "assetUid", a.asset_type AS "assetType", a.owner_id AS "ownerId",
  coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $2), '{}') AS own,
  coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $3), '{}') AS anonymous,
  (array_agg(p.partial_grants) FILTER (WHERE p.user_id = $2
  AND p.partial_grants IS NOT NULL))[1] AS "partialGrants"
FROM asset a
LEFT JOIN permission_assignment p ON p.asset_id = a.id AND p.user_id IN ($2, $3)
WHERE a.uid = ANY($1::text[])
  AND a.date_deleted IS NULL
GROUP BY a.id;
-- $1 text[], $2 integer, $3 integer
