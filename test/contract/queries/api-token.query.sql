-- find
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
