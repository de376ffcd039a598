-- next
SELECT r.asset_id AS "assetId", a.uid AS "assetUid"
FROM submission_rereading r
JOIN asset a ON a.id = r.asset_id AND a.date_deleted IS NULL
ORDER BY r.asset_id
LIMIT 1;

-- lock
SELECT last_id AS "lastId"
FROM submission_rereading
WHERE asset_id = $1
FOR UPDATE SKIP LOCKED;
-- $1 integer

-- nextBatch
SELECT id, root_uuid AS "rootUuid", uuid, xml_hash AS "xmlHash", version_uid AS "versionUid",
  submitted_by AS "submittedBy", date_submitted AS "dateSubmitted", validation_status AS "validationStatus",
  json, xml
FROM submission
WHERE asset_id = $1
  AND id > $2
ORDER BY id
LIMIT 100
FOR UPDATE;
-- $1 integer, $2 bigint

-- storeProgress
UPDATE submission_rereading
SET last_id = $2
WHERE asset_id = $1;
-- $1 integer, $2 bigint

-- finish
DELETE FROM submission_rereading
WHERE asset_id = $1;
-- $1 integer

-- replaceAnswers
WITH files AS (
  UPDATE attachment a
  SET question_xpath = f.xpath
  FROM unnest($7::bigint[], $8::text[], $9::text[]) AS f (id, uid, xpath)
  WHERE a.asset_id = $1
    AND a.submission_id = f.id
    AND a.uid = f.uid
    AND a.question_xpath <> f.xpath
)
UPDATE submission s
SET version_uid = r.version_uid, answers = r.answers::jsonb, json = r.json, date_modified = $2
FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) AS r (id, version_uid, answers, json)
WHERE s.asset_id = $1
  AND s.id = r.id;
-- $1 integer, $2 timestamp with time zone, $3 bigint[], $4 text[], $5 text[], $6 text[], $7 bigint[], $8 text[], $9 text[]
