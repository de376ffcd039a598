-- remove
WITH deleted AS (
  DELETE FROM submission
  WHERE asset_id = $1
    AND id = ANY($2::bigint[])
  RETURNING (date_submitted AT TIME ZONE 'UTC')::date AS day
), counted AS (
  INSERT INTO submission_tally AS t (asset_id, day, slot, submissions, last_submitted)
  SELECT $1, day, pg_backend_pid() % 64, -count(*)::int, NULL
  FROM deleted
  GROUP BY day
  ON CONFLICT ON CONSTRAINT submission_tally_pk
  DO UPDATE SET submissions = t.submissions + excluded.submissions
)
SELECT DISTINCT sha256
FROM attachment
WHERE asset_id = $1
  AND submission_id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
