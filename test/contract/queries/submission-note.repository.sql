-- list
SELECT "SubmissionNoteEntity"."asset_id" AS "SubmissionNoteEntity_asset_id",
  "SubmissionNoteEntity"."submission_id" AS "SubmissionNoteEntity_submission_id",
  "SubmissionNoteEntity"."ordinal" AS "SubmissionNoteEntity_ordinal",
  "SubmissionNoteEntity"."body" AS "SubmissionNoteEntity_body",
  "SubmissionNoteEntity"."created_by" AS "SubmissionNoteEntity_created_by",
  "SubmissionNoteEntity"."date_created" AS "SubmissionNoteEntity_date_created"
FROM "submission_note" "SubmissionNoteEntity"
WHERE (("SubmissionNoteEntity"."asset_id" = $1) AND ("SubmissionNoteEntity"."submission_id" = $2))
ORDER BY "SubmissionNoteEntity"."ordinal" ASC
LIMIT 10
OFFSET 0;
-- $1 integer, $2 bigint

-- listOf
SELECT "SubmissionNoteEntity"."asset_id" AS "SubmissionNoteEntity_asset_id",
  "SubmissionNoteEntity"."submission_id" AS "SubmissionNoteEntity_submission_id",
  "SubmissionNoteEntity"."ordinal" AS "SubmissionNoteEntity_ordinal",
  "SubmissionNoteEntity"."body" AS "SubmissionNoteEntity_body",
  "SubmissionNoteEntity"."created_by" AS "SubmissionNoteEntity_created_by",
  "SubmissionNoteEntity"."date_created" AS "SubmissionNoteEntity_date_created"
FROM "submission_note" "SubmissionNoteEntity"
WHERE (("SubmissionNoteEntity"."asset_id" = $1) AND ("SubmissionNoteEntity"."submission_id" IN ($2)))
ORDER BY "SubmissionNoteEntity"."submission_id" ASC, "SubmissionNoteEntity"."ordinal" ASC;
-- $1 integer, $2 bigint

-- append
SELECT MAX("SubmissionNoteEntity"."ordinal") AS "MAX"
FROM "submission_note" "SubmissionNoteEntity"
WHERE (("SubmissionNoteEntity"."asset_id" = $1) AND ("SubmissionNoteEntity"."submission_id" = $2));
-- $1 integer, $2 bigint
INSERT INTO "submission_note"("asset_id", "submission_id", "ordinal", "body", "created_by", "date_created")
VALUES ($1, $2, $3, $4, $5, $6);
-- $1 integer, $2 bigint, $3 integer, $4 text, $5 text, $6 timestamp with time zone

-- insert
INSERT INTO "submission_note"("asset_id", "submission_id", "ordinal", "body", "created_by", "date_created")
VALUES ($1, $2, $3, $4, $5, $6);
-- $1 integer, $2 bigint, $3 integer, $4 text, $5 text, $6 timestamp with time zone
