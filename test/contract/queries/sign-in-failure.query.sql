-- add
INSERT INTO sign_in_failure AS kept (name, failures, date_ends)
SELECT name, 1, $3
FROM unnest($1::text[]) AS name
ORDER BY name
ON CONFLICT (name)
DO UPDATE SET failures = CASE WHEN kept.date_ends > $2 THEN kept.failures + 1 ELSE 1 END,
  date_ends = CASE WHEN kept.date_ends > $2 THEN kept.date_ends ELSE excluded.date_ends END
RETURNING name, failures, date_ends AS ends;
-- $1 text[], $2 timestamp with time zone, $3 timestamp with time zone
