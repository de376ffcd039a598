-- listByOwner
SELECT "OAuthApplicationEntity"."id" AS "OAuthApplicationEntity_id",
  "OAuthApplicationEntity"."client_id" AS "OAuthApplicationEntity_client_id",
  "OAuthApplicationEntity"."owner_id" AS "OAuthApplicationEntity_owner_id",
  "OAuthApplicationEntity"."name" AS "OAuthApplicationEntity_name",
  "OAuthApplicationEntity"."client_type" AS "OAuthApplicationEntity_client_type",
  "OAuthApplicationEntity"."redirect_uris" AS "OAuthApplicationEntity_redirect_uris",
  "OAuthApplicationEntity"."date_created" AS "OAuthApplicationEntity_date_created",
  "OAuthApplicationEntity"."date_modified" AS "OAuthApplicationEntity_date_modified"
FROM "oauth_application" "OAuthApplicationEntity"
WHERE (("OAuthApplicationEntity"."owner_id" = $1))
ORDER BY "OAuthApplicationEntity"."id" ASC
LIMIT 10
OFFSET 20;
-- $1 integer
SELECT COUNT(1) AS "cnt"
FROM "oauth_application" "OAuthApplicationEntity"
WHERE (("OAuthApplicationEntity"."owner_id" = $1));
-- $1 integer

-- findByClientId
SELECT "OAuthApplicationEntity"."id" AS "OAuthApplicationEntity_id",
  "OAuthApplicationEntity"."client_id" AS "OAuthApplicationEntity_client_id",
  "OAuthApplicationEntity"."owner_id" AS "OAuthApplicationEntity_owner_id",
  "OAuthApplicationEntity"."name" AS "OAuthApplicationEntity_name",
  "OAuthApplicationEntity"."client_type" AS "OAuthApplicationEntity_client_type",
  "OAuthApplicationEntity"."redirect_uris" AS "OAuthApplicationEntity_redirect_uris",
  "OAuthApplicationEntity"."date_created" AS "OAuthApplicationEntity_date_created",
  "OAuthApplicationEntity"."date_modified" AS "OAuthApplicationEntity_date_modified"
FROM "oauth_application" "OAuthApplicationEntity"
WHERE (("OAuthApplicationEntity"."client_id" = $1))
LIMIT 1;
-- $1 text

-- lock
SELECT "OAuthApplicationEntity"."id" AS "OAuthApplicationEntity_id",
  "OAuthApplicationEntity"."client_id" AS "OAuthApplicationEntity_client_id",
  "OAuthApplicationEntity"."owner_id" AS "OAuthApplicationEntity_owner_id",
  "OAuthApplicationEntity"."name" AS "OAuthApplicationEntity_name",
  "OAuthApplicationEntity"."client_type" AS "OAuthApplicationEntity_client_type",
  "OAuthApplicationEntity"."redirect_uris" AS "OAuthApplicationEntity_redirect_uris",
  "OAuthApplicationEntity"."date_created" AS "OAuthApplicationEntity_date_created",
  "OAuthApplicationEntity"."date_modified" AS "OAuthApplicationEntity_date_modified"
FROM "oauth_application" "OAuthApplicationEntity"
WHERE (("OAuthApplicationEntity"."id" = $1))
LIMIT 1
FOR UPDATE;
-- $1 integer

-- findOwn
SELECT "OAuthApplicationEntity"."id" AS "OAuthApplicationEntity_id",
  "OAuthApplicationEntity"."client_id" AS "OAuthApplicationEntity_client_id",
  "OAuthApplicationEntity"."owner_id" AS "OAuthApplicationEntity_owner_id",
  "OAuthApplicationEntity"."name" AS "OAuthApplicationEntity_name",
  "OAuthApplicationEntity"."client_type" AS "OAuthApplicationEntity_client_type",
  "OAuthApplicationEntity"."redirect_uris" AS "OAuthApplicationEntity_redirect_uris",
  "OAuthApplicationEntity"."date_created" AS "OAuthApplicationEntity_date_created",
  "OAuthApplicationEntity"."date_modified" AS "OAuthApplicationEntity_date_modified"
FROM "oauth_application" "OAuthApplicationEntity"
WHERE (("OAuthApplicationEntity"."owner_id" = $1) AND ("OAuthApplicationEntity"."client_id" = $2))
LIMIT 1;
-- $1 integer, $2 text

-- findWithSecret
SELECT "application"."id" AS "application_id", "application"."client_id" AS "application_client_id",
  "application"."owner_id" AS "application_owner_id", "application"."name" AS "application_name",
  "application"."client_type" AS "application_client_type",
  "application"."redirect_uris" AS "application_redirect_uris",
  "application"."date_created" AS "application_date_created",
  "application"."date_modified" AS "application_date_modified",
  "application"."secret_hash" AS "application_secret_hash"
FROM "oauth_application" "application"
WHERE "application"."client_id" = $1;
-- $1 text

-- insert
INSERT INTO "oauth_application"("id", "client_id", "owner_id", "name", "client_type", "secret_hash",
  "redirect_uris", "date_created", "date_modified")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8)
RETURNING "id";
-- $1 text, $2 integer, $3 text, $4 text, $5 bytea, $6 text[], $7 timestamp with time zone, $8 timestamp with time zone

-- update
UPDATE "oauth_application"
SET "date_modified" = $1, "name" = $2, "redirect_uris" = $3
WHERE "id" = $4;
-- $1 timestamp with time zone, $2 text, $3 text[], $4 integer

-- delete
DELETE FROM "oauth_grant"
WHERE "application_id" = $1
RETURNING "user_id";
-- $1 integer
DELETE FROM "oauth_application"
WHERE "id" = $1;
-- $1 integer
