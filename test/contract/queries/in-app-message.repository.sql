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

-- list
SELECT m.uid, m.title, m.snippet, m.body, m.always_display_as_new AS "alwaysDisplayAsNew",
  m.invite_uid AS "inviteUid", coalesce(i.interactions, '{}') AS interactions
FROM in_app_message m
LEFT JOIN in_app_message_interaction i ON i.message_id = m.id AND i.user_id = $1
WHERE m.published
  AND m.valid_from <= $2
  AND m.valid_until > $2
  AND (m.recipient_id IS NULL OR m.recipient_id = $1)
ORDER BY m.valid_from DESC, m.id DESC
LIMIT $3
OFFSET $4;
-- $1 integer, $2 timestamp with time zone, $3 bigint, $4 bigint
SELECT count(*)::integer AS count
FROM in_app_message m
WHERE m.published
  AND m.valid_from <= $2
  AND m.valid_until > $2
  AND (m.recipient_id IS NULL OR m.recipient_id = $1);
-- $1 integer, $2 timestamp with time zone

-- find
SELECT m.uid, m.title, m.snippet, m.body, m.always_display_as_new AS "alwaysDisplayAsNew",
  m.invite_uid AS "inviteUid", coalesce(i.interactions, '{}') AS interactions
FROM in_app_message m
LEFT JOIN in_app_message_interaction i ON i.message_id = m.id AND i.user_id = $1
WHERE m.published
  AND m.valid_from <= $2
  AND m.valid_until > $2
  AND (m.recipient_id IS NULL OR m.recipient_id = $1)
  AND m.uid = $3;
-- $1 integer, $2 timestamp with time zone, $3 text

-- mergeInteractions
INSERT INTO in_app_message_interaction AS i (message_id, user_id, interactions)
SELECT m.id, $1, $4::jsonb
FROM in_app_message m
WHERE m.published
  AND m.valid_from <= $2
  AND m.valid_until > $2
  AND (m.recipient_id IS NULL OR m.recipient_id = $1)
  AND m.uid = $3
ON CONFLICT (message_id, user_id)
DO UPDATE SET interactions = i.interactions || excluded.interactions;
-- $1 integer, $2 timestamp with time zone, $3 text, $4 jsonb
