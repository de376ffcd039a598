-- deleteSeenBefore
DELETE FROM "known_address"
WHERE "date_seen" < $1;
-- $1 timestamp with time zone

-- deleteByUser
DELETE FROM "known_address"
WHERE "user_id" = $1;
-- $1 integer
