-- isLocked
SELECT
FROM pg_locks
WHERE locktype = 'advisory'
  AND objid = $1
  AND classid = 0
  AND granted
  AND database = (
    SELECT oid
    FROM pg_database
    WHERE datname = current_database()
  );
-- $1 oid
