-- find
SELECT "SignInFailureEntity"."name" AS "SignInFailureEntity_name",
  "SignInFailureEntity"."failures" AS "SignInFailureEntity_failures",
  "SignInFailureEntity"."date_ends" AS "SignInFailureEntity_date_ends"
FROM "sign_in_failure" "SignInFailureEntity"
WHERE (("SignInFailureEntity"."name" IN ($1)));
-- $1 text

-- delete
DELETE FROM "sign_in_failure"
WHERE "name" = $1;
-- $1 text

-- deleteExpired
DELETE FROM "sign_in_failure"
WHERE "date_ends" <= $1;
-- $1 timestamp with time zone
