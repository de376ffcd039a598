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

-- add
INSERT INTO sign_in_failure AS counter (name, failures, date_ends)
SELECT name, 1, $3
FROM unnest($1::text[]) AS name
ORDER BY name
ON CONFLICT (name)
DO UPDATE SET failures = CASE WHEN counter.date_ends > $2 THEN counter.failures + 1 ELSE 1 END,
  date_ends = CASE WHEN counter.date_ends > $2 THEN counter.date_ends ELSE excluded.date_ends END
RETURNING name, failures, date_ends AS ends;
-- $1 text[], $2 timestamp with time zone, $3 timestamp with time zone
