-- list
SELECT "SubmissionHistoryEntity"."uuid" AS "SubmissionHistoryEntity_uuid",
  "SubmissionHistoryEntity"."version_uid" AS "SubmissionHistoryEntity_version_uid",
  "SubmissionHistoryEntity"."xml" AS "SubmissionHistoryEntity_xml",
  "SubmissionHistoryEntity"."date_replaced" AS "SubmissionHistoryEntity_date_replaced",
  "SubmissionHistoryEntity"."replaced_by" AS "SubmissionHistoryEntity_replaced_by",
  "SubmissionHistoryEntity"."asset_id" AS "SubmissionHistoryEntity_asset_id",
  "SubmissionHistoryEntity"."submission_id" AS "SubmissionHistoryEntity_submission_id"
FROM "submission_history" "SubmissionHistoryEntity"
WHERE (("SubmissionHistoryEntity"."asset_id" = $1) AND ("SubmissionHistoryEntity"."submission_id" = $2))
ORDER BY "SubmissionHistoryEntity_date_replaced" ASC, "SubmissionHistoryEntity_uuid" ASC
LIMIT 10
OFFSET 0;
-- $1 integer, $2 bigint

-- existsByUuid
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "submission_history" "SubmissionHistoryEntity"
  WHERE (("SubmissionHistoryEntity"."asset_id" = $1) AND ("SubmissionHistoryEntity"."uuid" = $2))
)
LIMIT 1;
-- $1 integer, $2 text

-- existsByHash
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "submission_history" "SubmissionHistoryEntity"
  WHERE (("SubmissionHistoryEntity"."asset_id" = $1) AND ("SubmissionHistoryEntity"."submission_id" = $2)
    AND ("SubmissionHistoryEntity"."xml_hash" = $3))
)
LIMIT 1;
-- $1 integer, $2 bigint, $3 bytea
