-- listCurrent
SELECT "AttachmentEntity"."asset_id" AS "AttachmentEntity_asset_id",
  "AttachmentEntity"."submission_id" AS "AttachmentEntity_submission_id",
  "AttachmentEntity"."uid" AS "AttachmentEntity_uid", "AttachmentEntity"."name" AS "AttachmentEntity_name",
  "AttachmentEntity"."name_key" AS "AttachmentEntity_name_key",
  "AttachmentEntity"."mimetype" AS "AttachmentEntity_mimetype",
  "AttachmentEntity"."byte_size" AS "AttachmentEntity_byte_size",
  "AttachmentEntity"."sha256" AS "AttachmentEntity_sha256",
  "AttachmentEntity"."question_xpath" AS "AttachmentEntity_question_xpath",
  "AttachmentEntity"."date_created" AS "AttachmentEntity_date_created",
  "AttachmentEntity"."date_dropped" AS "AttachmentEntity_date_dropped",
  "AttachmentEntity"."date_deleted" AS "AttachmentEntity_date_deleted"
FROM "attachment" "AttachmentEntity"
WHERE (("AttachmentEntity"."asset_id" = $1) AND ("AttachmentEntity"."submission_id" = ANY($2))
  AND ("AttachmentEntity"."date_dropped" IS NULL))
ORDER BY "AttachmentEntity"."date_deleted" ASC NULLS FIRST, "AttachmentEntity"."date_created" ASC,
  "AttachmentEntity"."name" ASC;
-- $1 integer, $2 bigint[]

-- listDropped
SELECT "AttachmentEntity"."uid" AS "AttachmentEntity_uid",
  "AttachmentEntity"."name" AS "AttachmentEntity_name",
  "AttachmentEntity"."mimetype" AS "AttachmentEntity_mimetype",
  "AttachmentEntity"."date_dropped" AS "AttachmentEntity_date_dropped",
  "AttachmentEntity"."asset_id" AS "AttachmentEntity_asset_id",
  "AttachmentEntity"."submission_id" AS "AttachmentEntity_submission_id"
FROM "attachment" "AttachmentEntity"
WHERE (("AttachmentEntity"."asset_id" = $1) AND ("AttachmentEntity"."submission_id" = $2)
  AND (NOT("AttachmentEntity"."date_dropped" IS NULL)) AND ("AttachmentEntity"."date_deleted" IS NULL))
ORDER BY "AttachmentEntity_date_dropped" ASC, "AttachmentEntity_name" ASC;
-- $1 integer, $2 bigint

-- listDroppedContents
SELECT "AttachmentEntity"."name_key" AS "AttachmentEntity_name_key",
  "AttachmentEntity"."sha256" AS "AttachmentEntity_sha256",
  "AttachmentEntity"."asset_id" AS "AttachmentEntity_asset_id",
  "AttachmentEntity"."submission_id" AS "AttachmentEntity_submission_id",
  "AttachmentEntity"."uid" AS "AttachmentEntity_uid"
FROM "attachment" "AttachmentEntity"
WHERE (("AttachmentEntity"."asset_id" = $1) AND ("AttachmentEntity"."submission_id" = $2)
  AND (NOT("AttachmentEntity"."date_dropped" IS NULL)));
-- $1 integer, $2 bigint

-- submissionIdsOf
SELECT "AttachmentEntity"."uid" AS "AttachmentEntity_uid",
  "AttachmentEntity"."submission_id" AS "AttachmentEntity_submission_id",
  "AttachmentEntity"."asset_id" AS "AttachmentEntity_asset_id"
FROM "attachment" "AttachmentEntity"
WHERE (("AttachmentEntity"."asset_id" = $1) AND ("AttachmentEntity"."uid" = ANY($2))
  AND ("AttachmentEntity"."date_dropped" IS NULL) AND ("AttachmentEntity"."date_deleted" IS NULL));
-- $1 integer, $2 text[]

-- markDeleted
UPDATE "attachment"
SET "date_deleted" = $1, "byte_size" = $2
WHERE ("asset_id" = $3 AND "submission_id" = ANY($4) AND "uid" = ANY($5));
-- $1 timestamp with time zone, $2 bigint, $3 integer, $4 bigint[], $5 text[]

-- page
SELECT f.submission_id AS "submissionId", s.root_uuid AS "rootUuid", s.uuid AS "submissionUuid", f.uid,
  f.name, f.byte_size AS "byteSize", f.sha256, f.date_created AS "dateCreated"
FROM attachment f
JOIN (
  SELECT id, root_uuid, uuid
  FROM submission
  WHERE asset_id = $1
) s ON s.id = f.submission_id
WHERE f.asset_id = $1
  AND f.date_dropped IS NULL
  AND f.date_deleted IS NULL
  AND (f.submission_id, f.uid) > ($2::bigint, $3)
  AND ($5::text[] IS NULL OR f.question_xpath = ANY($5) OR f.question_xpath = ''
    AND lower(f.name) = 'audit.csv')
ORDER BY f.submission_id, f.uid
LIMIT $4;
-- $1 integer, $2 bigint, $3 text, $4 bigint, $5 text[]

-- page
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT f.submission_id AS "submissionId", s.root_uuid AS "rootUuid", s.uuid AS "submissionUuid", f.uid,
  f.name, f.byte_size AS "byteSize", f.sha256, f.date_created AS "dateCreated"
FROM attachment f
JOIN (
  SELECT id, root_uuid, uuid
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $6::text) <> 'null'
) s ON s.id = f.submission_id
WHERE f.asset_id = $1
  AND f.date_dropped IS NULL
  AND f.date_deleted IS NULL
  AND (f.submission_id, f.uid) > ($2::bigint, $3)
  AND ($5::text[] IS NULL OR f.question_xpath = ANY($5) OR f.question_xpath = ''
    AND lower(f.name) = 'audit.csv')
ORDER BY f.submission_id, f.uid
LIMIT $4;
-- $1 integer, $2 bigint, $3 text, $4 bigint, $5 text[], $6 text
ROLLBACK;
