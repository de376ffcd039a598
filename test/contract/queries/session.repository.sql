-- delete
DELETE FROM "session"
WHERE ("id" = $1 AND "user_id" = $2);
-- $1 integer, $2 integer

-- deleteAll
DELETE FROM "session"
WHERE "user_id" = $1;
-- $1 integer

-- deleteAll
DELETE FROM "session"
WHERE ("user_id" = $1 AND "id" != $2);
-- $1 integer, $2 integer

-- deleteExpired
DELETE FROM "session"
WHERE "date_expires" < $1;
-- $1 timestamp with time zone

-- findActive
SELECT s.id, s.user_id AS "userId", u.username, u.is_superuser AS "isSuperuser", s.date_expires AS expires,
  u.extra_details ->> 'language' AS language, s.mfa_passed AS "mfaPassed", u.mfa_required AS "isRequired",
  coalesce(m.is_active, false) AS "isActive"
FROM session s
JOIN app_user u ON u.id = s.user_id
LEFT JOIN mfa_method m ON m.user_id = u.id
WHERE s.key_hash = $1
  AND u.is_active
  AND s.password_stamp = sha256(convert_to(coalesce(u.password_hash, ''), 'UTF8'));
-- $1 bytea

-- insert
INSERT INTO session (user_id, key_hash, password_stamp, date_created, date_last_used, date_expires,
  mfa_passed, address, agent)
SELECT u.id, $2, sha256(convert_to(coalesce(u.password_hash, ''), 'UTF8')), $3, $3, $4, $5, $6, $7
FROM app_user u
WHERE u.id = $1
RETURNING id;
-- $1 integer, $2 bytea, $3 timestamp with time zone, $4 timestamp with time zone, $5 boolean, $6 text, $7 text

-- recordUses
UPDATE session s
SET date_last_used = used.at
FROM (
  SELECT s.id, u.at
  FROM session s
  JOIN unnest($1::integer[], $2::timestamptz[]) AS u (id, at) ON u.id = s.id
  WHERE s.date_last_used IS NULL OR s.date_last_used <= u.at - interval '1 minute'
  FOR NO KEY UPDATE OF s SKIP LOCKED
) AS used
WHERE s.id = used.id;
-- $1 integer[], $2 timestamp with time zone[]

-- renewPasswordStamp
UPDATE session s
SET password_stamp = sha256(convert_to(coalesce(u.password_hash, ''), 'UTF8'))
FROM app_user u
WHERE s.id = $1
  AND u.id = s.user_id;
-- $1 integer
