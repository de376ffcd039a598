-- batches
SELECT array_agg(id ORDER BY id) AS ids
FROM (
  SELECT id,
    sum(pg_column_size(answers) + pg_column_size(json) + pg_column_size(xml)) OVER (ORDER BY id) / 8388608 AS batch
  FROM submission
  WHERE asset_id = $1
    AND id = ANY($2::bigint[])
) AS sized
GROUP BY batch
ORDER BY batch;
-- $1 integer, $2 bigint[]

-- batches
SELECT array_agg(id ORDER BY id) AS ids
FROM (
  SELECT id,
    sum(pg_column_size(answers) + pg_column_size(json) + pg_column_size(xml)) OVER (ORDER BY id) / 8388608 AS batch
  FROM deleted_submission
  WHERE asset_id = $1
    AND id = ANY($2::bigint[])
) AS sized
GROUP BY batch
ORDER BY batch;
-- $1 integer, $2 bigint[]

-- keep
INSERT INTO deleted_submission (asset_id,id,root_uuid,uuid,xml_hash,attachment_count,version_uid,submitted_by,date_submitted,date_modified,answers,json,xml,validation_status,
  date_deleted, deleted_by)
SELECT asset_id,id,root_uuid,uuid,xml_hash,attachment_count,version_uid,submitted_by,date_submitted,date_modified,answers,json,xml,validation_status,
  $3, $4
FROM submission
WHERE asset_id = $1
  AND id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[], $3 timestamp with time zone, $4 text
INSERT INTO deleted_submission_part (asset_id, submission_id, kind, name, sha256, data)
SELECT asset_id, submission_id, 'attachment', uid, CASE WHEN date_deleted IS NULL THEN sha256 END,
  to_jsonb(part)
FROM attachment AS part
WHERE asset_id = $1
  AND submission_id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO deleted_submission_part (asset_id, submission_id, kind, name, sha256, data)
SELECT asset_id, submission_id, 'submission_history', uuid, NULL::bytea, to_jsonb(part)
FROM submission_history AS part
WHERE asset_id = $1
  AND submission_id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO deleted_submission_part (asset_id, submission_id, kind, name, sha256, data)
SELECT asset_id, submission_id, 'supplement_version', ordinal::text, NULL::bytea, to_jsonb(part)
FROM supplement_version AS part
WHERE asset_id = $1
  AND submission_id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO deleted_submission_part (asset_id, submission_id, kind, name, sha256, data)
SELECT asset_id, submission_id, 'submission_note', ordinal::text, NULL::bytea, to_jsonb(part)
FROM submission_note AS part
WHERE asset_id = $1
  AND submission_id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO deleted_submission_part (asset_id, submission_id, kind, name, sha256, data)
SELECT asset_id, submission_id, 'migrated_submission', '', NULL::bytea, to_jsonb(part)
FROM migrated_submission AS part
WHERE asset_id = $1
  AND submission_id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]

-- restore
WITH restored AS (
  INSERT INTO submission (asset_id,id,root_uuid,uuid,xml_hash,attachment_count,version_uid,submitted_by,date_submitted,date_modified,answers,json,xml,validation_status)
  SELECT asset_id,id,root_uuid,uuid,xml_hash,attachment_count,version_uid,submitted_by,date_submitted,$3,answers,left(json,
    strpos(json, ',"_date_modified":') + 17) || $4,xml,validation_status
  FROM deleted_submission
  WHERE asset_id = $1
    AND id = ANY($2::bigint[])
  ORDER BY id
  ON CONFLICT DO NOTHING
  RETURNING id, date_submitted
), counted AS (
  INSERT INTO submission_tally AS t (asset_id, day, slot, submissions, last_submitted, first_id, last_id)
  SELECT $1, (date_submitted AT TIME ZONE 'UTC')::date, pg_backend_pid() % 64, count(*), max(date_submitted),
    min(id), max(id)
  FROM restored
  GROUP BY 2
  ORDER BY 2
  ON CONFLICT ON CONSTRAINT submission_tally_pk
  DO UPDATE SET submissions = t.submissions + excluded.submissions,
    last_submitted = greatest(t.last_submitted, excluded.last_submitted), first_id = least(t.first_id,
    excluded.first_id), last_id = greatest(t.last_id, excluded.last_id)
)
SELECT id
FROM restored
ORDER BY id;
-- $1 integer, $2 bigint[], $3 timestamp with time zone, $4 text
INSERT INTO attachment
SELECT part.*
FROM deleted_submission_part AS kept, jsonb_populate_record(NULL::attachment, kept.data) AS part
WHERE kept.asset_id = $1
  AND kept.submission_id = ANY($2::bigint[])
  AND kept.kind = 'attachment'
ON CONFLICT DO NOTHING;
-- $1 integer, $2 bigint[]
INSERT INTO submission_history
SELECT part.*
FROM deleted_submission_part AS kept, jsonb_populate_record(NULL::submission_history, kept.data) AS part
WHERE kept.asset_id = $1
  AND kept.submission_id = ANY($2::bigint[])
  AND kept.kind = 'submission_history'
ON CONFLICT DO NOTHING;
-- $1 integer, $2 bigint[]
INSERT INTO supplement_version
SELECT part.*
FROM deleted_submission_part AS kept, jsonb_populate_record(NULL::supplement_version, kept.data) AS part
WHERE kept.asset_id = $1
  AND kept.submission_id = ANY($2::bigint[])
  AND kept.kind = 'supplement_version'
ON CONFLICT DO NOTHING;
-- $1 integer, $2 bigint[]
INSERT INTO submission_note
SELECT part.*
FROM deleted_submission_part AS kept, jsonb_populate_record(NULL::submission_note, kept.data) AS part
WHERE kept.asset_id = $1
  AND kept.submission_id = ANY($2::bigint[])
  AND kept.kind = 'submission_note'
ON CONFLICT DO NOTHING;
-- $1 integer, $2 bigint[]
INSERT INTO migrated_submission
SELECT part.*
FROM deleted_submission_part AS kept, jsonb_populate_record(NULL::migrated_submission, kept.data) AS part
WHERE kept.asset_id = $1
  AND kept.submission_id = ANY($2::bigint[])
  AND kept.kind = 'migrated_submission'
ON CONFLICT DO NOTHING;
-- $1 integer, $2 bigint[]
DELETE FROM deleted_submission
WHERE asset_id = $1
  AND id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]

-- remove
DELETE FROM deleted_submission
WHERE asset_id = $1
  AND id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]

-- listHashes
SELECT DISTINCT sha256
FROM deleted_submission_part
WHERE asset_id = $1
  AND submission_id = ANY($2::bigint[])
  AND sha256 IS NOT NULL;
-- $1 integer, $2 bigint[]

-- lock
SELECT id, (asset_id = $1) IS TRUE AS "isInScope"
FROM deleted_submission AS submission
WHERE asset_id = $1
  AND id = ANY($2::bigint[])
ORDER BY id
FOR UPDATE;
-- $1 integer, $2 bigint[]

-- lock
SELECT id, (asset_id = $1 AND jsonb_typeof(submission.answers -> $3::text) <> 'null') IS TRUE AS "isInScope"
FROM deleted_submission AS submission
WHERE asset_id = $1
  AND id = ANY($2::bigint[])
ORDER BY id
FOR UPDATE;
-- $1 integer, $2 bigint[], $3 text

-- lockExpired
SELECT id
FROM deleted_submission
WHERE asset_id = $1
  AND date_deleted < $2
ORDER BY id
LIMIT 1000
FOR UPDATE;
-- $1 integer, $2 timestamp with time zone

-- assetsWithExpired
SELECT DISTINCT asset_id AS "assetId"
FROM deleted_submission
WHERE date_deleted < $1;
-- $1 timestamp with time zone

-- nextOf
WITH next AS (
  SELECT id
  FROM deleted_submission
  WHERE asset_id = $1
  ORDER BY id
  LIMIT 1000
)
SELECT (
  SELECT array_agg(id)
  FROM next
) AS ids, (
  SELECT array_agg(DISTINCT sha256)
  FROM deleted_submission_part
  WHERE asset_id = $1
    AND submission_id IN (
      SELECT id
      FROM next
    )
    AND sha256 IS NOT NULL
) AS sha256s;
-- $1 integer

-- findReferenced
SELECT sha256
FROM attachment
WHERE sha256 = ANY($1::bytea[])
  AND date_deleted IS NULL UNION
SELECT sha256
FROM deleted_submission_part
WHERE sha256 = ANY($1::bytea[]);
-- $1 bytea[]
