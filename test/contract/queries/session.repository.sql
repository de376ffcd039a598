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
