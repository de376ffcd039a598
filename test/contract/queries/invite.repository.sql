-- findOwnedAssets
SELECT "AssetEntity"."id" AS "AssetEntity_id", "AssetEntity"."uid" AS "AssetEntity_uid",
  "AssetEntity"."name" AS "AssetEntity_name"
FROM "asset" "AssetEntity"
WHERE (("AssetEntity"."owner_id" = $1) AND ("AssetEntity"."uid" IN ($2))
  AND ("AssetEntity"."date_deleted" IS NULL));
-- $1 integer, $2 text

-- findPendingAssetUids
SELECT "asset"."uid" AS "uid"
FROM "ownership_transfer" "transfer"
INNER JOIN "asset" "asset" ON "asset"."id" = "transfer"."asset_id"
WHERE ("transfer"."asset_id" IN ($1) AND "transfer"."status" = $2);
-- $1 integer, $2 text

-- insert
INSERT INTO "ownership_invite"("id", "uid", "sender_id", "recipient_id", "status", "date_created",
  "date_modified")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6)
RETURNING "id";
-- $1 text, $2 integer, $3 integer, $4 text, $5 timestamp with time zone, $6 timestamp with time zone
INSERT INTO "ownership_transfer"("id", "uid", "invite_id", "asset_id", "status", "error", "date_modified")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT, $5)
RETURNING "id";
-- $1 text, $2 integer, $3 integer, $4 text, $5 timestamp with time zone

-- list
SELECT COUNT(DISTINCT("invite"."id")) AS "cnt"
FROM "ownership_invite" "invite"
INNER JOIN "app_user" "sender" ON "sender"."id" = "invite"."sender_id"
INNER JOIN "app_user" "recipient" ON "recipient"."id" = "invite"."recipient_id"
WHERE "invite"."sender_id" = $1 OR "invite"."recipient_id" = $1;
-- $1 integer
SELECT "invite"."id" AS "id", "invite"."uid" AS "uid", "invite"."sender_id" AS "senderId",
  "invite"."recipient_id" AS "recipientId", "invite"."status" AS "status",
  "invite"."date_created" AS "dateCreated", "invite"."date_modified" AS "dateModified",
  "sender"."username" AS "sender", "recipient"."username" AS "recipient"
FROM "ownership_invite" "invite"
INNER JOIN "app_user" "sender" ON "sender"."id" = "invite"."sender_id"
INNER JOIN "app_user" "recipient" ON "recipient"."id" = "invite"."recipient_id"
WHERE "invite"."sender_id" = $1 OR "invite"."recipient_id" = $1
ORDER BY "invite"."id" DESC
LIMIT 10
OFFSET 20;
-- $1 integer

-- list
SELECT COUNT(DISTINCT("invite"."id")) AS "cnt"
FROM "ownership_invite" "invite"
INNER JOIN "app_user" "sender" ON "sender"."id" = "invite"."sender_id"
INNER JOIN "app_user" "recipient" ON "recipient"."id" = "invite"."recipient_id"
WHERE "invite"."sender_id" = $1;
-- $1 integer
SELECT "invite"."id" AS "id", "invite"."uid" AS "uid", "invite"."sender_id" AS "senderId",
  "invite"."recipient_id" AS "recipientId", "invite"."status" AS "status",
  "invite"."date_created" AS "dateCreated", "invite"."date_modified" AS "dateModified",
  "sender"."username" AS "sender", "recipient"."username" AS "recipient"
FROM "ownership_invite" "invite"
INNER JOIN "app_user" "sender" ON "sender"."id" = "invite"."sender_id"
INNER JOIN "app_user" "recipient" ON "recipient"."id" = "invite"."recipient_id"
WHERE "invite"."sender_id" = $1
ORDER BY "invite"."id" DESC
LIMIT 10
OFFSET 20;
-- $1 integer

-- list
SELECT COUNT(DISTINCT("invite"."id")) AS "cnt"
FROM "ownership_invite" "invite"
INNER JOIN "app_user" "sender" ON "sender"."id" = "invite"."sender_id"
INNER JOIN "app_user" "recipient" ON "recipient"."id" = "invite"."recipient_id"
WHERE "invite"."recipient_id" = $1;
-- $1 integer
SELECT "invite"."id" AS "id", "invite"."uid" AS "uid", "invite"."sender_id" AS "senderId",
  "invite"."recipient_id" AS "recipientId", "invite"."status" AS "status",
  "invite"."date_created" AS "dateCreated", "invite"."date_modified" AS "dateModified",
  "sender"."username" AS "sender", "recipient"."username" AS "recipient"
FROM "ownership_invite" "invite"
INNER JOIN "app_user" "sender" ON "sender"."id" = "invite"."sender_id"
INNER JOIN "app_user" "recipient" ON "recipient"."id" = "invite"."recipient_id"
WHERE "invite"."recipient_id" = $1
ORDER BY "invite"."id" DESC
LIMIT 10
OFFSET 20;
-- $1 integer

-- find
SELECT "invite"."id" AS "id", "invite"."uid" AS "uid", "invite"."sender_id" AS "senderId",
  "invite"."recipient_id" AS "recipientId", "invite"."status" AS "status",
  "invite"."date_created" AS "dateCreated", "invite"."date_modified" AS "dateModified",
  "sender"."username" AS "sender", "recipient"."username" AS "recipient"
FROM "ownership_invite" "invite"
INNER JOIN "app_user" "sender" ON "sender"."id" = "invite"."sender_id"
INNER JOIN "app_user" "recipient" ON "recipient"."id" = "invite"."recipient_id"
WHERE "invite"."uid" = $1
  AND ("invite"."sender_id" = $2 OR "invite"."recipient_id" = $2);
-- $1 text, $2 integer

-- listPending
SELECT "invite"."id" AS "id", "invite"."uid" AS "uid", "invite"."sender_id" AS "senderId",
  "invite"."recipient_id" AS "recipientId", "invite"."status" AS "status",
  "invite"."date_created" AS "dateCreated", "invite"."date_modified" AS "dateModified",
  "sender"."username" AS "sender", "recipient"."username" AS "recipient"
FROM "ownership_invite" "invite"
INNER JOIN "app_user" "sender" ON "sender"."id" = "invite"."sender_id"
INNER JOIN "app_user" "recipient" ON "recipient"."id" = "invite"."recipient_id"
WHERE "invite"."id" IN (
  SELECT "transfer"."invite_id" AS "transfer_invite_id"
  FROM "ownership_transfer" "transfer"
  WHERE "transfer"."status" = 'pending'
    AND "transfer"."asset_id" = ANY($1)
)
ORDER BY "invite"."id" ASC;
-- $1 integer[]

-- listTransfers
SELECT "transfer"."uid" AS "uid", "transfer"."invite_id" AS "inviteId", "transfer"."asset_id" AS "assetId",
  "transfer"."status" AS "status", "transfer"."error" AS "error",
  "transfer"."date_modified" AS "dateModified", "asset"."uid" AS "assetUid", "asset"."name" AS "assetName"
FROM "ownership_transfer" "transfer"
INNER JOIN "asset" "asset" ON "asset"."id" = "transfer"."asset_id"
WHERE "transfer"."invite_id" IN ($1)
ORDER BY "transfer"."id" ASC;
-- $1 integer

-- listTransfersInTransaction
SELECT "transfer"."uid" AS "uid", "transfer"."invite_id" AS "inviteId", "transfer"."asset_id" AS "assetId",
  "transfer"."status" AS "status", "transfer"."error" AS "error",
  "transfer"."date_modified" AS "dateModified", "asset"."uid" AS "assetUid", "asset"."name" AS "assetName"
FROM "ownership_transfer" "transfer"
INNER JOIN "asset" "asset" ON "asset"."id" = "transfer"."asset_id"
WHERE "transfer"."invite_id" IN ($1)
ORDER BY "transfer"."id" ASC;
-- $1 integer

-- lock
SELECT "OwnershipInviteEntity"."id" AS "OwnershipInviteEntity_id",
  "OwnershipInviteEntity"."uid" AS "OwnershipInviteEntity_uid",
  "OwnershipInviteEntity"."sender_id" AS "OwnershipInviteEntity_sender_id",
  "OwnershipInviteEntity"."recipient_id" AS "OwnershipInviteEntity_recipient_id",
  "OwnershipInviteEntity"."status" AS "OwnershipInviteEntity_status",
  "OwnershipInviteEntity"."date_created" AS "OwnershipInviteEntity_date_created",
  "OwnershipInviteEntity"."date_modified" AS "OwnershipInviteEntity_date_modified"
FROM "ownership_invite" "OwnershipInviteEntity"
WHERE (("OwnershipInviteEntity"."id" = $1))
LIMIT 1
FOR UPDATE;
-- $1 integer

-- setStatus
UPDATE "ownership_invite"
SET "status" = $1, "date_modified" = $2
WHERE "id" = $3;
-- $1 text, $2 timestamp with time zone, $3 integer

-- setTransferStatus
UPDATE "ownership_transfer"
SET "status" = $1, "error" = $2, "date_modified" = $3
WHERE ("invite_id" = $4 AND "status" = $5);
-- $1 text, $2 text, $3 timestamp with time zone, $4 integer, $5 text

-- setTransferStatus
UPDATE "ownership_transfer"
SET "status" = $1, "error" = $2, "date_modified" = $3
WHERE ("invite_id" = $4 AND "asset_id" = $5 AND "status" = $6);
-- $1 text, $2 text, $3 timestamp with time zone, $4 integer, $5 integer, $6 text

-- transferOwnership
UPDATE "asset"
SET "owner_id" = $1
WHERE ("id" = $2 AND "owner_id" = $3 AND "date_deleted" IS NULL)
RETURNING "id", "asset_type";
-- $1 integer, $2 integer, $3 integer

-- remove
DELETE FROM "ownership_invite"
WHERE "id" = $1;
-- $1 integer

-- listExpired
SELECT "OwnershipInviteEntity"."id" AS "OwnershipInviteEntity_id"
FROM "ownership_invite" "OwnershipInviteEntity"
WHERE (("OwnershipInviteEntity"."status" = $1) AND ("OwnershipInviteEntity"."date_created" < $2))
ORDER BY "OwnershipInviteEntity_id" ASC
LIMIT 1000;
-- $1 text, $2 timestamp with time zone
