-- list
SELECT COUNT(DISTINCT("pairing"."id")) AS "cnt"
FROM "paired_data" "pairing"
LEFT JOIN "asset" "source" ON "source"."id" = "pairing"."source_id" AND "source"."date_deleted" IS NULL
WHERE "pairing"."asset_id" = $1;
-- $1 integer
SELECT "pairing"."id" AS "pairing_id", "pairing"."uid" AS "pairing_uid",
  "pairing"."asset_id" AS "pairing_asset_id", "pairing"."source_id" AS "pairing_source_id",
  "pairing"."fields" AS "pairing_fields", "pairing"."filename" AS "pairing_filename",
  "pairing"."date_created" AS "pairing_date_created", "pairing"."date_modified" AS "pairing_date_modified",
  "source"."uid" AS "source_uid", "source"."name" AS "source_name",
  "source"."data_sharing" AS "source_data_sharing", "source"."id" AS "source_id"
FROM "paired_data" "pairing"
LEFT JOIN "asset" "source" ON "source"."id" = "pairing"."source_id" AND "source"."date_deleted" IS NULL
WHERE "pairing"."asset_id" = $1
ORDER BY "pairing"."id" ASC
LIMIT 10
OFFSET 20;
-- $1 integer

-- listAll
SELECT "pairing"."id" AS "pairing_id", "pairing"."uid" AS "pairing_uid",
  "pairing"."asset_id" AS "pairing_asset_id", "pairing"."source_id" AS "pairing_source_id",
  "pairing"."fields" AS "pairing_fields", "pairing"."filename" AS "pairing_filename",
  "pairing"."date_created" AS "pairing_date_created", "pairing"."date_modified" AS "pairing_date_modified",
  "source"."uid" AS "source_uid", "source"."name" AS "source_name",
  "source"."data_sharing" AS "source_data_sharing", "source"."id" AS "source_id"
FROM "paired_data" "pairing"
LEFT JOIN "asset" "source" ON "source"."id" = "pairing"."source_id" AND "source"."date_deleted" IS NULL
WHERE "pairing"."asset_id" = $1
ORDER BY "pairing"."id" ASC;
-- $1 integer

-- find
SELECT "pairing"."id" AS "pairing_id", "pairing"."uid" AS "pairing_uid",
  "pairing"."asset_id" AS "pairing_asset_id", "pairing"."source_id" AS "pairing_source_id",
  "pairing"."fields" AS "pairing_fields", "pairing"."filename" AS "pairing_filename",
  "pairing"."date_created" AS "pairing_date_created", "pairing"."date_modified" AS "pairing_date_modified",
  "source"."uid" AS "source_uid", "source"."name" AS "source_name",
  "source"."data_sharing" AS "source_data_sharing", "source"."id" AS "source_id"
FROM "paired_data" "pairing"
LEFT JOIN "asset" "source" ON "source"."id" = "pairing"."source_id" AND "source"."date_deleted" IS NULL
WHERE "pairing"."asset_id" = $1
  AND "pairing"."uid" = $2
ORDER BY "pairing"."id" ASC;
-- $1 integer, $2 text

-- hasMediaFile
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "asset_file" "AssetFileEntity"
  WHERE (("AssetFileEntity"."asset_id" = $1) AND ("AssetFileEntity"."name" = $2)
    AND ("AssetFileEntity"."file_type" = $3) AND ("AssetFileEntity"."date_removed" IS NULL))
)
LIMIT 1;
-- $1 integer, $2 text, $3 text

-- insert
INSERT INTO "paired_data"("id", "uid", "asset_id", "source_id", "fields", "filename", "date_created",
  "date_modified")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7)
RETURNING "id";
-- $1 text, $2 integer, $3 integer, $4 jsonb, $5 text, $6 timestamp with time zone, $7 timestamp with time zone

-- update
UPDATE "paired_data"
SET "fields" = $1, "filename" = $2, "date_modified" = $3
WHERE "id" = $4;
-- $1 jsonb, $2 text, $3 timestamp with time zone, $4 integer

-- remove
DELETE FROM "paired_data"
WHERE "id" = $1;
-- $1 integer

-- findContent
SELECT now()::text AS now, content.md5, content.xml IS NULL AS "isLarge"
FROM (VALUES (1)) AS one
LEFT JOIN paired_content content ON content.paired_data_id = $1 AND content.fingerprint = $2
  AND content.date_created > now() - interval '5 minutes';
-- $1 integer, $2 text

-- readXml
SELECT xml
FROM paired_content
WHERE paired_data_id = $1
  AND md5 = $2
  AND xml IS NOT NULL;
-- $1 integer, $2 text

-- publishContent
INSERT INTO paired_content AS existing (paired_data_id, fingerprint, md5, xml, date_created)
SELECT id, $2, $3, $4, $5::timestamptz
FROM paired_data
WHERE id = $1 FOR KEY SHARE
ON CONFLICT ON CONSTRAINT paired_content_pk
DO UPDATE SET fingerprint = excluded.fingerprint, md5 = excluded.md5, xml = excluded.xml,
  date_created = excluded.date_created
WHERE existing.date_created < excluded.date_created
  AND (existing.fingerprint <> excluded.fingerprint OR existing.date_created <= now() - interval '5 minutes')
RETURNING 1;
-- $1 integer, $2 text, $3 text, $4 text, $5 timestamp with time zone

-- pruneContent
DELETE FROM paired_content
WHERE date_created <= now() - interval '5 minutes';
