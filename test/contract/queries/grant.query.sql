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
