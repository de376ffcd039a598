-- lock
WITH asset_lock AS MATERIALIZED (
  SELECT pg_advisory_xact_lock_shared(91, $1::int)
)
SELECT s.id, s.root_uuid AS "rootUuid", s.uuid, s.xml_hash AS "xmlHash", s.submitted_by AS "submittedBy",
  s.date_submitted AS "dateSubmitted", s.validation_status AS "validationStatus", s.json
FROM asset_lock, submission s
WHERE s.asset_id = $1
  AND s.root_uuid = $2
ORDER BY s.id
FOR UPDATE OF s;
-- $1 integer, $2 text

-- lock
WITH asset_lock AS MATERIALIZED (
  SELECT pg_advisory_xact_lock_shared(91, $1::int)
)
SELECT s.id, s.root_uuid AS "rootUuid", s.uuid, s.xml_hash AS "xmlHash", s.submitted_by AS "submittedBy",
  s.date_submitted AS "dateSubmitted", s.validation_status AS "validationStatus", s.json
FROM asset_lock, submission s
WHERE s.asset_id = $1
  AND (s.root_uuid = $2 AND s.uuid = $2 OR s.uuid = $2 AND s.uuid <> s.root_uuid)
ORDER BY s.id
FOR UPDATE OF s;
-- $1 integer, $2 text

-- lock
WITH asset_lock AS MATERIALIZED (
  SELECT pg_advisory_xact_lock_shared(91, $1::int)
)
SELECT s.id, s.root_uuid AS "rootUuid", s.uuid, s.xml_hash AS "xmlHash", s.submitted_by AS "submittedBy",
  s.date_submitted AS "dateSubmitted", s.validation_status AS "validationStatus", s.json
FROM asset_lock, submission s
WHERE s.asset_id = $1
  AND (s.root_uuid = $2 OR s.uuid = $2 AND s.uuid <> s.root_uuid)
ORDER BY s.id
FOR UPDATE OF s;
-- $1 integer, $2 text

-- lock
WITH asset_lock AS MATERIALIZED (
  SELECT pg_advisory_xact_lock_shared(91, $1::int)
)
SELECT s.id, s.root_uuid AS "rootUuid", s.uuid, s.xml_hash AS "xmlHash", s.submitted_by AS "submittedBy",
  s.date_submitted AS "dateSubmitted", s.validation_status AS "validationStatus", s.json
FROM asset_lock, submission s
WHERE s.asset_id = $1
  AND s.id = $2
ORDER BY s.id
FOR UPDATE OF s;
-- $1 integer, $2 bigint

-- lockAsset
SELECT pg_advisory_xact_lock(91, $1::int);
-- $1 integer

-- filterByScope
SELECT id
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $3::text) <> 'null'
  AND id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[], $3 text

-- updateJson
UPDATE submission s
SET json = updated.json, date_modified = $2
FROM unnest($3::bigint[], $4::text[]) AS updated(id, json)
WHERE s.asset_id = $1
  AND s.id = updated.id;
-- $1 integer, $2 timestamp with time zone, $3 bigint[], $4 text[]

-- replace
WITH edit AS (
  SELECT *
  FROM unnest($4::bigint[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::int[]) AS e(id, uuid, xml_hash, version_uid, answers, json, xml, files)
), history AS (
  INSERT INTO submission_history (asset_id, submission_id, uuid, xml_hash, version_uid, xml, date_replaced,
    replaced_by)
  SELECT s.asset_id, s.id, s.uuid, s.xml_hash, s.version_uid, s.xml, $3, $2
  FROM submission s
  JOIN edit ON edit.id = s.id
  WHERE s.asset_id = $1
), dropped_files AS (
  UPDATE attachment
  SET date_dropped = $3
  WHERE asset_id = $1
    AND submission_id = ANY($4::bigint[])
    AND uid = ANY($12::text[])
), kept_files AS (
  UPDATE attachment a
  SET question_xpath = k.question_xpath
  FROM unnest($13::text[], $14::text[]) AS k(uid, question_xpath)
  WHERE a.asset_id = $1
    AND a.submission_id = ANY($4::bigint[])
    AND a.uid = k.uid
    AND a.question_xpath <> k.question_xpath
), added_files AS (
  INSERT INTO attachment (asset_id, date_created, submission_id, uid, name, name_key, mimetype, byte_size,
    sha256, question_xpath)
  SELECT $1, $3, f.*
  FROM unnest($15::bigint[], $16::text[], $17::text[], $18::text[], $19::text[], $20::bigint[], $21::bytea[],
    $22::text[]) f
)
UPDATE submission s
SET uuid = edit.uuid, xml_hash = edit.xml_hash, version_uid = edit.version_uid, answers = edit.answers::jsonb,
  json = edit.json, xml = edit.xml, attachment_count = edit.files, date_modified = $3
FROM edit
WHERE s.asset_id = $1
  AND s.id = edit.id;
-- $1 integer, $2 text, $3 timestamp with time zone, $4 bigint[], $5 text[], $6 bytea[], $7 text[], $8 text[], $9 text[], $10 text[], $11 integer[], $12 text[], $13 text[], $14 text[], $15 bigint[], $16 text[], $17 text[], $18 text[], $19 text[], $20 bigint[], $21 bytea[], $22 text[]

-- listHashes
SELECT DISTINCT sha256
FROM attachment
WHERE asset_id = $1
  AND submission_id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]

-- remove
WITH deleted AS (
  DELETE FROM submission
  WHERE asset_id = $1
    AND id = ANY($2::bigint[])
  RETURNING (date_submitted AT TIME ZONE 'UTC')::date AS day
) INSERT INTO submission_tally AS t (asset_id, day, slot, submissions, last_submitted, first_id, last_id)
SELECT $1, day, pg_backend_pid() % 64, -count(*)::int, NULL, 9007199254740991, 0
FROM deleted
GROUP BY day
ON CONFLICT ON CONSTRAINT submission_tally_pk
DO UPDATE SET submissions = t.submissions + excluded.submissions;
-- $1 integer, $2 bigint[]

-- noteViewers
SELECT id
FROM submission
WHERE asset_id = $1
  AND jsonb_typeof(submission.answers -> $3::text) <> 'null'
  AND id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[], $3 text

-- noteViewers
SAVEPOINT isolated_filter;
SET LOCAL statement_timeout = 1000;
SELECT id
FROM submission
WHERE asset_id = $1
  AND ((submission.id) > $3::bigint
    AND (CASE WHEN (submission.answers -> $4::text) #>> '{}' ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,3})?$' THEN ((submission.answers -> $4::text) #>> '{}')::numeric END) <= $5::numeric
    AND left(CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN (submission.answers -> $6::text) #>> '{}' END,
    200) COLLATE "C" = $7::text AND ((submission.submitted_by) = ANY($8::text[]))
    AND jsonb_typeof(submission.validation_status #> $9::text[]) <> 'null'
    AND NOT coalesce(((CASE jsonb_typeof(submission.answers -> $10::text) WHEN 'string' THEN (submission.answers -> $10::text) #>> '{}' END) COLLATE "und-x-icu" ILIKE $11::text OR (submission.submitted_by) COLLATE "und-x-icu" ~ $12::text),
    false)
    AND jsonb_array_length(CASE jsonb_typeof(submission.answers -> $13::text) WHEN 'array' THEN submission.answers -> $13::text END) = $14::int
    AND EXISTS (
    SELECT 1
    FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $15::text) WHEN 'array' THEN submission.answers -> $15::text END) AS element0
    WHERE (CASE WHEN (element0.value #> $16::text[]) #>> '{}' ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,3})?$' THEN ((element0.value #> $16::text[]) #>> '{}')::numeric END) < $17::numeric
  ))
  AND id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[], $3 bigint, $4 text, $5 numeric, $6 text, $7 text, $8 text[], $9 text[], $10 text, $11 text, $12 text, $13 text, $14 integer, $15 text, $16 text[], $17 numeric
ROLLBACK TO SAVEPOINT isolated_filter;

-- recordChange
INSERT INTO submission_change (asset_id, transaction_id, submission_id, kind, date_changed)
SELECT $1, pg_current_xact_id()::text::bigint, id, $3, $4
FROM unnest($2::bigint[]) AS id;
-- $1 integer, $2 bigint[], $3 text, $4 timestamp with time zone
