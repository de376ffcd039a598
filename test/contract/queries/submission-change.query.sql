-- record
INSERT INTO submission_change (asset_id, transaction_id, submission_id, kind, date_changed)
SELECT $1, pg_current_xact_id()::text::bigint, id, $3, $4
FROM unnest($2::bigint[]) AS id;
-- $1 integer, $2 bigint[], $3 text, $4 timestamp with time zone
