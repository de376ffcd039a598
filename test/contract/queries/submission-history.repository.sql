-- knows
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

-- holds
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
