-- find
SELECT "MfaMethodEntity"."user_id" AS "MfaMethodEntity_user_id",
  "MfaMethodEntity"."is_active" AS "MfaMethodEntity_is_active",
  "MfaMethodEntity"."last_step" AS "MfaMethodEntity_last_step",
  "MfaMethodEntity"."date_created" AS "MfaMethodEntity_date_created",
  "MfaMethodEntity"."date_modified" AS "MfaMethodEntity_date_modified",
  "MfaMethodEntity"."date_disabled" AS "MfaMethodEntity_date_disabled"
FROM "mfa_method" "MfaMethodEntity"
WHERE (("MfaMethodEntity"."user_id" = $1))
LIMIT 1;
-- $1 integer

-- findAccount
SELECT "app_user"."is_superuser" AS "isSuperuser", "app_user"."mfa_required" AS "isRequired",
  coalesce("method"."is_active", false) AS "isActive"
FROM "app_user" "app_user"
LEFT JOIN "mfa_method" "method" ON "method"."user_id" = "app_user"."id"
WHERE "app_user"."id" = $1;
-- $1 integer

-- findSecret
SELECT "MfaMethodEntity"."user_id" AS "MfaMethodEntity_user_id",
  "MfaMethodEntity"."encrypted_secret" AS "MfaMethodEntity_encrypted_secret"
FROM "mfa_method" "MfaMethodEntity"
WHERE (("MfaMethodEntity"."user_id" = $1) AND ("MfaMethodEntity"."is_active" = $2))
LIMIT 1;
-- $1 integer, $2 boolean

-- insertSecret
INSERT INTO "mfa_method" AS "MfaMethodEntity"("user_id", "encrypted_secret", "is_active", "last_step",
  "date_created", "date_modified", "date_disabled")
VALUES ($1, $2, $3, DEFAULT, $4, $5, DEFAULT)
ON CONFLICT DO NOTHING
RETURNING "is_active", "last_step";
-- $1 integer, $2 bytea, $3 boolean, $4 timestamp with time zone, $5 timestamp with time zone
UPDATE "mfa_method"
SET "encrypted_secret" = $1, "date_modified" = $2
WHERE ("user_id" = $3 AND "is_active" = $4);
-- $1 bytea, $2 timestamp with time zone, $3 integer, $4 boolean

-- activate
UPDATE "mfa_method"
SET "is_active" = $1, "last_step" = $2, "date_modified" = $3, "date_disabled" = $4
WHERE ("user_id" = $5 AND "is_active" = $6 AND "encrypted_secret" = $7);
-- $1 boolean, $2 integer, $3 timestamp with time zone, $4 timestamp with time zone, $5 integer, $6 boolean, $7 bytea

-- useStep
UPDATE "mfa_method"
SET "last_step" = $1
WHERE ("user_id" = $2 AND "is_active" = $3 AND "last_step" < $4);
-- $1 integer, $2 integer, $3 boolean, $4 integer

-- useRecoveryCode
DELETE FROM "recovery_code"
WHERE ("user_id" = $1 AND "code_hash" IN ($2));
-- $1 integer, $2 bytea

-- countRecoveryCodes
SELECT COUNT(1) AS "cnt"
FROM "recovery_code" "RecoveryCodeEntity"
WHERE (("RecoveryCodeEntity"."user_id" = $1));
-- $1 integer

-- replaceRecoveryCodes
DELETE FROM "recovery_code"
WHERE "user_id" = $1;
-- $1 integer
INSERT INTO "recovery_code"("user_id", "code_hash")
VALUES ($1, $2);
-- $1 integer, $2 bytea

-- deactivate
DELETE FROM "recovery_code"
WHERE "user_id" = $1;
-- $1 integer
UPDATE "mfa_method"
SET "is_active" = $1, "encrypted_secret" = $2, "last_step" = $3, "date_modified" = $4, "date_disabled" = $5
WHERE "user_id" = $6;
-- $1 boolean, $2 bytea, $3 integer, $4 timestamp with time zone, $5 timestamp with time zone, $6 integer

-- delete
DELETE FROM "mfa_method"
WHERE "user_id" = $1;
-- $1 integer

-- setRequired
UPDATE "app_user"
SET "mfa_required" = $1
WHERE "id" = $2;
-- $1 boolean, $2 integer

-- passSession
UPDATE "session"
SET "mfa_passed" = $1
WHERE ("id" = $2 AND "user_id" = $3);
-- $1 boolean, $2 integer, $3 integer

-- deleteOtherSessions
DELETE FROM "session"
WHERE ("user_id" = $1 AND "mfa_passed" = $2);
-- $1 integer, $2 boolean
