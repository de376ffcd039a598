-- findDefaultKey
SELECT "ApiTokenEntity"."id" AS "ApiTokenEntity_id",
  "ApiTokenEntity"."encrypted_key" AS "ApiTokenEntity_encrypted_key"
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

-- deleteAll
DELETE FROM "api_token"
WHERE "user_id" = $1;
-- $1 integer

-- getOrInsertSetting
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
