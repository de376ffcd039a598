-- findToken
SELECT t.id, t.is_default AS "isDefault", t.scopes, t.date_expires AS expires, u.id AS "userId", u.username,
  u.is_superuser AS "isSuperuser", u.is_active AS "isActive"
FROM api_token t
JOIN app_user u ON u.id = t.user_id
WHERE t.key_hash = $1;
-- $1 bytea

-- findDefaultKey
SELECT "ApiTokenEntity"."id" AS "ApiTokenEntity_id", "ApiTokenEntity"."user_id" AS "ApiTokenEntity_user_id",
  "ApiTokenEntity"."key_hash" AS "ApiTokenEntity_key_hash",
  "ApiTokenEntity"."encrypted_key" AS "ApiTokenEntity_encrypted_key",
  "ApiTokenEntity"."is_default" AS "ApiTokenEntity_is_default",
  "ApiTokenEntity"."uid" AS "ApiTokenEntity_uid", "ApiTokenEntity"."name" AS "ApiTokenEntity_name",
  "ApiTokenEntity"."scopes" AS "ApiTokenEntity_scopes",
  "ApiTokenEntity"."date_expires" AS "ApiTokenEntity_date_expires",
  "ApiTokenEntity"."date_last_used" AS "ApiTokenEntity_date_last_used",
  "ApiTokenEntity"."date_created" AS "ApiTokenEntity_date_created"
FROM "api_token" "ApiTokenEntity"
WHERE (("ApiTokenEntity"."user_id" = $1) AND ("ApiTokenEntity"."is_default" = $2))
LIMIT 1;
-- $1 integer, $2 boolean

-- insertDefaultKey
INSERT INTO "api_token"("id", "user_id", "key_hash", "encrypted_key", "is_default", "uid", "name", "scopes",
  "date_expires", "date_last_used", "date_created")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT)
ON CONFLICT DO NOTHING
RETURNING id;
-- $1 integer, $2 bytea, $3 bytea, $4 boolean

-- deleteDefaultKey
DELETE FROM "api_token"
WHERE ("user_id" = $1 AND "is_default" = $2);
-- $1 integer, $2 boolean

-- keepSetting
INSERT INTO "instance_setting" AS "InstanceSettingEntity"("name", "value")
VALUES ($1, $2)
ON CONFLICT DO NOTHING;
-- $1 text, $2 text
SELECT "InstanceSettingEntity"."name" AS "InstanceSettingEntity_name",
  "InstanceSettingEntity"."value" AS "InstanceSettingEntity_value"
FROM "instance_setting" "InstanceSettingEntity"
WHERE (("InstanceSettingEntity"."name" = $1))
LIMIT 1;
-- $1 text
