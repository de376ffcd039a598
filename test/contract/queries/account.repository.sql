-- findById
SELECT "UserEntity"."id" AS "UserEntity_id", "UserEntity"."username" AS "UserEntity_username",
  "UserEntity"."email" AS "UserEntity_email",
  "UserEntity"."unverified_email" AS "UserEntity_unverified_email",
  "UserEntity"."first_name" AS "UserEntity_first_name", "UserEntity"."last_name" AS "UserEntity_last_name",
  "UserEntity"."is_superuser" AS "UserEntity_is_superuser",
  "UserEntity"."is_active" AS "UserEntity_is_active",
  "UserEntity"."date_deactivated" AS "UserEntity_date_deactivated",
  "UserEntity"."mfa_required" AS "UserEntity_mfa_required",
  "UserEntity"."extra_details" AS "UserEntity_extra_details",
  "UserEntity"."extra_details_modified" AS "UserEntity_extra_details_modified",
  "UserEntity"."extra_details_uid" AS "UserEntity_extra_details_uid",
  "UserEntity"."date_joined" AS "UserEntity_date_joined", "UserEntity"."last_login" AS "UserEntity_last_login"
FROM "app_user" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1;
-- $1 integer

-- findByUsername
SELECT "app_user"."id" AS "app_user_id", "app_user"."username" AS "app_user_username",
  "app_user"."email" AS "app_user_email", "app_user"."unverified_email" AS "app_user_unverified_email",
  "app_user"."first_name" AS "app_user_first_name", "app_user"."last_name" AS "app_user_last_name",
  "app_user"."is_superuser" AS "app_user_is_superuser", "app_user"."is_active" AS "app_user_is_active",
  "app_user"."date_deactivated" AS "app_user_date_deactivated",
  "app_user"."mfa_required" AS "app_user_mfa_required",
  "app_user"."extra_details" AS "app_user_extra_details",
  "app_user"."extra_details_modified" AS "app_user_extra_details_modified",
  "app_user"."extra_details_uid" AS "app_user_extra_details_uid",
  "app_user"."date_joined" AS "app_user_date_joined", "app_user"."last_login" AS "app_user_last_login"
FROM "app_user" "app_user"
WHERE lower("app_user"."username") = lower($1);
-- $1 text

-- findByUsername
SELECT "app_user"."id" AS "app_user_id", "app_user"."username" AS "app_user_username",
  "app_user"."email" AS "app_user_email", "app_user"."unverified_email" AS "app_user_unverified_email",
  "app_user"."first_name" AS "app_user_first_name", "app_user"."last_name" AS "app_user_last_name",
  "app_user"."is_superuser" AS "app_user_is_superuser", "app_user"."is_active" AS "app_user_is_active",
  "app_user"."date_deactivated" AS "app_user_date_deactivated",
  "app_user"."mfa_required" AS "app_user_mfa_required",
  "app_user"."extra_details" AS "app_user_extra_details",
  "app_user"."extra_details_modified" AS "app_user_extra_details_modified",
  "app_user"."extra_details_uid" AS "app_user_extra_details_uid",
  "app_user"."date_joined" AS "app_user_date_joined", "app_user"."last_login" AS "app_user_last_login"
FROM "app_user" "app_user"
WHERE false;

-- findByUsernames
SELECT "app_user"."id" AS "app_user_id", "app_user"."username" AS "app_user_username",
  "app_user"."email" AS "app_user_email", "app_user"."unverified_email" AS "app_user_unverified_email",
  "app_user"."first_name" AS "app_user_first_name", "app_user"."last_name" AS "app_user_last_name",
  "app_user"."is_superuser" AS "app_user_is_superuser", "app_user"."is_active" AS "app_user_is_active",
  "app_user"."date_deactivated" AS "app_user_date_deactivated",
  "app_user"."mfa_required" AS "app_user_mfa_required",
  "app_user"."extra_details" AS "app_user_extra_details",
  "app_user"."extra_details_modified" AS "app_user_extra_details_modified",
  "app_user"."extra_details_uid" AS "app_user_extra_details_uid",
  "app_user"."date_joined" AS "app_user_date_joined", "app_user"."last_login" AS "app_user_last_login"
FROM "app_user" "app_user"
WHERE lower("app_user"."username") = ANY($1::text[]);
-- $1 text[]

-- findWithPassword
SELECT "app_user"."id" AS "app_user_id", "app_user"."username" AS "app_user_username",
  "app_user"."email" AS "app_user_email", "app_user"."unverified_email" AS "app_user_unverified_email",
  "app_user"."first_name" AS "app_user_first_name", "app_user"."last_name" AS "app_user_last_name",
  "app_user"."is_superuser" AS "app_user_is_superuser", "app_user"."is_active" AS "app_user_is_active",
  "app_user"."date_deactivated" AS "app_user_date_deactivated",
  "app_user"."mfa_required" AS "app_user_mfa_required",
  "app_user"."extra_details" AS "app_user_extra_details",
  "app_user"."extra_details_modified" AS "app_user_extra_details_modified",
  "app_user"."extra_details_uid" AS "app_user_extra_details_uid",
  "app_user"."date_joined" AS "app_user_date_joined", "app_user"."last_login" AS "app_user_last_login",
  "app_user"."password_hash" AS "app_user_password_hash"
FROM "app_user" "app_user"
WHERE lower("app_user"."username") = lower($1);
-- $1 text

-- findWithPasswordById
SELECT "app_user"."id" AS "app_user_id", "app_user"."username" AS "app_user_username",
  "app_user"."email" AS "app_user_email", "app_user"."unverified_email" AS "app_user_unverified_email",
  "app_user"."first_name" AS "app_user_first_name", "app_user"."last_name" AS "app_user_last_name",
  "app_user"."is_superuser" AS "app_user_is_superuser", "app_user"."is_active" AS "app_user_is_active",
  "app_user"."date_deactivated" AS "app_user_date_deactivated",
  "app_user"."mfa_required" AS "app_user_mfa_required",
  "app_user"."extra_details" AS "app_user_extra_details",
  "app_user"."extra_details_modified" AS "app_user_extra_details_modified",
  "app_user"."extra_details_uid" AS "app_user_extra_details_uid",
  "app_user"."date_joined" AS "app_user_date_joined", "app_user"."last_login" AS "app_user_last_login",
  "app_user"."password_hash" AS "app_user_password_hash"
FROM "app_user" "app_user"
WHERE "app_user"."id" = $1;
-- $1 integer

-- findActiveByLogin
SELECT "app_user"."id" AS "app_user_id", "app_user"."username" AS "app_user_username",
  "app_user"."email" AS "app_user_email", "app_user"."unverified_email" AS "app_user_unverified_email",
  "app_user"."first_name" AS "app_user_first_name", "app_user"."last_name" AS "app_user_last_name",
  "app_user"."is_superuser" AS "app_user_is_superuser", "app_user"."is_active" AS "app_user_is_active",
  "app_user"."date_deactivated" AS "app_user_date_deactivated",
  "app_user"."mfa_required" AS "app_user_mfa_required",
  "app_user"."extra_details" AS "app_user_extra_details",
  "app_user"."extra_details_modified" AS "app_user_extra_details_modified",
  "app_user"."extra_details_uid" AS "app_user_extra_details_uid",
  "app_user"."date_joined" AS "app_user_date_joined", "app_user"."last_login" AS "app_user_last_login",
  "app_user"."password_hash" AS "app_user_password_hash"
FROM "app_user" "app_user"
WHERE (lower("app_user"."username") = lower($1) OR lower("app_user"."email") = lower($1))
  AND "app_user"."is_active"
ORDER BY "app_user"."id" ASC
LIMIT 5;
-- $1 text

-- findByEmail
SELECT "app_user"."id" AS "app_user_id", "app_user"."username" AS "app_user_username",
  "app_user"."email" AS "app_user_email", "app_user"."unverified_email" AS "app_user_unverified_email",
  "app_user"."first_name" AS "app_user_first_name", "app_user"."last_name" AS "app_user_last_name",
  "app_user"."is_superuser" AS "app_user_is_superuser", "app_user"."is_active" AS "app_user_is_active",
  "app_user"."date_deactivated" AS "app_user_date_deactivated",
  "app_user"."mfa_required" AS "app_user_mfa_required",
  "app_user"."extra_details" AS "app_user_extra_details",
  "app_user"."extra_details_modified" AS "app_user_extra_details_modified",
  "app_user"."extra_details_uid" AS "app_user_extra_details_uid",
  "app_user"."date_joined" AS "app_user_date_joined", "app_user"."last_login" AS "app_user_last_login"
FROM "app_user" "app_user"
WHERE lower("app_user"."email") = lower($1)
ORDER BY "app_user"."id" ASC
LIMIT 2;
-- $1 text

-- replacePassword
UPDATE "app_user"
SET "password_hash" = $1
WHERE ("id" = $2 AND "password_hash" = $3 AND "email" = $4 AND "is_active" = $5);
-- $1 text, $2 integer, $3 text, $4 text, $5 boolean

-- confirmEmail
UPDATE "app_user"
SET "email" = $1, "unverified_email" = $2
WHERE ("id" = $3 AND "email" = $4 AND "unverified_email" = $5 AND "is_active" = $6);
-- $1 text, $2 text, $3 integer, $4 text, $5 text, $6 boolean

-- hasSuperuser
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "app_user" "UserEntity"
  WHERE (("UserEntity"."is_superuser" = $1))
)
LIMIT 1;
-- $1 boolean

-- insert
INSERT INTO "app_user"("id", "username", "password_hash", "email", "unverified_email", "first_name",
  "last_name", "is_superuser", "is_active", "date_deactivated", "mfa_required", "extra_details",
  "extra_details_modified", "extra_details_uid", "date_joined", "last_login")
VALUES (DEFAULT, $1, $2, $3, DEFAULT, DEFAULT, DEFAULT, $4, DEFAULT, DEFAULT, DEFAULT, $5, DEFAULT, $6,
  DEFAULT, DEFAULT)
RETURNING "id", "email", "first_name", "last_name", "is_superuser", "is_active", "mfa_required",
  "extra_details", "date_joined";
-- $1 text, $2 text, $3 text, $4 boolean, $5 jsonb, $6 text

-- update
UPDATE "app_user"
SET "password_hash" = $1, "email" = $2, "is_superuser" = $3, "is_active" = $4
WHERE "id" = $5;
-- $1 text, $2 text, $3 boolean, $4 boolean, $5 integer

-- update
UPDATE "app_user"
SET "is_active" = $1, "date_deactivated" = now()
WHERE "id" = $2;
-- $1 boolean, $2 integer

-- deleteDrafts
DELETE FROM "form_draft"
WHERE "user_id" = $1;
-- $1 integer

-- lock
SELECT "UserEntity"."id" AS "UserEntity_id", "UserEntity"."username" AS "UserEntity_username",
  "UserEntity"."email" AS "UserEntity_email",
  "UserEntity"."unverified_email" AS "UserEntity_unverified_email",
  "UserEntity"."first_name" AS "UserEntity_first_name", "UserEntity"."last_name" AS "UserEntity_last_name",
  "UserEntity"."is_superuser" AS "UserEntity_is_superuser",
  "UserEntity"."is_active" AS "UserEntity_is_active",
  "UserEntity"."date_deactivated" AS "UserEntity_date_deactivated",
  "UserEntity"."mfa_required" AS "UserEntity_mfa_required",
  "UserEntity"."extra_details" AS "UserEntity_extra_details",
  "UserEntity"."extra_details_modified" AS "UserEntity_extra_details_modified",
  "UserEntity"."extra_details_uid" AS "UserEntity_extra_details_uid",
  "UserEntity"."date_joined" AS "UserEntity_date_joined", "UserEntity"."last_login" AS "UserEntity_last_login"
FROM "app_user" "UserEntity"
WHERE (("UserEntity"."id" = $1))
LIMIT 1
FOR UPDATE;
-- $1 integer

-- mergeExtraDetails
UPDATE "app_user"
SET "extra_details" = ("extra_details" || $1::jsonb) - $2::text[], "extra_details_modified" = $3
WHERE "id" = $4;
-- $1 jsonb, $2 text[], $3 timestamp with time zone, $4 integer

-- recordSignIn
UPDATE "app_user"
SET "last_login" = $1
WHERE "id" = $2;
-- $1 timestamp with time zone, $2 integer

-- countAssets
SELECT "asset"."owner_id" AS "id", count(*)::integer AS "assets"
FROM "asset" "asset"
WHERE ("asset"."owner_id" IN ($1) AND "asset"."date_deleted" IS NULL AND "asset"."asset_type" != $2)
GROUP BY "asset"."owner_id";
-- $1 integer, $2 text

-- countPublicCollections
SELECT COUNT(DISTINCT("asset"."id")) AS "cnt"
FROM "asset" "asset"
INNER JOIN "permission_assignment" "assignment" ON "assignment"."asset_id" = "asset"."id"
WHERE ("asset"."owner_id" = $1 AND "asset"."asset_type" = $2 AND "asset"."date_deleted" IS NULL)
  AND "assignment"."user_id" = $3
  AND "assignment"."codename" = 'discover_asset';
-- $1 integer, $2 text, $3 integer

-- countFollowers
SELECT COUNT(DISTINCT("subscription"."id")) AS "cnt"
FROM "asset_subscription" "subscription"
INNER JOIN "asset" "asset" ON "asset"."id" = "subscription"."asset_id"
INNER JOIN "permission_assignment" "assignment" ON "assignment"."asset_id" = "asset"."id"
WHERE "asset"."owner_id" = $1
  AND "asset"."date_deleted" IS NULL
  AND "subscription"."user_id" <> $1
  AND "assignment"."user_id" = $2
  AND "assignment"."codename" = 'discover_asset';
-- $1 integer, $2 integer

-- list
SELECT "UserEntity"."id" AS "UserEntity_id", "UserEntity"."username" AS "UserEntity_username",
  "UserEntity"."email" AS "UserEntity_email",
  "UserEntity"."unverified_email" AS "UserEntity_unverified_email",
  "UserEntity"."first_name" AS "UserEntity_first_name", "UserEntity"."last_name" AS "UserEntity_last_name",
  "UserEntity"."is_superuser" AS "UserEntity_is_superuser",
  "UserEntity"."is_active" AS "UserEntity_is_active",
  "UserEntity"."date_deactivated" AS "UserEntity_date_deactivated",
  "UserEntity"."mfa_required" AS "UserEntity_mfa_required",
  "UserEntity"."extra_details" AS "UserEntity_extra_details",
  "UserEntity"."extra_details_modified" AS "UserEntity_extra_details_modified",
  "UserEntity"."extra_details_uid" AS "UserEntity_extra_details_uid",
  "UserEntity"."date_joined" AS "UserEntity_date_joined", "UserEntity"."last_login" AS "UserEntity_last_login"
FROM "app_user" "UserEntity"
WHERE (((("UserEntity"."id" != $1) AND ("UserEntity"."username" ILIKE $2))) OR ((("UserEntity"."id" != $3)
  AND ("UserEntity"."email" ILIKE $4))))
ORDER BY "UserEntity"."username" ASC
LIMIT 10
OFFSET 20;
-- $1 integer, $2 text, $3 integer, $4 text
SELECT COUNT(1) AS "cnt"
FROM "app_user" "UserEntity"
WHERE (((("UserEntity"."id" != $1) AND ("UserEntity"."username" ILIKE $2))) OR ((("UserEntity"."id" != $3)
  AND ("UserEntity"."email" ILIKE $4))));
-- $1 integer, $2 text, $3 integer, $4 text

-- list
SELECT "UserEntity"."id" AS "UserEntity_id", "UserEntity"."username" AS "UserEntity_username",
  "UserEntity"."email" AS "UserEntity_email",
  "UserEntity"."unverified_email" AS "UserEntity_unverified_email",
  "UserEntity"."first_name" AS "UserEntity_first_name", "UserEntity"."last_name" AS "UserEntity_last_name",
  "UserEntity"."is_superuser" AS "UserEntity_is_superuser",
  "UserEntity"."is_active" AS "UserEntity_is_active",
  "UserEntity"."date_deactivated" AS "UserEntity_date_deactivated",
  "UserEntity"."mfa_required" AS "UserEntity_mfa_required",
  "UserEntity"."extra_details" AS "UserEntity_extra_details",
  "UserEntity"."extra_details_modified" AS "UserEntity_extra_details_modified",
  "UserEntity"."extra_details_uid" AS "UserEntity_extra_details_uid",
  "UserEntity"."date_joined" AS "UserEntity_date_joined", "UserEntity"."last_login" AS "UserEntity_last_login"
FROM "app_user" "UserEntity"
WHERE (("UserEntity"."id" != $1) AND ("UserEntity"."username" = $2))
ORDER BY "UserEntity"."username" ASC
LIMIT 10
OFFSET 20;
-- $1 integer, $2 text
SELECT COUNT(1) AS "cnt"
FROM "app_user" "UserEntity"
WHERE (("UserEntity"."id" != $1) AND ("UserEntity"."username" = $2));
-- $1 integer, $2 text

-- lockActiveSuperusers
SELECT "UserEntity"."id" AS "UserEntity_id"
FROM "app_user" "UserEntity"
WHERE (("UserEntity"."is_superuser" = $1) AND ("UserEntity"."is_active" = $2))
ORDER BY "UserEntity_id" ASC
FOR UPDATE;
-- $1 boolean, $2 boolean
