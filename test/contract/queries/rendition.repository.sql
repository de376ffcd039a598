-- findReferenced
SELECT "ImageRenditionEntity"."sha256" AS "ImageRenditionEntity_sha256",
  "ImageRenditionEntity"."source_sha256" AS "ImageRenditionEntity_source_sha256",
  "ImageRenditionEntity"."longest_side" AS "ImageRenditionEntity_longest_side"
FROM "image_rendition" "ImageRenditionEntity"
WHERE (("ImageRenditionEntity"."sha256" IN ($1)));
-- $1 bytea

-- find
SELECT "ImageRenditionEntity"."source_sha256" AS "ImageRenditionEntity_source_sha256",
  "ImageRenditionEntity"."longest_side" AS "ImageRenditionEntity_longest_side",
  "ImageRenditionEntity"."sha256" AS "ImageRenditionEntity_sha256",
  "ImageRenditionEntity"."mimetype" AS "ImageRenditionEntity_mimetype",
  "ImageRenditionEntity"."byte_size" AS "ImageRenditionEntity_byte_size",
  "ImageRenditionEntity"."date_created" AS "ImageRenditionEntity_date_created"
FROM "image_rendition" "ImageRenditionEntity"
WHERE (("ImageRenditionEntity"."source_sha256" = $1) AND ("ImageRenditionEntity"."longest_side" = $2))
LIMIT 1;
-- $1 bytea, $2 integer

-- insert
INSERT INTO "image_rendition" AS "ImageRenditionEntity"("source_sha256", "longest_side", "sha256", "mimetype",
  "byte_size", "date_created")
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT DO NOTHING
RETURNING "longest_side";
-- $1 bytea, $2 integer, $3 bytea, $4 text, $5 bigint, $6 timestamp with time zone

-- findCreatedBefore
SELECT "rendition"."source_sha256" AS "rendition_source_sha256",
  "rendition"."longest_side" AS "rendition_longest_side", "rendition"."sha256" AS "rendition_sha256",
  "rendition"."mimetype" AS "rendition_mimetype", "rendition"."byte_size" AS "rendition_byte_size",
  "rendition"."date_created" AS "rendition_date_created"
FROM "image_rendition" "rendition"
WHERE "rendition"."date_created" < $1
ORDER BY "rendition"."source_sha256" ASC, "rendition"."longest_side" ASC
LIMIT 1000;
-- $1 timestamp with time zone

-- findCreatedBefore
SELECT "rendition"."source_sha256" AS "rendition_source_sha256",
  "rendition"."longest_side" AS "rendition_longest_side", "rendition"."sha256" AS "rendition_sha256",
  "rendition"."mimetype" AS "rendition_mimetype", "rendition"."byte_size" AS "rendition_byte_size",
  "rendition"."date_created" AS "rendition_date_created"
FROM "image_rendition" "rendition"
WHERE "rendition"."date_created" < $1
  AND ("rendition"."source_sha256", "rendition"."longest_side") > ($2, $3)
ORDER BY "rendition"."source_sha256" ASC, "rendition"."longest_side" ASC
LIMIT 1000;
-- $1 timestamp with time zone, $2 bytea, $3 integer

-- remove
DELETE FROM "image_rendition"
WHERE ("source_sha256" = $1 AND "longest_side" = $2);
-- $1 bytea, $2 integer
