-- note
INSERT INTO answer_index AS noted (asset_id, path, kind, last_used)
SELECT DISTINCT $1::int, path, kind, $2::date
FROM unnest($3::text[], $4::text[]) AS compared (path, kind)
ON CONFLICT (asset_id, path, kind)
DO UPDATE SET last_used = excluded.last_used
WHERE noted.last_used < excluded.last_used;
-- $1 integer, $2 date, $3 text[], $4 text[]

-- maintain
SELECT pg_try_advisory_lock($1) AS free;
-- $1 bigint
UPDATE answer_index
SET scans = used.idx_scan, last_used = $1
FROM pg_stat_user_indexes AS used
WHERE used.schemaname = current_schema()
  AND used.indexrelname = 'answers_' || asset_id || '_' || left(md5(kind || ':' || path), 12)
  AND used.idx_scan <> scans;
-- $1 date
DELETE FROM answer_index
WHERE last_used < $1;
-- $1 date
SELECT asset_id AS "assetId", path, kind, 'answers_' || asset_id || '_' || left(md5(kind || ':' || path),
  12) AS name
FROM (
  SELECT *, row_number() OVER (PARTITION BY asset_id ORDER BY last_used DESC, path, kind) AS place
  FROM answer_index
) AS noted
WHERE place <= $1
  AND ( coalesce((
    SELECT total.submissions
    FROM submission_total total
    WHERE total.asset_id = noted.asset_id
  ), 0) + coalesce((
    SELECT sum(tally.submissions)
    FROM submission_tally tally
    WHERE tally.asset_id = noted.asset_id
      AND tally.slot >= 0
  ), 0))::int >= $2
ORDER BY asset_id, place;
-- $1 bigint, $2 integer
SELECT c.relname::text AS name, i.indisvalid AS "isValid"
FROM pg_index i
JOIN pg_class c ON c.oid = i.indexrelid
WHERE c.relnamespace = current_schema()::regnamespace
  AND c.relname ~ $1;
-- $1 text
SELECT min(tableoid)::regclass::text AS partition, bool_or(answers ? $2) AS "isAnswered"
FROM (
  SELECT tableoid, answers
  FROM submission
  WHERE asset_id = $1
  ORDER BY id DESC
  LIMIT $3
) AS newest;
-- $1 integer, $2 text, $3 bigint
DELETE FROM answer_index
WHERE asset_id = $1
  AND path = $2;
-- $1 integer, $2 text
