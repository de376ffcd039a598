-- list
SELECT "ApiTokenEntity"."id" AS "ApiTokenEntity_id", "ApiTokenEntity"."user_id" AS "ApiTokenEntity_user_id",
  "ApiTokenEntity"."is_default" AS "ApiTokenEntity_is_default",
  "ApiTokenEntity"."uid" AS "ApiTokenEntity_uid", "ApiTokenEntity"."name" AS "ApiTokenEntity_name",
  "ApiTokenEntity"."scopes" AS "ApiTokenEntity_scopes",
  "ApiTokenEntity"."date_expires" AS "ApiTokenEntity_date_expires",
  "ApiTokenEntity"."date_last_used" AS "ApiTokenEntity_date_last_used",
  "ApiTokenEntity"."date_created" AS "ApiTokenEntity_date_created"
FROM "api_token" "ApiTokenEntity"
WHERE (("ApiTokenEntity"."user_id" = $1) AND ("ApiTokenEntity"."is_default" = $2))
ORDER BY "ApiTokenEntity"."id" DESC
LIMIT 10
OFFSET 20;
-- $1 integer, $2 boolean
SELECT COUNT(1) AS "cnt"
FROM "api_token" "ApiTokenEntity"
WHERE (("ApiTokenEntity"."user_id" = $1) AND ("ApiTokenEntity"."is_default" = $2));
-- $1 integer, $2 boolean

-- find
SELECT "ApiTokenEntity"."id" AS "ApiTokenEntity_id", "ApiTokenEntity"."user_id" AS "ApiTokenEntity_user_id",
  "ApiTokenEntity"."is_default" AS "ApiTokenEntity_is_default",
  "ApiTokenEntity"."uid" AS "ApiTokenEntity_uid", "ApiTokenEntity"."name" AS "ApiTokenEntity_name",
  "ApiTokenEntity"."scopes" AS "ApiTokenEntity_scopes",
  "ApiTokenEntity"."date_expires" AS "ApiTokenEntity_date_expires",
  "ApiTokenEntity"."date_last_used" AS "ApiTokenEntity_date_last_used",
  "ApiTokenEntity"."date_created" AS "ApiTokenEntity_date_created"
FROM "api_token" "ApiTokenEntity"
WHERE (("ApiTokenEntity"."user_id" = $1) AND ("ApiTokenEntity"."uid" = $2))
LIMIT 1;
-- $1 integer, $2 text

-- count
SELECT COUNT(1) AS "cnt"
FROM "api_token" "ApiTokenEntity"
WHERE (("ApiTokenEntity"."user_id" = $1) AND ("ApiTokenEntity"."is_default" = $2));
-- $1 integer, $2 boolean

-- insert
INSERT INTO "api_token"("id", "user_id", "key_hash", "encrypted_key", "is_default", "uid", "name", "scopes",
  "date_expires", "date_last_used", "date_created")
VALUES (DEFAULT, $1, $2, DEFAULT, $3, $4, $5, $6, $7, DEFAULT, $8)
RETURNING "id", "name", "scopes", "date_created";
-- $1 integer, $2 bytea, $3 boolean, $4 text, $5 text, $6 text[], $7 timestamp with time zone, $8 timestamp with time zone

-- delete
DELETE FROM "api_token"
WHERE ("user_id" = $1 AND "uid" = $2);
-- $1 integer, $2 text

-- findByKeyHash
SELECT t.id, t.is_default AS "isDefault", t.scopes, t.date_expires AS expires, u.id AS "userId", u.username,
  u.is_superuser AS "isSuperuser", u.is_active AS "isActive"
FROM api_token t
JOIN app_user u ON u.id = t.user_id
WHERE t.key_hash = $1;
-- $1 bytea

-- recordUses
UPDATE api_token t
SET date_last_used = used.at
FROM (
  SELECT t.id, u.at
  FROM api_token t
  JOIN unnest($1::integer[], $2::timestamptz[]) AS u (id, at) ON u.id = t.id
  WHERE t.date_last_used IS NULL OR t.date_last_used <= u.at - interval '1 minute'
  FOR NO KEY UPDATE OF t SKIP LOCKED
) AS used
WHERE t.id = used.id;
-- $1 integer[], $2 timestamp with time zone[]
