-- list
SELECT "delivery"."id" AS "delivery_id", "delivery"."uid" AS "delivery_uid",
  "delivery"."hook_id" AS "delivery_hook_id", "delivery"."asset_id" AS "delivery_asset_id",
  "delivery"."submission_id" AS "delivery_submission_id", "delivery"."cause" AS "delivery_cause",
  "delivery"."status" AS "delivery_status", "delivery"."tries" AS "delivery_tries",
  "delivery"."status_code" AS "delivery_status_code", "delivery"."message" AS "delivery_message",
  "delivery"."date_due" AS "delivery_date_due", "delivery"."date_modified" AS "delivery_date_modified"
FROM "hook_delivery" "delivery"
WHERE "delivery"."hook_id" = $1
ORDER BY "delivery"."id" DESC
LIMIT 10
OFFSET 20;
-- $1 integer
SELECT COUNT(1) AS "cnt"
FROM "hook_delivery" "delivery"
WHERE "delivery"."hook_id" = $1;
-- $1 integer

-- list
SELECT "delivery"."id" AS "delivery_id", "delivery"."uid" AS "delivery_uid",
  "delivery"."hook_id" AS "delivery_hook_id", "delivery"."asset_id" AS "delivery_asset_id",
  "delivery"."submission_id" AS "delivery_submission_id", "delivery"."cause" AS "delivery_cause",
  "delivery"."status" AS "delivery_status", "delivery"."tries" AS "delivery_tries",
  "delivery"."status_code" AS "delivery_status_code", "delivery"."message" AS "delivery_message",
  "delivery"."date_due" AS "delivery_date_due", "delivery"."date_modified" AS "delivery_date_modified"
FROM "hook_delivery" "delivery"
WHERE "delivery"."hook_id" = $1
  AND "delivery"."status" = $2
  AND "delivery"."date_modified" >= $3
  AND "delivery"."date_modified" < $4
ORDER BY "delivery"."id" DESC
LIMIT 10
OFFSET 20;
-- $1 integer, $2 smallint, $3 timestamp with time zone, $4 timestamp with time zone
SELECT COUNT(1) AS "cnt"
FROM "hook_delivery" "delivery"
WHERE "delivery"."hook_id" = $1
  AND "delivery"."status" = $2
  AND "delivery"."date_modified" >= $3
  AND "delivery"."date_modified" < $4;
-- $1 integer, $2 smallint, $3 timestamp with time zone, $4 timestamp with time zone

-- find
SELECT "HookDeliveryEntity"."id" AS "HookDeliveryEntity_id",
  "HookDeliveryEntity"."uid" AS "HookDeliveryEntity_uid",
  "HookDeliveryEntity"."hook_id" AS "HookDeliveryEntity_hook_id",
  "HookDeliveryEntity"."asset_id" AS "HookDeliveryEntity_asset_id",
  "HookDeliveryEntity"."submission_id" AS "HookDeliveryEntity_submission_id",
  "HookDeliveryEntity"."cause" AS "HookDeliveryEntity_cause",
  "HookDeliveryEntity"."status" AS "HookDeliveryEntity_status",
  "HookDeliveryEntity"."tries" AS "HookDeliveryEntity_tries",
  "HookDeliveryEntity"."status_code" AS "HookDeliveryEntity_status_code",
  "HookDeliveryEntity"."message" AS "HookDeliveryEntity_message",
  "HookDeliveryEntity"."date_due" AS "HookDeliveryEntity_date_due",
  "HookDeliveryEntity"."date_modified" AS "HookDeliveryEntity_date_modified"
FROM "hook_delivery" "HookDeliveryEntity"
WHERE (("HookDeliveryEntity"."hook_id" = $1) AND ("HookDeliveryEntity"."uid" = $2))
LIMIT 1;
-- $1 integer, $2 text

-- counts
SELECT "delivery"."hook_id" AS "hookId", "delivery"."status" AS "status", count(*)::int AS "count"
FROM "hook_delivery" "delivery"
WHERE "delivery"."hook_id" = ANY($1)
GROUP BY "delivery"."hook_id", "delivery"."status";
-- $1 integer[]
