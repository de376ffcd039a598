-- find
SELECT now()::text AS now, content.md5, content.xml IS NULL AS "isLarge"
FROM (VALUES (1)) AS one
LEFT JOIN paired_content content ON content.paired_data_id = $1 AND content.fingerprint = $2
  AND content.date_created > now() - interval '5 minutes';
-- $1 integer, $2 text

-- readXml
SELECT xml
FROM paired_content
WHERE paired_data_id = $1
  AND md5 = $2
  AND xml IS NOT NULL;
-- $1 integer, $2 text

-- publish
INSERT INTO paired_content AS existing (paired_data_id, fingerprint, md5, xml, date_created)
SELECT id, $2, $3, $4, $5::timestamptz
FROM paired_data
WHERE id = $1 FOR KEY SHARE
ON CONFLICT ON CONSTRAINT paired_content_pk
DO UPDATE SET fingerprint = excluded.fingerprint, md5 = excluded.md5, xml = excluded.xml,
  date_created = excluded.date_created
WHERE existing.date_created < excluded.date_created
  AND (existing.fingerprint <> excluded.fingerprint OR existing.date_created <= now() - interval '5 minutes')
RETURNING 1;
-- $1 integer, $2 text, $3 text, $4 text, $5 timestamp with time zone

-- prune
DELETE FROM paired_content
WHERE date_created <= now() - interval '5 minutes';
