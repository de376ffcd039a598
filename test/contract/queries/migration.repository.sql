-- ensureSource
INSERT INTO "migration_source" AS "MigrationSourceEntity"("id", "name", "date_created", "date_finished",
  "report")
VALUES (DEFAULT, $1, $2, DEFAULT, DEFAULT)
ON CONFLICT DO NOTHING
RETURNING "id";
-- $1 text, $2 timestamp with time zone
SELECT "MigrationSourceEntity"."id" AS "MigrationSourceEntity_id",
  "MigrationSourceEntity"."name" AS "MigrationSourceEntity_name",
  "MigrationSourceEntity"."date_created" AS "MigrationSourceEntity_date_created",
  "MigrationSourceEntity"."date_finished" AS "MigrationSourceEntity_date_finished",
  "MigrationSourceEntity"."report" AS "MigrationSourceEntity_report"
FROM "migration_source" "MigrationSourceEntity"
WHERE (("MigrationSourceEntity"."name" = $1))
LIMIT 1;
-- $1 text

-- storeReport
UPDATE "migration_source"
SET "date_finished" = $1, "report" = $2
WHERE "id" = $3;
-- $1 timestamp with time zone, $2 jsonb, $3 integer

-- listAssets
SELECT "migrated"."complete" AS "complete", "asset"."id" AS "assetId", "asset"."uid" AS "uid",
  "asset"."name" AS "name", "asset"."owner_id" AS "ownerId"
FROM "migrated_asset" "migrated"
INNER JOIN "asset" "asset" ON "asset"."id" = "migrated"."asset_id" AND "asset"."date_deleted" IS NULL
WHERE "migrated"."source_id" = $1
ORDER BY "asset"."id" ASC;
-- $1 integer

-- assetIds
SELECT "asset"."id" AS "assetId", "asset"."uid" AS "uid"
FROM "migrated_asset" "migrated"
INNER JOIN "asset" "asset" ON "asset"."id" = "migrated"."asset_id" AND "asset"."date_deleted" IS NULL
WHERE "asset"."uid" IN ($1);
-- $1 text

-- saveAsset
INSERT INTO "migrated_asset"("asset_id", "source_id", "complete", "date_modified")
VALUES ($1, $2, $3, $4)
ON CONFLICT ( "asset_id" )
DO UPDATE SET "asset_id" = EXCLUDED."asset_id", "source_id" = EXCLUDED."source_id",
  "complete" = EXCLUDED."complete", "date_modified" = EXCLUDED."date_modified"
RETURNING "complete";
-- $1 integer, $2 integer, $3 boolean, $4 timestamp with time zone

-- setComplete
UPDATE "migrated_asset"
SET "complete" = $1, "date_modified" = $2
WHERE "asset_id" = $3;
-- $1 boolean, $2 timestamp with time zone, $3 integer

-- listBetween
SELECT "MigratedSubmissionEntity"."asset_id" AS "MigratedSubmissionEntity_asset_id",
  "MigratedSubmissionEntity"."submission_id" AS "MigratedSubmissionEntity_submission_id",
  "MigratedSubmissionEntity"."source_submission_id" AS "MigratedSubmissionEntity_source_submission_id",
  "MigratedSubmissionEntity"."fingerprint" AS "MigratedSubmissionEntity_fingerprint"
FROM "migrated_submission" "MigratedSubmissionEntity"
WHERE (("MigratedSubmissionEntity"."asset_id" = $1)
  AND ("MigratedSubmissionEntity"."source_submission_id" BETWEEN $2 AND $3));
-- $1 integer, $2 bigint, $3 bigint

-- saveSubmissions
DELETE FROM "migrated_submission"
WHERE ("asset_id" = $1 AND "source_submission_id" IN ($2));
-- $1 integer, $2 bigint
INSERT INTO "migrated_submission"("asset_id", "submission_id", "source_submission_id", "fingerprint")
VALUES ($1, $2, $3, $4);
-- $1 integer, $2 bigint, $3 bigint, $4 bytea
