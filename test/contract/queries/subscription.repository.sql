-- insert
INSERT INTO "asset_subscription"("id", "uid", "asset_id", "user_id", "date_created")
VALUES (DEFAULT, $1, $2, $3, $4)
RETURNING "id";
-- $1 text, $2 integer, $3 integer, $4 timestamp with time zone

-- remove
DELETE FROM "asset_subscription"
WHERE ("user_id" = $1 AND "uid" = $2);
-- $1 integer, $2 text
