-- live
SELECT "AttachmentEntity"."asset_id" AS "AttachmentEntity_asset_id",
  "AttachmentEntity"."submission_id" AS "AttachmentEntity_submission_id",
  "AttachmentEntity"."uid" AS "AttachmentEntity_uid", "AttachmentEntity"."name" AS "AttachmentEntity_name",
  "AttachmentEntity"."name_key" AS "AttachmentEntity_name_key",
  "AttachmentEntity"."mimetype" AS "AttachmentEntity_mimetype",
  "AttachmentEntity"."byte_size" AS "AttachmentEntity_byte_size",
  "AttachmentEntity"."sha256" AS "AttachmentEntity_sha256",
  "AttachmentEntity"."question_xpath" AS "AttachmentEntity_question_xpath",
  "AttachmentEntity"."date_created" AS "AttachmentEntity_date_created",
  "AttachmentEntity"."date_dropped" AS "AttachmentEntity_date_dropped"
FROM "attachment" "AttachmentEntity"
WHERE (("AttachmentEntity"."asset_id" = $1) AND ("AttachmentEntity"."submission_id" = ANY($2))
  AND ("AttachmentEntity"."date_dropped" IS NULL))
ORDER BY "AttachmentEntity"."date_created" ASC, "AttachmentEntity"."name" ASC;
-- $1 integer, $2 bigint[]

-- named
SELECT DISTINCT "attachment"."sha256" AS "sha256"
FROM "attachment" "attachment"
WHERE "attachment"."sha256" = ANY($1);
-- $1 bytea[]
