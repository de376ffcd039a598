-- count
SELECT count(*)::int AS count
FROM asset
WHERE owner_id = $1
  AND date_deleted IS NULL
  AND asset_type <> 'empty';
-- $1 integer

-- list
SELECT a.id, a.uid, a.name, coalesce((
  SELECT sum(t.submissions)
  FROM submission_tally t
  WHERE t.asset_id = a.id
    AND t.day >= $2::date
), 0)::int AS "currentPeriod", ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = a.id
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = a.id
    AND tally.slot >= 0
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
SELECT asset_id AS "assetId", sum(byte_size)::bigint AS bytes
FROM attachment
WHERE asset_id = ANY ($1::int[])
  AND date_dropped IS NULL
  AND date_deleted IS NULL
GROUP BY asset_id;
-- $1 integer[]

-- total
SELECT coalesce(array_agg(a.id) FILTER (WHERE a.date_deleted IS NULL), '{}') AS ids, coalesce(sum(coalesce((
  SELECT sum(t.submissions)
  FROM submission_tally t
  WHERE t.asset_id = a.id
    AND t.day >= $2::date
), 0)::int), 0)::int AS "currentPeriod", coalesce(sum(( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = a.id
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = a.id
    AND tally.slot >= 0
), 0))::int), 0)::int AS "allTime"
FROM asset a
WHERE a.owner_id = $1;
-- $1 integer, $2 date
SELECT asset_id AS "assetId", sum(byte_size)::bigint AS bytes
FROM attachment
WHERE asset_id = ANY ($1::int[])
  AND date_dropped IS NULL
  AND date_deleted IS NULL
GROUP BY asset_id;
-- $1 integer[]
