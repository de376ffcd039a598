-- find
SELECT "AssetVersionEntity"."id" AS "AssetVersionEntity_id",
  "AssetVersionEntity"."uid" AS "AssetVersionEntity_uid",
  "AssetVersionEntity"."asset_id" AS "AssetVersionEntity_asset_id",
  "AssetVersionEntity"."name" AS "AssetVersionEntity_name",
  "AssetVersionEntity"."content_hash" AS "AssetVersionEntity_content_hash",
  "AssetVersionEntity"."deployed" AS "AssetVersionEntity_deployed",
  "AssetVersionEntity"."date_modified" AS "AssetVersionEntity_date_modified"
FROM "asset_version" "AssetVersionEntity"
WHERE (("AssetVersionEntity"."asset_id" = $1) AND ("AssetVersionEntity"."uid" = $2))
LIMIT 1;
-- $1 integer, $2 text

-- newest
SELECT "AssetVersionEntity"."id" AS "AssetVersionEntity_id",
  "AssetVersionEntity"."uid" AS "AssetVersionEntity_uid",
  "AssetVersionEntity"."asset_id" AS "AssetVersionEntity_asset_id",
  "AssetVersionEntity"."name" AS "AssetVersionEntity_name",
  "AssetVersionEntity"."content_hash" AS "AssetVersionEntity_content_hash",
  "AssetVersionEntity"."deployed" AS "AssetVersionEntity_deployed",
  "AssetVersionEntity"."date_modified" AS "AssetVersionEntity_date_modified"
FROM "asset_version" "AssetVersionEntity"
WHERE (("AssetVersionEntity"."asset_id" = $1))
ORDER BY "AssetVersionEntity"."id" DESC
LIMIT 1;
-- $1 integer

-- newestIn
SELECT "AssetVersionEntity"."id" AS "AssetVersionEntity_id",
  "AssetVersionEntity"."uid" AS "AssetVersionEntity_uid",
  "AssetVersionEntity"."asset_id" AS "AssetVersionEntity_asset_id",
  "AssetVersionEntity"."name" AS "AssetVersionEntity_name",
  "AssetVersionEntity"."content_hash" AS "AssetVersionEntity_content_hash",
  "AssetVersionEntity"."deployed" AS "AssetVersionEntity_deployed",
  "AssetVersionEntity"."date_modified" AS "AssetVersionEntity_date_modified"
FROM "asset_version" "AssetVersionEntity"
WHERE (("AssetVersionEntity"."asset_id" = $1))
ORDER BY "AssetVersionEntity"."id" DESC
LIMIT 1;
-- $1 integer

-- insert
INSERT INTO "asset_version"("id", "uid", "asset_id", "name", "content", "content_hash", "facts", "deployed",
  "date_modified")
VALUES (DEFAULT, $1, $2, $3, (
  SELECT "asset"."content" AS "asset_content"
  FROM "asset" "asset"
  WHERE "asset"."id" = $4
), $5, DEFAULT, DEFAULT, $6)
RETURNING "id", "deployed";
-- $1 text, $2 integer, $3 text, $4 integer, $5 text, $6 timestamp with time zone

-- insertMoved
INSERT INTO "asset_version"("id", "uid", "asset_id", "name", "content", "content_hash", "facts", "deployed",
  "date_modified")
VALUES (DEFAULT, $1, $2, $3, convert_from($4, 'UTF8')::json, $5, DEFAULT, $6, $7);
-- $1 text, $2 integer, $3 text, $4 bytea, $5 text, $6 boolean, $7 timestamp with time zone

-- listAll
SELECT "AssetVersionEntity"."id" AS "AssetVersionEntity_id",
  "AssetVersionEntity"."uid" AS "AssetVersionEntity_uid",
  "AssetVersionEntity"."deployed" AS "AssetVersionEntity_deployed",
  "AssetVersionEntity"."date_modified" AS "AssetVersionEntity_date_modified"
FROM "asset_version" "AssetVersionEntity"
WHERE (("AssetVersionEntity"."asset_id" = $1))
ORDER BY "AssetVersionEntity_id" ASC;
-- $1 integer

-- markDeployedAt
UPDATE "asset_version"
SET "deployed" = $1, "date_modified" = $2
WHERE ("asset_id" = $3 AND "uid" = $4 AND "deployed" = $5);
-- $1 boolean, $2 timestamp with time zone, $3 integer, $4 text, $5 boolean

-- markDeployed
UPDATE "asset_version"
SET "deployed" = $1, "date_modified" = $2
WHERE ("id" = $3 AND "deployed" = $4);
-- $1 boolean, $2 timestamp with time zone, $3 integer, $4 boolean

-- countDeployed
SELECT COUNT(1) AS "cnt"
FROM "asset_version" "AssetVersionEntity"
WHERE (("AssetVersionEntity"."asset_id" = $1) AND ("AssetVersionEntity"."deployed" = $2));
-- $1 integer, $2 boolean

-- countDeployedIn
SELECT COUNT(1) AS "cnt"
FROM "asset_version" "AssetVersionEntity"
WHERE (("AssetVersionEntity"."asset_id" = $1) AND ("AssetVersionEntity"."deployed" = $2));
-- $1 integer, $2 boolean

-- page
SELECT count(*)::int AS count
FROM asset_version
WHERE asset_id = $1
  AND ($2::boolean IS NULL OR deployed = $2);
-- $1 integer, $2 boolean
SELECT *
FROM (
  SELECT v.id, v.uid, v.content_hash AS "contentHash", v.deployed, v.date_modified AS "dateModified",
    v.deployments,
    count(*) FILTER (WHERE NOT v.deployed) OVER (PARTITION BY v.deployments ORDER BY v.id ROWS UNBOUNDED PRECEDING)::int AS drafts
  FROM (
    SELECT *, count(*) FILTER (WHERE deployed) OVER (ORDER BY id)::int AS deployments
    FROM asset_version
    WHERE asset_id = $1
  ) v
) numbered
WHERE $2::boolean IS NULL OR deployed = $2
ORDER BY id DESC
LIMIT $3
OFFSET $4;
-- $1 integer, $2 boolean, $3 bigint, $4 bigint

-- findView
SELECT *
FROM (
  SELECT v.id, v.uid, v.content_hash AS "contentHash", v.deployed, v.date_modified AS "dateModified",
    v.deployments,
    count(*) FILTER (WHERE NOT v.deployed) OVER (PARTITION BY v.deployments ORDER BY v.id ROWS UNBOUNDED PRECEDING)::int AS drafts
  FROM (
    SELECT *, count(*) FILTER (WHERE deployed) OVER (ORDER BY id)::int AS deployments
    FROM asset_version
    WHERE asset_id = $1
  ) v
) numbered
WHERE uid = $2;
-- $1 integer, $2 text
