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

-- listSubmissionIds
SELECT DISTINCT submission_id AS id
FROM supplement_version
WHERE asset_id = $1
  AND question_xpath = $2
  AND submission_id > $3
ORDER BY submission_id
LIMIT $4;
-- $1 integer, $2 text, $3 bigint, $4 bigint

-- listLatest
SELECT DISTINCT ON (submission_id, question_xpath, action, subject) submission_id AS "submissionId", ordinal,
  uuid, question_xpath AS "questionXpath", action, subject, data, transcript_uuid AS "transcriptUuid",
  created_by AS "createdBy", date_created AS "dateCreated", date_verified AS "dateVerified"
FROM supplement_version
WHERE asset_id = $1
  AND submission_id = ANY($2::bigint[])
ORDER BY submission_id, question_xpath, action, subject, ordinal DESC;
-- $1 integer, $2 bigint[]

-- listTags
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 30000;
SET LOCAL work_mem = '64MB';
SET LOCAL hash_mem_multiplier = 4;
SET LOCAL jit = off;
SET LOCAL max_parallel_workers_per_gather = 2;
SET LOCAL parallel_leader_participation = off;
SET LOCAL parallel_tuple_cost = 0.5;
SET LOCAL enable_mergejoin = off;
SET LOCAL enable_nestloop = off;
SELECT pg_backend_pid() AS pid;
SELECT DISTINCT tag
FROM (
  SELECT DISTINCT ON (submission_id, question_xpath) data -> 'value' AS value
  FROM supplement_version AS version
  WHERE asset_id = $1
    AND action = 'manual_qual'
    AND subject = $2
  ORDER BY submission_id, question_xpath, ordinal DESC
) AS latest, jsonb_array_elements_text(CASE jsonb_typeof(value) WHEN 'array' THEN value ELSE '[]' END) AS tag
ORDER BY tag
LIMIT $3;
-- $1 integer, $2 text, $3 bigint
ROLLBACK;

-- listTags
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 30000;
SET LOCAL work_mem = '64MB';
SET LOCAL hash_mem_multiplier = 4;
SET LOCAL jit = off;
SET LOCAL max_parallel_workers_per_gather = 2;
SET LOCAL parallel_leader_participation = off;
SET LOCAL parallel_tuple_cost = 0.5;
SET LOCAL enable_mergejoin = off;
SET LOCAL enable_nestloop = off;
SELECT pg_backend_pid() AS pid;
SELECT DISTINCT tag
FROM (
  SELECT DISTINCT ON (submission_id, question_xpath) data -> 'value' AS value
  FROM supplement_version AS version
  WHERE asset_id = $1
    AND action = 'manual_qual'
    AND subject = $2
    AND EXISTS (
      SELECT 1
      FROM submission
      WHERE asset_id = $1
        AND jsonb_typeof(submission.answers -> $4::text) <> 'null'
        AND id = version.submission_id
    )
  ORDER BY submission_id, question_xpath, ordinal DESC
) AS latest, jsonb_array_elements_text(CASE jsonb_typeof(value) WHEN 'array' THEN value ELSE '[]' END) AS tag
ORDER BY tag
LIMIT $3;
-- $1 integer, $2 text, $3 bigint, $4 text
ROLLBACK;
