-- next
WITH next AS (
  SELECT id
  FROM submission
  WHERE asset_id = $1
  ORDER BY id
  LIMIT 1000
)
SELECT (
  SELECT array_agg(id)
  FROM next
) AS ids, (
  SELECT array_agg(DISTINCT sha256)
  FROM attachment
  WHERE asset_id = $1
    AND submission_id IN (
      SELECT id
      FROM next
    )
) AS sha256s;
-- $1 integer

-- removeChanges
DELETE FROM submission_change
WHERE asset_id = $1
  AND (asset_id, transaction_id, submission_id) IN (
    SELECT asset_id, transaction_id, submission_id
    FROM submission_change
    WHERE asset_id = $1
    LIMIT 1000
  );
-- $1 integer
