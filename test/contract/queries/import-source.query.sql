-- read
SELECT octet_length(source) AS length
FROM import_task
WHERE uid = $1;
-- $1 text
SELECT substring(source FROM $2 FOR 1048576) AS piece
FROM import_task
WHERE uid = $1;
-- $1 text, $2 integer
