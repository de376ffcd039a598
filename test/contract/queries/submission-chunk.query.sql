-- next
SELECT ordinal AS index, text
FROM (
  SELECT p.ordinal, xml AS text,
    sum(pg_column_size(s.xml)) OVER (ORDER BY p.ordinal ROWS UNBOUNDED PRECEDING) - pg_column_size(s.xml) < 2097152 AS fits
  FROM unnest($2::bigint[], $3::int[]) AS p(id, ordinal)
  JOIN submission s ON s.asset_id = $1 AND s.id = p.id
) AS chunk
WHERE fits
ORDER BY ordinal;
-- $1 integer, $2 bigint[], $3 integer[]

-- next
SELECT ordinal AS index, text
FROM (
  SELECT p.ordinal, answers::text AS text,
    sum(pg_column_size(s.answers)) OVER (ORDER BY p.ordinal ROWS UNBOUNDED PRECEDING) - pg_column_size(s.answers) < 2097152 AS fits
  FROM unnest($2::bigint[], $3::int[]) AS p(id, ordinal)
  JOIN submission s ON s.asset_id = $1 AND s.id = p.id
) AS chunk
WHERE fits
ORDER BY ordinal;
-- $1 integer, $2 bigint[], $3 integer[]

-- next
SELECT ordinal AS index, text
FROM (
  SELECT p.ordinal, json AS text,
    sum(pg_column_size(s.json)) OVER (ORDER BY p.ordinal ROWS UNBOUNDED PRECEDING) - pg_column_size(s.json) < 2097152 AS fits
  FROM unnest($2::bigint[], $3::int[]) AS p(id, ordinal)
  JOIN submission s ON s.asset_id = $1 AND s.id = p.id
) AS chunk
WHERE fits
ORDER BY ordinal;
-- $1 integer, $2 bigint[], $3 integer[]
