-- deleteSeenBefore
DELETE FROM "known_address"
WHERE "date_seen" < $1;
-- $1 timestamp with time zone

-- deleteByUser
DELETE FROM "known_address"
WHERE "user_id" = $1;
-- $1 integer

-- isKnown
SELECT 1
FROM known_address k
JOIN app_user u ON u.id = k.user_id
WHERE lower(u.username) = lower($1)
  AND k.address_hash = ANY($2::bytea[])
  AND k.date_seen > $3;
-- $1 text, $2 bytea[], $3 timestamp with time zone

-- upsert
INSERT INTO known_address AS existing (user_id, address_hash, date_seen)
VALUES ($1, $2, $3)
ON CONFLICT (user_id, address_hash)
DO UPDATE SET date_seen = excluded.date_seen
WHERE existing.date_seen < $4;
-- $1 integer, $2 bytea, $3 timestamp with time zone, $4 timestamp with time zone
