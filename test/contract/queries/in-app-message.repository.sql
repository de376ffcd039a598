-- insert
INSERT INTO "in_app_message"("id", "uid", "recipient_id", "invite_uid", "title", "snippet", "body",
  "published", "always_display_as_new", "valid_from", "valid_until")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
RETURNING "id";
-- $1 text, $2 integer, $3 text, $4 text, $5 text, $6 text, $7 boolean, $8 boolean, $9 timestamp with time zone, $10 timestamp with time zone

-- listAnnouncements
SELECT "InAppMessageEntity"."id" AS "InAppMessageEntity_id",
  "InAppMessageEntity"."uid" AS "InAppMessageEntity_uid",
  "InAppMessageEntity"."recipient_id" AS "InAppMessageEntity_recipient_id",
  "InAppMessageEntity"."invite_uid" AS "InAppMessageEntity_invite_uid",
  "InAppMessageEntity"."title" AS "InAppMessageEntity_title",
  "InAppMessageEntity"."snippet" AS "InAppMessageEntity_snippet",
  "InAppMessageEntity"."body" AS "InAppMessageEntity_body",
  "InAppMessageEntity"."published" AS "InAppMessageEntity_published",
  "InAppMessageEntity"."always_display_as_new" AS "InAppMessageEntity_always_display_as_new",
  "InAppMessageEntity"."valid_from" AS "InAppMessageEntity_valid_from",
  "InAppMessageEntity"."valid_until" AS "InAppMessageEntity_valid_until"
FROM "in_app_message" "InAppMessageEntity"
WHERE (("InAppMessageEntity"."recipient_id" IS NULL) AND ("InAppMessageEntity"."valid_until" > $1))
ORDER BY "InAppMessageEntity"."valid_from" DESC, "InAppMessageEntity"."id" DESC
LIMIT 10
OFFSET 20;
-- $1 timestamp with time zone
SELECT COUNT(1) AS "cnt"
FROM "in_app_message" "InAppMessageEntity"
WHERE (("InAppMessageEntity"."recipient_id" IS NULL) AND ("InAppMessageEntity"."valid_until" > $1));
-- $1 timestamp with time zone

-- end
UPDATE "in_app_message"
SET "valid_until" = $1
WHERE ("uid" = $2 AND "recipient_id" IS NULL AND "valid_until" > $3);
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
