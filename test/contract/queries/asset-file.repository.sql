-- findReferenced
SELECT "AssetFileEntity"."sha256" AS "AssetFileEntity_sha256", "AssetFileEntity"."id" AS "AssetFileEntity_id"
FROM "asset_file" "AssetFileEntity"
WHERE (("AssetFileEntity"."sha256" IN ($1)));
-- $1 bytea

-- list
SELECT COUNT(DISTINCT("file"."id")) AS "cnt"
FROM "asset_file" "file"
INNER JOIN "app_user" "sender" ON "sender"."id" = "file"."user_id"
WHERE "file"."asset_id" = $1
  AND "file"."date_removed" IS NULL
  AND "file"."file_type" <> 'paired_data';
-- $1 integer
SELECT "file"."id" AS "file_id", "file"."uid" AS "file_uid", "file"."asset_id" AS "file_asset_id",
  "file"."user_id" AS "file_user_id", "file"."file_type" AS "file_file_type",
  "file"."description" AS "file_description", "file"."name" AS "file_name",
  "file"."mimetype" AS "file_mimetype", "file"."md5" AS "file_md5", "file"."metadata" AS "file_metadata",
  "file"."sha256" AS "file_sha256", "file"."byte_size" AS "file_byte_size",
  "file"."redirect_url" AS "file_redirect_url", "file"."date_created" AS "file_date_created",
  "file"."date_removed" AS "file_date_removed", "sender"."username" AS "username",
  "sender"."id" AS "sender_id"
FROM "asset_file" "file"
INNER JOIN "app_user" "sender" ON "sender"."id" = "file"."user_id"
WHERE "file"."asset_id" = $1
  AND "file"."date_removed" IS NULL
  AND "file"."file_type" <> 'paired_data'
ORDER BY "file"."id" ASC
LIMIT 10
OFFSET 20;
-- $1 integer

-- list
SELECT COUNT(DISTINCT("file"."id")) AS "cnt"
FROM "asset_file" "file"
INNER JOIN "app_user" "sender" ON "sender"."id" = "file"."user_id"
WHERE "file"."asset_id" = $1
  AND "file"."date_removed" IS NULL
  AND "file"."file_type" <> 'paired_data'
  AND "file"."file_type" = $2;
-- $1 integer, $2 text
SELECT "file"."id" AS "file_id", "file"."uid" AS "file_uid", "file"."asset_id" AS "file_asset_id",
  "file"."user_id" AS "file_user_id", "file"."file_type" AS "file_file_type",
  "file"."description" AS "file_description", "file"."name" AS "file_name",
  "file"."mimetype" AS "file_mimetype", "file"."md5" AS "file_md5", "file"."metadata" AS "file_metadata",
  "file"."sha256" AS "file_sha256", "file"."byte_size" AS "file_byte_size",
  "file"."redirect_url" AS "file_redirect_url", "file"."date_created" AS "file_date_created",
  "file"."date_removed" AS "file_date_removed", "sender"."username" AS "username",
  "sender"."id" AS "sender_id"
FROM "asset_file" "file"
INNER JOIN "app_user" "sender" ON "sender"."id" = "file"."user_id"
WHERE "file"."asset_id" = $1
  AND "file"."date_removed" IS NULL
  AND "file"."file_type" <> 'paired_data'
  AND "file"."file_type" = $2
ORDER BY "file"."id" ASC
LIMIT 10
OFFSET 20;
-- $1 integer, $2 text

-- allOf
SELECT "file"."id" AS "file_id", "file"."uid" AS "file_uid", "file"."asset_id" AS "file_asset_id",
  "file"."user_id" AS "file_user_id", "file"."file_type" AS "file_file_type",
  "file"."description" AS "file_description", "file"."name" AS "file_name",
  "file"."mimetype" AS "file_mimetype", "file"."md5" AS "file_md5", "file"."metadata" AS "file_metadata",
  "file"."sha256" AS "file_sha256", "file"."byte_size" AS "file_byte_size",
  "file"."redirect_url" AS "file_redirect_url", "file"."date_created" AS "file_date_created",
  "file"."date_removed" AS "file_date_removed", "sender"."username" AS "username",
  "sender"."id" AS "sender_id"
FROM "asset_file" "file"
INNER JOIN "app_user" "sender" ON "sender"."id" = "file"."user_id"
WHERE "file"."asset_id" = $1
  AND "file"."date_removed" IS NULL
ORDER BY "file"."id" ASC;
-- $1 integer

-- mediaOf
SELECT "AssetFileEntity"."id" AS "AssetFileEntity_id", "AssetFileEntity"."uid" AS "AssetFileEntity_uid",
  "AssetFileEntity"."asset_id" AS "AssetFileEntity_asset_id",
  "AssetFileEntity"."user_id" AS "AssetFileEntity_user_id",
  "AssetFileEntity"."file_type" AS "AssetFileEntity_file_type",
  "AssetFileEntity"."description" AS "AssetFileEntity_description",
  "AssetFileEntity"."name" AS "AssetFileEntity_name",
  "AssetFileEntity"."mimetype" AS "AssetFileEntity_mimetype",
  "AssetFileEntity"."md5" AS "AssetFileEntity_md5",
  "AssetFileEntity"."metadata" AS "AssetFileEntity_metadata",
  "AssetFileEntity"."sha256" AS "AssetFileEntity_sha256",
  "AssetFileEntity"."byte_size" AS "AssetFileEntity_byte_size",
  "AssetFileEntity"."redirect_url" AS "AssetFileEntity_redirect_url",
  "AssetFileEntity"."date_created" AS "AssetFileEntity_date_created",
  "AssetFileEntity"."date_removed" AS "AssetFileEntity_date_removed"
FROM "asset_file" "AssetFileEntity"
WHERE (("AssetFileEntity"."asset_id" = $1) AND ("AssetFileEntity"."file_type" = $2)
  AND ("AssetFileEntity"."date_removed" IS NULL))
ORDER BY "AssetFileEntity"."id" ASC;
-- $1 integer, $2 text

-- formerMediaOf
SELECT "AssetFileEntity"."id" AS "AssetFileEntity_id", "AssetFileEntity"."uid" AS "AssetFileEntity_uid",
  "AssetFileEntity"."asset_id" AS "AssetFileEntity_asset_id",
  "AssetFileEntity"."user_id" AS "AssetFileEntity_user_id",
  "AssetFileEntity"."file_type" AS "AssetFileEntity_file_type",
  "AssetFileEntity"."description" AS "AssetFileEntity_description",
  "AssetFileEntity"."name" AS "AssetFileEntity_name",
  "AssetFileEntity"."mimetype" AS "AssetFileEntity_mimetype",
  "AssetFileEntity"."md5" AS "AssetFileEntity_md5",
  "AssetFileEntity"."metadata" AS "AssetFileEntity_metadata",
  "AssetFileEntity"."sha256" AS "AssetFileEntity_sha256",
  "AssetFileEntity"."byte_size" AS "AssetFileEntity_byte_size",
  "AssetFileEntity"."redirect_url" AS "AssetFileEntity_redirect_url",
  "AssetFileEntity"."date_created" AS "AssetFileEntity_date_created",
  "AssetFileEntity"."date_removed" AS "AssetFileEntity_date_removed"
FROM "asset_file" "AssetFileEntity"
WHERE (("AssetFileEntity"."asset_id" = $1) AND ("AssetFileEntity"."name" IN ($2))
  AND (NOT("AssetFileEntity"."date_removed" IS NULL)))
ORDER BY "AssetFileEntity"."id" DESC;
-- $1 integer, $2 text

-- formerMediaOf
SELECT "AssetFileEntity"."id" AS "AssetFileEntity_id", "AssetFileEntity"."uid" AS "AssetFileEntity_uid",
  "AssetFileEntity"."asset_id" AS "AssetFileEntity_asset_id",
  "AssetFileEntity"."user_id" AS "AssetFileEntity_user_id",
  "AssetFileEntity"."file_type" AS "AssetFileEntity_file_type",
  "AssetFileEntity"."description" AS "AssetFileEntity_description",
  "AssetFileEntity"."name" AS "AssetFileEntity_name",
  "AssetFileEntity"."mimetype" AS "AssetFileEntity_mimetype",
  "AssetFileEntity"."md5" AS "AssetFileEntity_md5",
  "AssetFileEntity"."metadata" AS "AssetFileEntity_metadata",
  "AssetFileEntity"."sha256" AS "AssetFileEntity_sha256",
  "AssetFileEntity"."byte_size" AS "AssetFileEntity_byte_size",
  "AssetFileEntity"."redirect_url" AS "AssetFileEntity_redirect_url",
  "AssetFileEntity"."date_created" AS "AssetFileEntity_date_created",
  "AssetFileEntity"."date_removed" AS "AssetFileEntity_date_removed"
FROM "asset_file" "AssetFileEntity"
WHERE (("AssetFileEntity"."asset_id" = $1) AND (NOT("AssetFileEntity"."date_removed" IS NULL)))
ORDER BY "AssetFileEntity"."id" DESC;
-- $1 integer

-- hashesOf
SELECT "AssetFileEntity"."sha256" AS "AssetFileEntity_sha256", "AssetFileEntity"."id" AS "AssetFileEntity_id"
FROM "asset_file" "AssetFileEntity"
WHERE (("AssetFileEntity"."asset_id" = $1));
-- $1 integer

-- isDeployed
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "deployment" "DeploymentEntity"
  WHERE (("DeploymentEntity"."asset_id" = $1))
)
LIMIT 1;
-- $1 integer

-- listCopyable
SELECT "AssetFileEntity"."id" AS "AssetFileEntity_id", "AssetFileEntity"."uid" AS "AssetFileEntity_uid",
  "AssetFileEntity"."asset_id" AS "AssetFileEntity_asset_id",
  "AssetFileEntity"."user_id" AS "AssetFileEntity_user_id",
  "AssetFileEntity"."file_type" AS "AssetFileEntity_file_type",
  "AssetFileEntity"."description" AS "AssetFileEntity_description",
  "AssetFileEntity"."name" AS "AssetFileEntity_name",
  "AssetFileEntity"."mimetype" AS "AssetFileEntity_mimetype",
  "AssetFileEntity"."md5" AS "AssetFileEntity_md5",
  "AssetFileEntity"."metadata" AS "AssetFileEntity_metadata",
  "AssetFileEntity"."sha256" AS "AssetFileEntity_sha256",
  "AssetFileEntity"."byte_size" AS "AssetFileEntity_byte_size",
  "AssetFileEntity"."redirect_url" AS "AssetFileEntity_redirect_url",
  "AssetFileEntity"."date_created" AS "AssetFileEntity_date_created",
  "AssetFileEntity"."date_removed" AS "AssetFileEntity_date_removed"
FROM "asset_file" "AssetFileEntity"
WHERE (("AssetFileEntity"."asset_id" = $1) AND ("AssetFileEntity"."file_type" != $2)
  AND ("AssetFileEntity"."date_removed" IS NULL))
ORDER BY "AssetFileEntity"."id" ASC;
-- $1 integer, $2 text

-- find
SELECT "file"."id" AS "file_id", "file"."uid" AS "file_uid", "file"."asset_id" AS "file_asset_id",
  "file"."user_id" AS "file_user_id", "file"."file_type" AS "file_file_type",
  "file"."description" AS "file_description", "file"."name" AS "file_name",
  "file"."mimetype" AS "file_mimetype", "file"."md5" AS "file_md5", "file"."metadata" AS "file_metadata",
  "file"."sha256" AS "file_sha256", "file"."byte_size" AS "file_byte_size",
  "file"."redirect_url" AS "file_redirect_url", "file"."date_created" AS "file_date_created",
  "file"."date_removed" AS "file_date_removed", "sender"."username" AS "username",
  "sender"."id" AS "sender_id"
FROM "asset_file" "file"
INNER JOIN "app_user" "sender" ON "sender"."id" = "file"."user_id"
WHERE "file"."asset_id" = $1
  AND "file"."date_removed" IS NULL
  AND "file"."uid" = $2
ORDER BY "file"."id" ASC;
-- $1 integer, $2 text

-- insert
INSERT INTO "asset_file"("id", "uid", "asset_id", "user_id", "file_type", "description", "name", "mimetype",
  "md5", "metadata", "sha256", "byte_size", "redirect_url", "date_created", "date_removed")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, DEFAULT)
ON CONFLICT DO NOTHING
RETURNING "id";
-- $1 text, $2 integer, $3 integer, $4 text, $5 text, $6 text, $7 text, $8 text, $9 jsonb, $10 bytea, $11 bigint, $12 text, $13 timestamp with time zone

-- insertAll
INSERT INTO "asset_file"("id", "uid", "asset_id", "user_id", "file_type", "description", "name", "mimetype",
  "md5", "metadata", "sha256", "byte_size", "redirect_url", "date_created", "date_removed")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, DEFAULT), (DEFAULT, $14, $15, $16,
  $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, DEFAULT)
ON CONFLICT DO NOTHING
RETURNING "id";
-- $1 text, $2 integer, $3 integer, $4 text, $5 text, $6 text, $7 text, $8 text, $9 jsonb, $10 bytea, $11 bigint, $12 text, $13 timestamp with time zone, $14 text, $15 integer, $16 integer, $17 text, $18 text, $19 text, $20 text, $21 text, $22 jsonb, $23 bytea, $24 bigint, $25 text, $26 timestamp with time zone

-- retire
UPDATE "asset_file"
SET "date_removed" = $1
WHERE ("id" = $2 AND "date_removed" IS NULL);
-- $1 timestamp with time zone, $2 integer

-- remove
DELETE FROM "asset_file"
WHERE "id" = $1;
-- $1 integer
