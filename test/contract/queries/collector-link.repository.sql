-- list
SELECT "CollectorLinkEntity"."id" AS "CollectorLinkEntity_id",
  "CollectorLinkEntity"."uid" AS "CollectorLinkEntity_uid",
  "CollectorLinkEntity"."asset_id" AS "CollectorLinkEntity_asset_id",
  "CollectorLinkEntity"."name" AS "CollectorLinkEntity_name",
  "CollectorLinkEntity"."created_by" AS "CollectorLinkEntity_created_by",
  "CollectorLinkEntity"."date_created" AS "CollectorLinkEntity_date_created"
FROM "collector_link" "CollectorLinkEntity"
WHERE (("CollectorLinkEntity"."asset_id" = $1))
ORDER BY "CollectorLinkEntity"."id" DESC
LIMIT 10
OFFSET 20;
-- $1 integer
SELECT COUNT(1) AS "cnt"
FROM "collector_link" "CollectorLinkEntity"
WHERE (("CollectorLinkEntity"."asset_id" = $1));
-- $1 integer

-- count
SELECT COUNT(1) AS "cnt"
FROM "collector_link" "CollectorLinkEntity"
WHERE (("CollectorLinkEntity"."asset_id" = $1));
-- $1 integer

-- insert
INSERT INTO "collector_link"("id", "uid", "asset_id", "name", "key_hash", "created_by", "date_created")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6)
RETURNING "id";
-- $1 text, $2 integer, $3 text, $4 bytea, $5 text, $6 timestamp with time zone

-- delete
DELETE FROM "collector_link"
WHERE ("asset_id" = $1 AND "uid" = $2);
-- $1 integer, $2 text

-- findAssetUid
SELECT "CollectorLinkEntity"."asset_id" AS "CollectorLinkEntity_asset_id",
  "CollectorLinkEntity"."id" AS "CollectorLinkEntity_id"
FROM "collector_link" "CollectorLinkEntity"
WHERE (("CollectorLinkEntity"."key_hash" = $1))
LIMIT 1;
-- $1 bytea
SELECT "AssetEntity"."uid" AS "AssetEntity_uid", "AssetEntity"."id" AS "AssetEntity_id"
FROM "asset" "AssetEntity"
WHERE (("AssetEntity"."id" = $1) AND ("AssetEntity"."date_deleted" IS NULL))
LIMIT 1;
-- $1 integer
