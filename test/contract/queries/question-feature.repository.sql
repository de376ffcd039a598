-- list
SELECT "QuestionFeatureEntity"."id" AS "QuestionFeatureEntity_id",
  "QuestionFeatureEntity"."uid" AS "QuestionFeatureEntity_uid",
  "QuestionFeatureEntity"."asset_id" AS "QuestionFeatureEntity_asset_id",
  "QuestionFeatureEntity"."question_xpath" AS "QuestionFeatureEntity_question_xpath",
  "QuestionFeatureEntity"."action" AS "QuestionFeatureEntity_action",
  "QuestionFeatureEntity"."params" AS "QuestionFeatureEntity_params",
  "QuestionFeatureEntity"."date_created" AS "QuestionFeatureEntity_date_created",
  "QuestionFeatureEntity"."date_modified" AS "QuestionFeatureEntity_date_modified"
FROM "question_feature" "QuestionFeatureEntity"
WHERE (("QuestionFeatureEntity"."asset_id" = $1))
ORDER BY "QuestionFeatureEntity"."id" ASC;
-- $1 integer

-- listWithin
SELECT "QuestionFeatureEntity"."id" AS "QuestionFeatureEntity_id",
  "QuestionFeatureEntity"."uid" AS "QuestionFeatureEntity_uid",
  "QuestionFeatureEntity"."asset_id" AS "QuestionFeatureEntity_asset_id",
  "QuestionFeatureEntity"."question_xpath" AS "QuestionFeatureEntity_question_xpath",
  "QuestionFeatureEntity"."action" AS "QuestionFeatureEntity_action",
  "QuestionFeatureEntity"."params" AS "QuestionFeatureEntity_params",
  "QuestionFeatureEntity"."date_created" AS "QuestionFeatureEntity_date_created",
  "QuestionFeatureEntity"."date_modified" AS "QuestionFeatureEntity_date_modified"
FROM "question_feature" "QuestionFeatureEntity"
WHERE (("QuestionFeatureEntity"."asset_id" = $1))
ORDER BY "QuestionFeatureEntity"."id" ASC;
-- $1 integer

-- find
SELECT "QuestionFeatureEntity"."id" AS "QuestionFeatureEntity_id",
  "QuestionFeatureEntity"."uid" AS "QuestionFeatureEntity_uid",
  "QuestionFeatureEntity"."asset_id" AS "QuestionFeatureEntity_asset_id",
  "QuestionFeatureEntity"."question_xpath" AS "QuestionFeatureEntity_question_xpath",
  "QuestionFeatureEntity"."action" AS "QuestionFeatureEntity_action",
  "QuestionFeatureEntity"."params" AS "QuestionFeatureEntity_params",
  "QuestionFeatureEntity"."date_created" AS "QuestionFeatureEntity_date_created",
  "QuestionFeatureEntity"."date_modified" AS "QuestionFeatureEntity_date_modified"
FROM "question_feature" "QuestionFeatureEntity"
WHERE (("QuestionFeatureEntity"."asset_id" = $1) AND ("QuestionFeatureEntity"."uid" = $2))
LIMIT 1;
-- $1 integer, $2 text

-- lock
SELECT "QuestionFeatureEntity"."id" AS "QuestionFeatureEntity_id",
  "QuestionFeatureEntity"."uid" AS "QuestionFeatureEntity_uid",
  "QuestionFeatureEntity"."asset_id" AS "QuestionFeatureEntity_asset_id",
  "QuestionFeatureEntity"."question_xpath" AS "QuestionFeatureEntity_question_xpath",
  "QuestionFeatureEntity"."action" AS "QuestionFeatureEntity_action",
  "QuestionFeatureEntity"."params" AS "QuestionFeatureEntity_params",
  "QuestionFeatureEntity"."date_created" AS "QuestionFeatureEntity_date_created",
  "QuestionFeatureEntity"."date_modified" AS "QuestionFeatureEntity_date_modified"
FROM "question_feature" "QuestionFeatureEntity"
WHERE (("QuestionFeatureEntity"."asset_id" = $1) AND ("QuestionFeatureEntity"."uid" = $2))
LIMIT 1
FOR UPDATE;
-- $1 integer, $2 text

-- insert
INSERT INTO "question_feature"("id", "uid", "asset_id", "question_xpath", "action", "params", "date_created",
  "date_modified")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7)
RETURNING "id";
-- $1 text, $2 integer, $3 text, $4 text, $5 json, $6 timestamp with time zone, $7 timestamp with time zone

-- setParams
UPDATE "question_feature"
SET "params" = $1, "date_modified" = $2
WHERE ("asset_id" = $3 AND "uid" = $4);
-- $1 json, $2 timestamp with time zone, $3 integer, $4 text
