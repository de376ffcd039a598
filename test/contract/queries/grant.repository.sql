-- insertGrant
INSERT INTO "oauth_grant"("id", "application_id", "user_id", "scopes", "code_hash", "redirect_uri",
  "code_challenge", "date_created", "date_code_expires", "date_code_used", "date_revoked")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8, DEFAULT, DEFAULT)
RETURNING "id";
-- $1 integer, $2 integer, $3 text[], $4 bytea, $5 text, $6 text, $7 timestamp with time zone, $8 timestamp with time zone

-- findByCode
SELECT "oauth_grant"."id" AS "oauth_grant_id", "oauth_grant"."application_id" AS "oauth_grant_application_id",
  "oauth_grant"."user_id" AS "oauth_grant_user_id", "oauth_grant"."scopes" AS "oauth_grant_scopes",
  "oauth_grant"."code_hash" AS "oauth_grant_code_hash",
  "oauth_grant"."redirect_uri" AS "oauth_grant_redirect_uri",
  "oauth_grant"."code_challenge" AS "oauth_grant_code_challenge",
  "oauth_grant"."date_created" AS "oauth_grant_date_created",
  "oauth_grant"."date_code_expires" AS "oauth_grant_date_code_expires",
  "oauth_grant"."date_code_used" AS "oauth_grant_date_code_used",
  "oauth_grant"."date_revoked" AS "oauth_grant_date_revoked"
FROM "oauth_grant" "oauth_grant"
INNER JOIN "app_user" "app_user" ON "app_user"."id" = "oauth_grant"."user_id" AND "app_user"."is_active"
WHERE "oauth_grant"."code_hash" = $1;
-- $1 bytea

-- redeemCode
UPDATE "oauth_grant"
SET "date_code_used" = $1
WHERE ("id" = $2 AND "date_code_used" IS NULL AND "date_revoked" IS NULL AND "date_code_expires" > $3);
-- $1 timestamp with time zone, $2 integer, $3 timestamp with time zone

-- revokeAll
UPDATE "oauth_grant"
SET "date_revoked" = $1
WHERE ("user_id" = $2 AND "date_revoked" IS NULL);
-- $1 timestamp with time zone, $2 integer

-- isCodeRedeemed
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
  FROM "oauth_grant" "oauth_grant"
  INNER JOIN "oauth_token" "token" ON "token"."grant_id" = "oauth_grant"."id"
    AND "token"."date_rotated" IS NULL
  WHERE ("oauth_grant"."user_id" = $1 AND "oauth_grant"."application_id" = $2
    AND "oauth_grant"."date_revoked" IS NULL AND "oauth_grant"."scopes" @> $3)
)
LIMIT 1;
-- $1 integer, $2 integer, $3 text[]

-- deleteExpired
DELETE FROM "oauth_grant"
WHERE ("date_code_used" IS NULL AND "date_code_expires" < $1);
-- $1 timestamp with time zone
DELETE FROM "oauth_grant"
WHERE "date_revoked" < $1;
-- $1 timestamp with time zone
DELETE FROM "oauth_token"
WHERE "date_rotated" < $1;
-- $1 timestamp with time zone

-- findAccessToken
SELECT t.id, t.grant_id AS "grantId", g.application_id AS "applicationId", a.client_id AS "clientId",
  u.id AS "userId", u.username, u.is_superuser AS "isSuperuser", t.scopes, t.date_created AS created,
  t.date_expires AS expires, t.date_rotated IS NULL AND g.date_revoked IS NULL AND u.is_active AS "isLive",
  t.date_rotated IS NOT NULL AS "isRotated"
FROM oauth_token t
JOIN oauth_grant g ON g.id = t.grant_id
JOIN oauth_application a ON a.id = g.application_id
JOIN app_user u ON u.id = t.user_id
WHERE t.access_hash = $1;
-- $1 bytea

-- findRefreshToken
SELECT t.id, t.grant_id AS "grantId", g.application_id AS "applicationId", a.client_id AS "clientId",
  u.id AS "userId", u.username, u.is_superuser AS "isSuperuser", g.scopes, t.date_created AS created,
  t.date_expires AS expires, t.date_rotated IS NULL AND g.date_revoked IS NULL AND u.is_active AS "isLive",
  t.date_rotated IS NOT NULL AS "isRotated"
FROM oauth_token t
JOIN oauth_grant g ON g.id = t.grant_id
JOIN oauth_application a ON a.id = g.application_id
JOIN app_user u ON u.id = t.user_id
WHERE t.refresh_hash = $1;
-- $1 bytea

-- findRefreshTokenIn
SELECT t.id, t.grant_id AS "grantId", g.application_id AS "applicationId", a.client_id AS "clientId",
  u.id AS "userId", u.username, u.is_superuser AS "isSuperuser", g.scopes, t.date_created AS created,
  t.date_expires AS expires, t.date_rotated IS NULL AND g.date_revoked IS NULL AND u.is_active AS "isLive",
  t.date_rotated IS NOT NULL AS "isRotated"
FROM oauth_token t
JOIN oauth_grant g ON g.id = t.grant_id
JOIN oauth_application a ON a.id = g.application_id
JOIN app_user u ON u.id = t.user_id
WHERE t.refresh_hash = $1;
-- $1 bytea

-- listAuthorized
SELECT a.client_id AS "clientId", a.name, array_agg(DISTINCT s.scope) AS scopes,
  min(g.date_created) AS "firstAuthorized", max(t.date_created) AS "lastIssued"
FROM oauth_grant g
JOIN oauth_application a ON a.id = g.application_id
JOIN oauth_token t ON t.grant_id = g.id
CROSS JOIN LATERAL unnest(g.scopes) AS s(scope)
WHERE g.user_id = $1
  AND g.date_revoked IS NULL
GROUP BY a.id
ORDER BY lower(a.name), a.id;
-- $1 integer

-- revokeAuthorized
UPDATE oauth_grant g
SET date_revoked = $3
FROM oauth_application a
WHERE a.client_id = $2
  AND g.application_id = a.id
  AND g.user_id = $1
  AND g.date_revoked IS NULL;
-- $1 integer, $2 text, $3 timestamp with time zone
