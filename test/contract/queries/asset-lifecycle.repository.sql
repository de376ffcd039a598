-- lock
SELECT a.id, a.uid, a.asset_type AS "assetType", a.owner_id AS "ownerId", a.created_by AS "createdBy",
  d.active, ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = a.id
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = a.id
    AND tally.slot >= 0
), 0))::int > 0 AS "hasSubmissions"
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
WHERE a.id = ANY($1::int[])
  AND a.date_deleted IS NULL
ORDER BY a.id
FOR UPDATE OF a;
-- $1 integer[]

-- findAbandoned
SELECT id
FROM asset
WHERE asset_type = 'empty'
  AND date_created < $1
  AND date_deleted IS NULL
ORDER BY date_created
LIMIT 1000;
-- $1 timestamp with time zone

-- abandon
UPDATE asset
SET is_purging = true, date_deleted = coalesce(date_deleted, $2)
WHERE id = $1
  AND asset_type = 'empty'
RETURNING id;
-- $1 integer, $2 timestamp with time zone

-- idsOwnedBy
SELECT id
FROM asset
WHERE owner_id = $1
  AND date_deleted IS NULL;
-- $1 integer

-- lockRestorable
SELECT id
FROM asset
WHERE ($1::text[] IS NULL OR uid = ANY($1))
  AND ($2::int IS NULL OR owner_id = $2)
  AND date_deleted IS NOT NULL
  AND NOT is_purging
ORDER BY id
FOR UPDATE;
-- $1 text[], $2 integer

-- anyDeleted
SELECT 1
FROM asset
WHERE uid = ANY($1::text[])
  AND date_deleted IS NOT NULL
LIMIT 1;
-- $1 text[]

-- setActive
UPDATE deployment
SET active = $2, date_modified = $3
WHERE asset_id = ANY($1::int[]);
-- $1 integer[], $2 boolean, $3 timestamp with time zone
UPDATE asset
SET date_modified = $2
WHERE id = ANY($1::int[]);
-- $1 integer[], $2 timestamp with time zone

-- softDelete
UPDATE asset
SET date_deleted = $2, date_modified = $2
WHERE id = ANY($1::int[]);
-- $1 integer[], $2 timestamp with time zone

-- restore
UPDATE asset
SET date_deleted = NULL, date_modified = $2
WHERE id = ANY($1::int[]);
-- $1 integer[], $2 timestamp with time zone
UPDATE deployment
SET active = $2, date_modified = $3
WHERE asset_id = ANY($1::int[]);
-- $1 integer[], $2 boolean, $3 timestamp with time zone
UPDATE asset
SET date_modified = $2
WHERE id = ANY($1::int[]);
-- $1 integer[], $2 timestamp with time zone

-- findPurgeable
SELECT id
FROM asset
WHERE date_deleted IS NOT NULL
  AND (date_deleted < $1 OR is_purging)
ORDER BY date_deleted
LIMIT 1000;
-- $1 timestamp with time zone

-- beginPurge
UPDATE asset
SET is_purging = true
WHERE id = $1
  AND (date_deleted < $2 OR is_purging)
RETURNING id;
-- $1 integer, $2 timestamp with time zone

-- detachChildren
UPDATE asset
SET parent_id = NULL
WHERE parent_id = $1
RETURNING id;
-- $1 integer

-- hardDelete
DELETE FROM submission
WHERE asset_id = $1;
-- $1 integer
DELETE FROM attachment
WHERE asset_id = $1;
-- $1 integer
DELETE FROM submission_history
WHERE asset_id = $1;
-- $1 integer
DELETE FROM submission_change
WHERE asset_id = $1;
-- $1 integer
DELETE FROM supplement_version
WHERE asset_id = $1;
-- $1 integer
DELETE FROM submission_note
WHERE asset_id = $1;
-- $1 integer
DELETE FROM migrated_submission
WHERE asset_id = $1;
-- $1 integer
DELETE FROM deleted_submission
WHERE asset_id = $1;
-- $1 integer
DELETE FROM deleted_submission_part
WHERE asset_id = $1;
-- $1 integer
DELETE FROM asset
WHERE id = $1
  AND is_purging;
-- $1 integer
