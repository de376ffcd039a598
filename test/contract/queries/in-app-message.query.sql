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
