-- reuse
UPDATE "asset_snapshot"
SET "date_used" = $1
WHERE "version_id" = $2
RETURNING "uid";
-- $1 timestamp with time zone, $2 integer

-- insert
INSERT INTO "asset_snapshot" AS "AssetSnapshotEntity"("id", "uid", "owner_id", "asset_id", "version_id",
  "source", "xml", "warnings", "date_created", "date_used")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT, convert_from($5, 'UTF8'), $6, $7, $8)
ON CONFLICT ON CONSTRAINT "asset_snapshot_version_key"
DO UPDATE SET "date_used" = EXCLUDED."date_used"
RETURNING "uid", "id";
-- $1 text, $2 integer, $3 integer, $4 integer, $5 bytea, $6 text[], $7 timestamp with time zone, $8 timestamp with time zone

-- insert
INSERT INTO "asset_snapshot" AS "AssetSnapshotEntity"("id", "uid", "owner_id", "asset_id", "version_id",
  "source", "xml", "warnings", "date_created", "date_used")
VALUES (DEFAULT, $1, $2, $3, $4, convert_from($5, 'UTF8')::json, convert_from($6, 'UTF8'), $7, $8, $9)
ON CONFLICT ON CONSTRAINT "asset_snapshot_version_key"
DO UPDATE SET "date_used" = EXCLUDED."date_used"
RETURNING "uid", "id";
-- $1 text, $2 integer, $3 integer, $4 integer, $5 bytea, $6 bytea, $7 text[], $8 timestamp with time zone, $9 timestamp with time zone

-- remove
DELETE FROM "asset_snapshot"
WHERE "uid" = $1;
-- $1 text
