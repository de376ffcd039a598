-- insertGrant
INSERT INTO "oauth_grant"("id", "application_id", "user_id", "scopes", "code_hash", "redirect_uri",
  "code_challenge", "date_created", "date_code_expires", "date_code_used", "date_revoked")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8, DEFAULT, DEFAULT)
RETURNING "id";
-- $1 integer, $2 integer, $3 text[], $4 bytea, $5 text, $6 text, $7 timestamp with time zone, $8 timestamp with time zone

-- findByCode
SELECT "given"."id" AS "given_id", "given"."application_id" AS "given_application_id",
  "given"."user_id" AS "given_user_id", "given"."scopes" AS "given_scopes",
  "given"."code_hash" AS "given_code_hash", "given"."redirect_uri" AS "given_redirect_uri",
  "given"."code_challenge" AS "given_code_challenge", "given"."date_created" AS "given_date_created",
  "given"."date_code_expires" AS "given_date_code_expires",
  "given"."date_code_used" AS "given_date_code_used", "given"."date_revoked" AS "given_date_revoked"
FROM "oauth_grant" "given"
INNER JOIN "app_user" "giver" ON "giver"."id" = "given"."user_id" AND "giver"."is_active"
WHERE "given"."code_hash" = $1;
-- $1 bytea

-- takeCode
UPDATE "oauth_grant"
SET "date_code_used" = $1
WHERE ("id" = $2 AND "date_code_used" IS NULL AND "date_revoked" IS NULL AND "date_code_expires" > $3);
-- $1 timestamp with time zone, $2 integer, $3 timestamp with time zone

-- revokeAll
UPDATE "oauth_grant"
SET "date_revoked" = $1
WHERE ("user_id" = $2 AND "date_revoked" IS NULL);
-- $1 timestamp with time zone, $2 integer

-- isCodeTaken
SELECT "OAuthGrantEntity"."id" AS "OAuthGrantEntity_id",
  "OAuthGrantEntity"."application_id" AS "OAuthGrantEntity_application_id",
  "OAuthGrantEntity"."user_id" AS "OAuthGrantEntity_user_id",
  "OAuthGrantEntity"."scopes" AS "OAuthGrantEntity_scopes",
  "OAuthGrantEntity"."code_hash" AS "OAuthGrantEntity_code_hash",
  "OAuthGrantEntity"."redirect_uri" AS "OAuthGrantEntity_redirect_uri",
  "OAuthGrantEntity"."code_challenge" AS "OAuthGrantEntity_code_challenge",
  "OAuthGrantEntity"."date_created" AS "OAuthGrantEntity_date_created",
  "OAuthGrantEntity"."date_code_expires" AS "OAuthGrantEntity_date_code_expires",
  "OAuthGrantEntity"."date_code_used" AS "OAuthGrantEntity_date_code_used",
  "OAuthGrantEntity"."date_revoked" AS "OAuthGrantEntity_date_revoked"
FROM "oauth_grant" "OAuthGrantEntity"
WHERE (("OAuthGrantEntity"."id" = $1))
LIMIT 1;
-- $1 integer

-- insertToken
INSERT INTO "oauth_token"("id", "grant_id", "user_id", "scopes", "access_hash", "refresh_hash",
  "date_created", "date_expires", "date_rotated")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, DEFAULT)
RETURNING "id";
-- $1 integer, $2 integer, $3 text[], $4 bytea, $5 bytea, $6 timestamp with time zone, $7 timestamp with time zone

-- rotateToken
UPDATE "oauth_token"
SET "date_rotated" = $1
WHERE ("id" = $2 AND "date_rotated" IS NULL);
-- $1 timestamp with time zone, $2 bigint

-- expireToken
UPDATE "oauth_token"
SET "date_expires" = $1
WHERE ("id" = $2 AND "date_expires" > $3);
-- $1 timestamp with time zone, $2 bigint, $3 timestamp with time zone

-- revokeGrant
UPDATE "oauth_grant"
SET "date_revoked" = $1
WHERE ("id" = $2 AND "date_revoked" IS NULL);
-- $1 timestamp with time zone, $2 integer

-- hasLiveGrant
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "oauth_grant" "given"
  INNER JOIN "oauth_token" "token" ON "token"."grant_id" = "given"."id" AND "token"."date_rotated" IS NULL
  WHERE ("given"."user_id" = $1 AND "given"."application_id" = $2 AND "given"."date_revoked" IS NULL
    AND "given"."scopes" @> $3)
)
LIMIT 1;
-- $1 integer, $2 integer, $3 text[]

-- sweep
DELETE FROM "oauth_grant"
WHERE ("date_code_used" IS NULL AND "date_code_expires" < $1);
-- $1 timestamp with time zone
DELETE FROM "oauth_grant"
WHERE "date_revoked" < $1;
-- $1 timestamp with time zone
DELETE FROM "oauth_token"
WHERE "date_rotated" < $1;
-- $1 timestamp with time zone
