-- existsByRootUuid
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "submission" "SubmissionEntity"
  WHERE (("SubmissionEntity"."asset_id" = $1) AND ("SubmissionEntity"."root_uuid" = $2))
)
LIMIT 1;
-- $1 integer, $2 text

-- findVersionUid
SELECT "SubmissionEntity"."version_uid" AS "SubmissionEntity_version_uid",
  "SubmissionEntity"."asset_id" AS "SubmissionEntity_asset_id",
  "SubmissionEntity"."id" AS "SubmissionEntity_id"
FROM "submission" "SubmissionEntity"
WHERE (("SubmissionEntity"."asset_id" = $1) AND ("SubmissionEntity"."uuid" = $2))
LIMIT 1;
-- $1 integer, $2 text

-- findIdsByRootUuid
SELECT "SubmissionEntity"."id" AS "SubmissionEntity_id",
  "SubmissionEntity"."asset_id" AS "SubmissionEntity_asset_id"
FROM "submission" "SubmissionEntity"
WHERE (("SubmissionEntity"."asset_id" = $1) AND ("SubmissionEntity"."root_uuid" = ANY($2)))
ORDER BY "SubmissionEntity_id" ASC;
-- $1 integer, $2 text[]

-- lockMany
SELECT "SubmissionEntity"."id" AS "SubmissionEntity_id",
  "SubmissionEntity"."asset_id" AS "SubmissionEntity_asset_id"
FROM "submission" "SubmissionEntity"
WHERE (("SubmissionEntity"."asset_id" = $1) AND ("SubmissionEntity"."id" = ANY($2)))
ORDER BY "SubmissionEntity_id" ASC
FOR UPDATE;
-- $1 integer, $2 bigint[]

-- listWithXml
SELECT "SubmissionEntity"."id" AS "SubmissionEntity_id",
  "SubmissionEntity"."root_uuid" AS "SubmissionEntity_root_uuid",
  "SubmissionEntity"."uuid" AS "SubmissionEntity_uuid",
  "SubmissionEntity"."xml_hash" AS "SubmissionEntity_xml_hash",
  "SubmissionEntity"."submitted_by" AS "SubmissionEntity_submitted_by",
  "SubmissionEntity"."date_submitted" AS "SubmissionEntity_date_submitted",
  "SubmissionEntity"."validation_status" AS "SubmissionEntity_validation_status",
  "SubmissionEntity"."version_uid" AS "SubmissionEntity_version_uid",
  "SubmissionEntity"."json" AS "SubmissionEntity_json", "SubmissionEntity"."xml" AS "SubmissionEntity_xml",
  "SubmissionEntity"."asset_id" AS "SubmissionEntity_asset_id"
FROM "submission" "SubmissionEntity"
WHERE (("SubmissionEntity"."asset_id" = $1) AND ("SubmissionEntity"."id" = ANY($2)))
ORDER BY "SubmissionEntity_id" ASC;
-- $1 integer, $2 bigint[]

-- listJson
SELECT "SubmissionEntity"."id" AS "SubmissionEntity_id", "SubmissionEntity"."json" AS "SubmissionEntity_json",
  "SubmissionEntity"."asset_id" AS "SubmissionEntity_asset_id"
FROM "submission" "SubmissionEntity"
WHERE (("SubmissionEntity"."asset_id" = $1) AND ("SubmissionEntity"."id" = ANY($2)))
ORDER BY "SubmissionEntity_id" ASC;
-- $1 integer, $2 bigint[]

-- deleteMany
DELETE FROM "submission"
WHERE ("asset_id" = $1 AND "id" = ANY($2));
-- $1 integer, $2 bigint[]
