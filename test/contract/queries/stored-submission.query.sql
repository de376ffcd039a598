-- lock
WITH asset_lock AS MATERIALIZED (
  SELECT pg_advisory_xact_lock_shared(91, $1::int)
)
SELECT s.id, s.root_uuid AS "rootUuid", s.uuid, s.xml_hash AS "xmlHash", s.submitted_by AS "submittedBy",
  s.date_submitted AS "submittedAt", s.validation_status AS "validationStatus", s.json
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
  s.date_submitted AS "submittedAt", s.validation_status AS "validationStatus", s.json
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
  s.date_submitted AS "submittedAt", s.validation_status AS "validationStatus", s.json
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
  s.date_submitted AS "submittedAt", s.validation_status AS "validationStatus", s.json
FROM asset_lock, submission s
WHERE s.asset_id = $1
  AND s.id = $2
ORDER BY s.id
FOR UPDATE OF s;
-- $1 integer, $2 bigint

-- lockMany
SELECT id
FROM submission
WHERE asset_id = $1
  AND id = ANY($2::bigint[])
ORDER BY id
FOR UPDATE;
-- $1 integer, $2 bigint[]

-- listWithXml
SELECT s.id, s.root_uuid AS "rootUuid", s.uuid, s.xml_hash AS "xmlHash", s.submitted_by AS "submittedBy",
  s.date_submitted AS "submittedAt", s.validation_status AS "validationStatus", s.json, s.xml
FROM submission s
WHERE s.asset_id = $1
  AND s.id = ANY($2::bigint[])
ORDER BY s.id;
-- $1 integer, $2 bigint[]

-- isRootUuid
SELECT 1
FROM submission
WHERE asset_id = $1
  AND root_uuid = $2;
-- $1 integer, $2 text

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
