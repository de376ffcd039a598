-- questionPaths
SELECT question ->> '$xpath' AS path
FROM asset
CROSS JOIN json_array_elements(content -> 'survey') WITH ORDINALITY AS row(question, place)
WHERE asset.id = $1
  AND question ->> '$xpath' IS NOT NULL
  AND question ->> 'type' !~ '^(begin|end)[_ ]'
ORDER BY place;
-- $1 integer

-- questionPathsIn
SELECT question ->> '$xpath' AS path
FROM asset
CROSS JOIN json_array_elements(content -> 'survey') WITH ORDINALITY AS row(question, place)
WHERE asset.id = $1
  AND question ->> '$xpath' IS NOT NULL
  AND question ->> 'type' !~ '^(begin|end)[_ ]'
ORDER BY place;
-- $1 integer

-- set
UPDATE asset
SET data_sharing = $2
WHERE id = $1;
-- $1 integer, $2 jsonb

-- find
SELECT id, uid, name, data_sharing AS "dataSharing"
FROM asset
WHERE uid = $1
  AND date_deleted IS NULL;
-- $1 text
