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
SELECT "AssetEntity"."id" AS "AssetEntity_id"
FROM "asset" "AssetEntity"
WHERE (("AssetEntity"."id" = $1))
LIMIT 1
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
