-- page
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT submission.id::float8 AS submission, 0 AS index,
  ARRAY[(left(CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END,
  200) COLLATE "C")::text,
  ((CASE WHEN CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END ~ '^[-+]?[0-9]{1,30}([.]0{0,20})?$' THEN CASE WHEN (CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END)::numeric BETWEEN -9223372036854775808
  AND 9223372036854775807 THEN trunc((CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END)::numeric) END END))::text]::text[] AS sorted,
  entity_uuid AS uuid, label, version, data, conflict, submitted_by AS "createdBy",
  date_created AS "dateCreated", date_modified AS "dateModified"
FROM (
  SELECT e.id, e.list_id, e.uuid AS entity_uuid, e.version, e.label, e.data, e.conflict, e.date_created,
    e.date_modified, e.data || jsonb_strip_nulls(jsonb_build_object( '__id', e.uuid, 'label', e.label,
    '__system/version', e.version::text, '__system/updates', (e.version - 1)::text, '__system/conflict',
    e.conflict, '__system/createdAt', e.date_created AT TIME ZONE 'UTC', '__system/updatedAt',
    CASE WHEN e.version > 1 THEN e.date_modified AT TIME ZONE 'UTC' END)) AS answers, (
    SELECT v.created_by
    FROM entity_version v
    WHERE v.entity_id = e.id
      AND v.version = 1
  ) AS submitted_by
  FROM entity e
  WHERE e.date_deleted IS NULL
) AS submission
WHERE list_id = $1
  AND (((extract(epoch FROM (CASE WHEN CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace(CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END,
    '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
    '\1') || CASE WHEN CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END)::timestamptz) * 1000000)) > $7::numeric
    AND (submission.submitted_by) COLLATE "C" = $8::text
    AND (CASE jsonb_typeof(submission.answers -> $9::text) WHEN 'string' THEN submission.answers ->> $9::text END) LIKE $10::text)
ORDER BY left(CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END,
  200) COLLATE "C" DESC NULLS LAST,
  (CASE WHEN CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END ~ '^[-+]?[0-9]{1,30}([.]0{0,20})?$' THEN CASE WHEN (CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END)::numeric BETWEEN -9223372036854775808
  AND 9223372036854775807 THEN trunc((CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END)::numeric) END END) ASC NULLS FIRST,
  submission.id ASC
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint, $4 text, $5 text, $6 text, $7 numeric, $8 text, $9 text, $10 text
SELECT count(*)::int AS count
FROM (
  SELECT e.id, e.list_id, e.uuid AS entity_uuid, e.version, e.label, e.data, e.conflict, e.date_created,
    e.date_modified, e.data || jsonb_strip_nulls(jsonb_build_object( '__id', e.uuid, 'label', e.label,
    '__system/version', e.version::text, '__system/updates', (e.version - 1)::text, '__system/conflict',
    e.conflict, '__system/createdAt', e.date_created AT TIME ZONE 'UTC', '__system/updatedAt',
    CASE WHEN e.version > 1 THEN e.date_modified AT TIME ZONE 'UTC' END)) AS answers, (
    SELECT v.created_by
    FROM entity_version v
    WHERE v.entity_id = e.id
      AND v.version = 1
  ) AS submitted_by
  FROM entity e
  WHERE e.date_deleted IS NULL
) AS submission
WHERE list_id = $1
  AND (((extract(epoch FROM (CASE WHEN CASE jsonb_typeof(submission.answers -> $2::text) WHEN 'string' THEN submission.answers ->> $2::text END ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace(CASE jsonb_typeof(submission.answers -> $2::text) WHEN 'string' THEN submission.answers ->> $2::text END,
    '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
    '\1') || CASE WHEN CASE jsonb_typeof(submission.answers -> $2::text) WHEN 'string' THEN submission.answers ->> $2::text END ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END)::timestamptz) * 1000000)) > $3::numeric
    AND (submission.submitted_by) COLLATE "C" = $4::text
    AND (CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END) LIKE $6::text);
-- $1 integer, $2 text, $3 numeric, $4 text, $5 text, $6 text
ROLLBACK;

-- page
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT submission.id::float8 AS submission, 0 AS index, ARRAY[]::text[] AS sorted, entity_uuid AS uuid, label,
  version, data, conflict, submitted_by AS "createdBy", date_created AS "dateCreated",
  date_modified AS "dateModified"
FROM (
  SELECT e.id, e.list_id, e.uuid AS entity_uuid, e.version, e.label, e.data, e.conflict, e.date_created,
    e.date_modified, e.data || jsonb_strip_nulls(jsonb_build_object( '__id', e.uuid, 'label', e.label,
    '__system/version', e.version::text, '__system/updates', (e.version - 1)::text, '__system/conflict',
    e.conflict, '__system/createdAt', e.date_created AT TIME ZONE 'UTC', '__system/updatedAt',
    CASE WHEN e.version > 1 THEN e.date_modified AT TIME ZONE 'UTC' END)) AS answers, (
    SELECT v.created_by
    FROM entity_version v
    WHERE v.entity_id = e.id
      AND v.version = 1
  ) AS submitted_by
  FROM entity e
  WHERE e.date_deleted IS NULL
) AS submission
WHERE list_id = $1
ORDER BY submission.id ASC
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint
SELECT count(*)::int AS count
FROM (
  SELECT e.id, e.list_id, e.uuid AS entity_uuid, e.version, e.label, e.data, e.conflict, e.date_created,
    e.date_modified, e.data || jsonb_strip_nulls(jsonb_build_object( '__id', e.uuid, 'label', e.label,
    '__system/version', e.version::text, '__system/updates', (e.version - 1)::text, '__system/conflict',
    e.conflict, '__system/createdAt', e.date_created AT TIME ZONE 'UTC', '__system/updatedAt',
    CASE WHEN e.version > 1 THEN e.date_modified AT TIME ZONE 'UTC' END)) AS answers, (
    SELECT v.created_by
    FROM entity_version v
    WHERE v.entity_id = e.id
      AND v.version = 1
  ) AS submitted_by
  FROM entity e
  WHERE e.date_deleted IS NULL
) AS submission
WHERE list_id = $1;
-- $1 integer
ROLLBACK;
