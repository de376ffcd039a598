-- list
SELECT "SupplementVersionEntity"."asset_id" AS "SupplementVersionEntity_asset_id",
  "SupplementVersionEntity"."submission_id" AS "SupplementVersionEntity_submission_id",
  "SupplementVersionEntity"."ordinal" AS "SupplementVersionEntity_ordinal",
  "SupplementVersionEntity"."uuid" AS "SupplementVersionEntity_uuid",
  "SupplementVersionEntity"."question_xpath" AS "SupplementVersionEntity_question_xpath",
  "SupplementVersionEntity"."action" AS "SupplementVersionEntity_action",
  "SupplementVersionEntity"."subject" AS "SupplementVersionEntity_subject",
  "SupplementVersionEntity"."data" AS "SupplementVersionEntity_data",
  "SupplementVersionEntity"."transcript_uuid" AS "SupplementVersionEntity_transcript_uuid",
  "SupplementVersionEntity"."created_by" AS "SupplementVersionEntity_created_by",
  "SupplementVersionEntity"."date_created" AS "SupplementVersionEntity_date_created",
  "SupplementVersionEntity"."date_verified" AS "SupplementVersionEntity_date_verified"
FROM "supplement_version" "SupplementVersionEntity"
WHERE (("SupplementVersionEntity"."asset_id" = $1) AND ("SupplementVersionEntity"."submission_id" = $2))
ORDER BY "SupplementVersionEntity"."ordinal" ASC;
-- $1 integer, $2 bigint

-- listWithin
SELECT "SupplementVersionEntity"."asset_id" AS "SupplementVersionEntity_asset_id",
  "SupplementVersionEntity"."submission_id" AS "SupplementVersionEntity_submission_id",
  "SupplementVersionEntity"."ordinal" AS "SupplementVersionEntity_ordinal",
  "SupplementVersionEntity"."uuid" AS "SupplementVersionEntity_uuid",
  "SupplementVersionEntity"."question_xpath" AS "SupplementVersionEntity_question_xpath",
  "SupplementVersionEntity"."action" AS "SupplementVersionEntity_action",
  "SupplementVersionEntity"."subject" AS "SupplementVersionEntity_subject",
  "SupplementVersionEntity"."data" AS "SupplementVersionEntity_data",
  "SupplementVersionEntity"."transcript_uuid" AS "SupplementVersionEntity_transcript_uuid",
  "SupplementVersionEntity"."created_by" AS "SupplementVersionEntity_created_by",
  "SupplementVersionEntity"."date_created" AS "SupplementVersionEntity_date_created",
  "SupplementVersionEntity"."date_verified" AS "SupplementVersionEntity_date_verified"
FROM "supplement_version" "SupplementVersionEntity"
WHERE (("SupplementVersionEntity"."asset_id" = $1) AND ("SupplementVersionEntity"."submission_id" = $2))
ORDER BY "SupplementVersionEntity"."ordinal" ASC;
-- $1 integer, $2 bigint

-- insert
INSERT INTO "supplement_version"("asset_id", "submission_id", "ordinal", "uuid", "question_xpath", "action",
  "subject", "data", "transcript_uuid", "created_by", "date_created", "date_verified")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);
-- $1 integer, $2 bigint, $3 integer, $4 uuid, $5 text, $6 text, $7 text, $8 jsonb, $9 uuid, $10 text, $11 timestamp with time zone, $12 timestamp with time zone

-- setVerified
UPDATE "supplement_version"
SET "date_verified" = $1
WHERE ("asset_id" = $2 AND "submission_id" = $3 AND "ordinal" = $4);
-- $1 timestamp with time zone, $2 integer, $3 bigint, $4 integer
