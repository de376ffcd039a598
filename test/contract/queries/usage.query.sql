-- count
SELECT count(*)::int AS count
FROM asset
WHERE owner_id = $1
  AND date_deleted IS NULL
  AND asset_type <> 'empty';
-- $1 integer

-- list
SELECT a.uid, a.name, coalesce((
  SELECT sum(f.byte_size)
  FROM attachment f
  WHERE f.asset_id = a.id
    AND f.date_dropped IS NULL
    AND f.date_deleted IS NULL
), 0)::bigint AS "storageBytes", coalesce((
  SELECT sum(t.submissions)
  FROM submission_tally t
  WHERE t.asset_id = a.id
    AND t.day >= $2::date
), 0)::int AS "currentPeriod", ( coalesce((
  SELECT t.submissions
  FROM submission_total t
  WHERE t.asset_id = a.id
), 0) + coalesce((
  SELECT sum(t.submissions)
  FROM submission_tally t
  WHERE t.asset_id = a.id
    AND t.slot >= 0
), 0))::int AS "allTime", a.asset_type AS "assetType", d.active
FROM asset a
LEFT JOIN deployment d ON d.asset_id = a.id
WHERE a.owner_id = $1
  AND a.date_deleted IS NULL
  AND a.asset_type <> 'empty'
ORDER BY a.id
LIMIT $3
OFFSET $4;
-- $1 integer, $2 date, $3 bigint, $4 bigint

-- total
SELECT coalesce(sum(each.bytes) FILTER (WHERE NOT each.deleted), 0)::bigint AS "storageBytes",
  coalesce(sum(each.current_period), 0)::int AS "currentPeriod", coalesce(sum(each.all_time),
  0)::int AS "allTime"
FROM (
  SELECT a.date_deleted IS NOT NULL AS deleted, coalesce((
    SELECT sum(f.byte_size)
    FROM attachment f
    WHERE f.asset_id = a.id
      AND f.date_dropped IS NULL
      AND f.date_deleted IS NULL
  ), 0)::bigint AS bytes, coalesce((
    SELECT sum(t.submissions)
    FROM submission_tally t
    WHERE t.asset_id = a.id
      AND t.day >= $2::date
  ), 0)::int AS current_period, ( coalesce((
    SELECT t.submissions
    FROM submission_total t
    WHERE t.asset_id = a.id
  ), 0) + coalesce((
    SELECT sum(t.submissions)
    FROM submission_tally t
    WHERE t.asset_id = a.id
      AND t.slot >= 0
  ), 0))::int AS all_time
  FROM asset a
  WHERE a.owner_id = $1
) AS each;
-- $1 integer, $2 date
