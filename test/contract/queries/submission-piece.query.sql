-- next
SELECT place, text
FROM (
  SELECT p.place, xml AS text,
    sum(pg_column_size(s.xml)) OVER (ORDER BY p.place ROWS UNBOUNDED PRECEDING) - pg_column_size(s.xml) < 2097152 AS fits
  FROM unnest($2::bigint[], $3::int[]) AS p(id, place)
  JOIN submission s ON s.asset_id = $1 AND s.id = p.id
) AS piece
WHERE fits
ORDER BY place;
-- $1 integer, $2 bigint[], $3 integer[]

-- next
SELECT place, text
FROM (
  SELECT p.place, answers::text AS text,
    sum(pg_column_size(s.answers)) OVER (ORDER BY p.place ROWS UNBOUNDED PRECEDING) - pg_column_size(s.answers) < 2097152 AS fits
  FROM unnest($2::bigint[], $3::int[]) AS p(id, place)
  JOIN submission s ON s.asset_id = $1 AND s.id = p.id
) AS piece
WHERE fits
ORDER BY place;
-- $1 integer, $2 bigint[], $3 integer[]

-- next
SELECT place, text
FROM (
  SELECT p.place, json AS text,
    sum(pg_column_size(s.json)) OVER (ORDER BY p.place ROWS UNBOUNDED PRECEDING) - pg_column_size(s.json) < 2097152 AS fits
  FROM unnest($2::bigint[], $3::int[]) AS p(id, place)
  JOIN submission s ON s.asset_id = $1 AND s.id = p.id
) AS piece
WHERE fits
ORDER BY place;
-- $1 integer, $2 bigint[], $3 integer[]
