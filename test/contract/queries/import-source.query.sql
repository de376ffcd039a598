-- read
SELECT octet_length(source) AS length
FROM import_task
WHERE uid = $1;
-- $1 text
