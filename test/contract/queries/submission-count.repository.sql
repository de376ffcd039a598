-- listUnfolded
SELECT DISTINCT asset_id AS "assetId"
FROM submission_tally
WHERE slot >= 0
  AND day < $1::date
ORDER BY asset_id
LIMIT 500;
-- $1 date

-- fold
WITH folded AS (
  DELETE FROM submission_tally
  WHERE asset_id = $1
    AND slot >= 0
    AND day < $2::date
  RETURNING day, submissions, last_submitted, first_id, last_id
), days AS (
  INSERT INTO submission_tally AS t (asset_id, day, slot, submissions, last_submitted, first_id, last_id)
  SELECT $1, day, -1, sum(submissions), max(last_submitted), min(first_id), max(last_id)
  FROM folded
  GROUP BY day
  ON CONFLICT ON CONSTRAINT submission_tally_pk
  DO UPDATE SET submissions = t.submissions + excluded.submissions,
    last_submitted = greatest(t.last_submitted, excluded.last_submitted), first_id = least(t.first_id,
    excluded.first_id), last_id = greatest(t.last_id, excluded.last_id)
) INSERT INTO submission_total AS t (asset_id, submissions, last_submitted)
SELECT $1, sum(submissions), max(last_submitted)
FROM folded
HAVING count(*) > 0
ON CONFLICT ON CONSTRAINT submission_total_pk
DO UPDATE SET submissions = t.submissions + excluded.submissions, last_submitted = greatest(t.last_submitted,
  excluded.last_submitted);
-- $1 integer, $2 date
