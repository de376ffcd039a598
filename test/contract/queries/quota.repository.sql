-- countSubmissions
SELECT coalesce(sum(count) FILTER (WHERE id = $1), 0)::int AS project, coalesce(sum(count), 0)::int AS owner
FROM (
  SELECT a.id, ( coalesce((
    SELECT total.submissions
    FROM submission_total total
    WHERE total.asset_id = a.id
  ), 0) + coalesce((
    SELECT sum(tally.submissions)
    FROM submission_tally tally
    WHERE tally.asset_id = a.id
      AND tally.slot >= 0
  ), 0))::int AS count
  FROM asset a
  WHERE a.id = $1
    AND $2::int IS NOT NULL
) AS counted;
-- $1 integer, $2 integer

-- countSubmissions
SELECT coalesce(sum(count) FILTER (WHERE id = $1), 0)::int AS project, coalesce(sum(count), 0)::int AS owner
FROM (
  SELECT a.id, ( coalesce((
    SELECT total.submissions
    FROM submission_total total
    WHERE total.asset_id = a.id
  ), 0) + coalesce((
    SELECT sum(tally.submissions)
    FROM submission_tally tally
    WHERE tally.asset_id = a.id
      AND tally.slot >= 0
  ), 0))::int AS count
  FROM asset a
  WHERE a.owner_id = $2
    AND a.date_deleted IS NULL
) AS counted;
-- $1 integer, $2 integer

-- sumFileBytes
SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(sum(bytes) FILTER (WHERE id = $1),
  0)::bigint AS project, coalesce(sum(bytes), 0)::bigint AS owner
FROM (
  SELECT a.id, (
    SELECT sum(f.byte_size)
    FROM asset_file f
    WHERE f.asset_id = a.id
      AND f.date_removed IS NULL
  ) AS bytes
  FROM asset a
  WHERE a.id = $1
    AND $2::int IS NOT NULL
) AS summed;
-- $1 integer, $2 integer
SELECT coalesce(sum(byte_size) FILTER (WHERE asset_id = $1), 0)::bigint AS project, coalesce(sum(byte_size),
  0)::bigint AS owner
FROM attachment
WHERE asset_id = ANY($2::int[])
  AND date_deleted IS NULL;
-- $1 integer, $2 integer[]

-- sumFileBytes
SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(sum(bytes) FILTER (WHERE id = $1),
  0)::bigint AS project, coalesce(sum(bytes), 0)::bigint AS owner
FROM (
  SELECT a.id, (
    SELECT sum(f.byte_size)
    FROM asset_file f
    WHERE f.asset_id = a.id
      AND f.date_removed IS NULL
  ) AS bytes
  FROM asset a
  WHERE a.owner_id = $2
    AND a.date_deleted IS NULL
) AS summed;
-- $1 integer, $2 integer
SELECT coalesce(sum(byte_size) FILTER (WHERE asset_id = $1), 0)::bigint AS project, coalesce(sum(byte_size),
  0)::bigint AS owner
FROM attachment
WHERE asset_id = ANY($2::int[])
  AND date_deleted IS NULL;
-- $1 integer, $2 integer[]

-- countSubmissionsWithin
SELECT coalesce(sum(count) FILTER (WHERE id = $1), 0)::int AS project, coalesce(sum(count), 0)::int AS owner
FROM (
  SELECT a.id, ( coalesce((
    SELECT total.submissions
    FROM submission_total total
    WHERE total.asset_id = a.id
  ), 0) + coalesce((
    SELECT sum(tally.submissions)
    FROM submission_tally tally
    WHERE tally.asset_id = a.id
      AND tally.slot >= 0
  ), 0))::int AS count
  FROM asset a
  WHERE a.owner_id = $2
    AND a.date_deleted IS NULL
) AS counted;
-- $1 integer, $2 integer

-- sumFileBytesWithin
SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(sum(bytes) FILTER (WHERE id = $1),
  0)::bigint AS project, coalesce(sum(bytes), 0)::bigint AS owner
FROM (
  SELECT a.id, (
    SELECT sum(f.byte_size)
    FROM asset_file f
    WHERE f.asset_id = a.id
      AND f.date_removed IS NULL
  ) AS bytes
  FROM asset a
  WHERE a.owner_id = $2
    AND a.date_deleted IS NULL
) AS summed;
-- $1 integer, $2 integer
SELECT coalesce(sum(byte_size) FILTER (WHERE asset_id = $1), 0)::bigint AS project, coalesce(sum(byte_size),
  0)::bigint AS owner
FROM attachment
WHERE asset_id = ANY($2::int[])
  AND date_deleted IS NULL;
-- $1 integer, $2 integer[]
