-- insert
INSERT INTO "in_app_message"("id", "uid", "recipient_id", "invite_uid", "title", "snippet", "body",
  "published", "always_display_as_new", "valid_from", "valid_until")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
RETURNING "id";
-- $1 text, $2 integer, $3 text, $4 text, $5 text, $6 text, $7 boolean, $8 boolean, $9 timestamp with time zone, $10 timestamp with time zone

-- listAnnouncements
SELECT "message"."id" AS "message_id", "message"."uid" AS "message_uid",
  "message"."recipient_id" AS "message_recipient_id", "message"."invite_uid" AS "message_invite_uid",
  "message"."title" AS "message_title", "message"."snippet" AS "message_snippet",
  "message"."body" AS "message_body", "message"."published" AS "message_published",
  "message"."always_display_as_new" AS "message_always_display_as_new",
  "message"."valid_from" AS "message_valid_from", "message"."valid_until" AS "message_valid_until"
FROM "in_app_message" "message"
WHERE "message"."recipient_id" IS NULL
  AND "message"."valid_until" > $1
ORDER BY "message"."valid_from" DESC, "message"."id" DESC;
-- $1 timestamp with time zone

-- end
UPDATE "in_app_message"
SET "valid_until" = $1
WHERE ("uid" = $2 AND "valid_until" > $3);
-- $1 timestamp with time zone, $2 text, $3 timestamp with time zone

-- endOfInvite
UPDATE "in_app_message"
SET "valid_until" = $1
WHERE ("invite_uid" = $2 AND "valid_until" > $3);
-- $1 timestamp with time zone, $2 text, $3 timestamp with time zone

-- deleteEndedBefore
DELETE FROM "in_app_message"
WHERE "valid_until" < $1;
-- $1 timestamp with time zone
