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

-- findLatestEdit
SELECT "latest"."asset_id" AS "latest_asset_id", "latest"."submission_id" AS "latest_submission_id",
  "latest"."uuid" AS "latest_uuid", "latest"."xml_hash" AS "latest_xml_hash",
  "latest"."version_uid" AS "latest_version_uid", "latest"."date_replaced" AS "latest_date_replaced",
  "latest"."replaced_by" AS "latest_replaced_by"
FROM "submission_history" "latest"
WHERE "latest"."asset_id" = $1
  AND "latest"."submission_id" IN (
    SELECT "past"."submission_id" AS "past_submission_id"
    FROM "submission_history" "past"
    WHERE "past"."asset_id" = $1
      AND "past"."uuid" = $2
  )
ORDER BY "latest"."date_replaced" DESC
LIMIT 1;
-- $1 integer, $2 text

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

-- listOf
SELECT "SubmissionHistoryEntity"."submission_id" AS "SubmissionHistoryEntity_submission_id",
  "SubmissionHistoryEntity"."uuid" AS "SubmissionHistoryEntity_uuid",
  "SubmissionHistoryEntity"."version_uid" AS "SubmissionHistoryEntity_version_uid",
  "SubmissionHistoryEntity"."xml" AS "SubmissionHistoryEntity_xml",
  "SubmissionHistoryEntity"."date_replaced" AS "SubmissionHistoryEntity_date_replaced",
  "SubmissionHistoryEntity"."replaced_by" AS "SubmissionHistoryEntity_replaced_by",
  "SubmissionHistoryEntity"."asset_id" AS "SubmissionHistoryEntity_asset_id"
FROM "submission_history" "SubmissionHistoryEntity"
WHERE (("SubmissionHistoryEntity"."asset_id" = $1) AND ("SubmissionHistoryEntity"."submission_id" IN ($2)))
ORDER BY "SubmissionHistoryEntity_submission_id" ASC, "SubmissionHistoryEntity_date_replaced" ASC,
  "SubmissionHistoryEntity_uuid" ASC;
-- $1 integer, $2 bigint

-- insert
INSERT INTO "submission_history"("asset_id", "submission_id", "uuid", "xml_hash", "version_uid", "xml",
  "date_replaced", "replaced_by")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);
-- $1 integer, $2 bigint, $3 text, $4 bytea, $5 text, $6 text, $7 timestamp with time zone, $8 text
