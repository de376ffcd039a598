-- look
SELECT pg_current_snapshot()::text AS snapshot, assets_changed($1, $2, $3) AS "hasChanged";
-- $1 pg_snapshot, $2 integer[], $3 boolean

-- forget
WITH gone AS (
  DELETE FROM asset_change
  WHERE transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
) INSERT INTO instance_setting (name, value)
VALUES ($1, pg_snapshot_xmin(pg_current_snapshot())::text)
ON CONFLICT ON CONSTRAINT instance_setting_pk
DO UPDATE SET value = excluded.value;
-- $1 text
