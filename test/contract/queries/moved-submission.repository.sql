-- reserveIds
SELECT setval('submission_id_seq', $1::bigint + 1000)
FROM submission_id_seq
WHERE last_value <= $1;
-- $1 bigint

-- nextIds
SELECT nextval('submission_id_seq') AS id
FROM generate_series(1, $1::int);
-- $1 integer

-- findTaken
SELECT id, root_uuid AS "rootUuid"
FROM submission
WHERE asset_id = $1
  AND (id = ANY($2::bigint[]) OR root_uuid = ANY($3::text[]));
-- $1 integer, $2 bigint[], $3 text[]

-- insert
WITH stored AS (
  INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, attachment_count, version_uid,
    submitted_by, date_submitted, date_modified, validation_status, answers, json, xml)
  SELECT $1, s.id, s.root_uuid, s.uuid, s.xml_hash, s.files, s.version_uid, s.submitter, s.moment, $2,
    s.status::jsonb, s.answers::jsonb, s.json, s.xml
  FROM unnest($3::bigint[], $4::text[], $5::text[], $6::bytea[], $7::int[], $8::text[], $9::text[],
    $10::timestamptz[], $11::text[], $12::text[], $13::text[], $14::text[]) AS s (id, root_uuid, uuid,
    xml_hash, files, version_uid, submitter, moment, status, answers, json, xml)
  RETURNING id, date_submitted
), counted AS (
  INSERT INTO submission_tally AS t (asset_id, day, slot, submissions, last_submitted, first_id, last_id)
  SELECT $1, (date_submitted AT TIME ZONE 'UTC')::date, pg_backend_pid() % 64, count(*), max(date_submitted),
    min(id), max(id)
  FROM stored
  GROUP BY 2
  ORDER BY 2
  ON CONFLICT ON CONSTRAINT submission_tally_pk
  DO UPDATE SET submissions = t.submissions + excluded.submissions,
    last_submitted = greatest(t.last_submitted, excluded.last_submitted), first_id = least(t.first_id,
    excluded.first_id), last_id = greatest(t.last_id, excluded.last_id)
), changed AS (
  INSERT INTO submission_change (asset_id, transaction_id, submission_id, kind, date_changed)
  SELECT $1, pg_current_xact_id()::text::bigint, id, 'created', $2
  FROM stored
  WHERE id <> ALL ($15::bigint[])
) INSERT INTO attachment (asset_id, submission_id, date_created, date_deleted, date_dropped, uid, name,
  name_key, mimetype, byte_size, sha256, question_xpath)
SELECT $1, f.*
FROM unnest($16::bigint[], $17::timestamptz[], $18::timestamptz[], $19::timestamptz[], $20::text[],
  $21::text[], $22::text[], $23::text[], $24::bigint[], $25::bytea[], $26::text[]) f;
-- $1 integer, $2 timestamp with time zone, $3 bigint[], $4 text[], $5 text[], $6 bytea[], $7 integer[], $8 text[], $9 text[], $10 timestamp with time zone[], $11 text[], $12 text[], $13 text[], $14 text[], $15 bigint[], $16 bigint[], $17 timestamp with time zone[], $18 timestamp with time zone[], $19 timestamp with time zone[], $20 text[], $21 text[], $22 text[], $23 text[], $24 bigint[], $25 bytea[], $26 text[]

-- findIds
SELECT id, root_uuid AS "rootUuid"
FROM submission
WHERE asset_id = $1
  AND root_uuid = ANY($2::text[]);
-- $1 integer, $2 text[]

-- list
SELECT id, root_uuid AS "rootUuid", uuid, submitted_by AS "submittedBy", date_submitted AS "submittedAt",
  validation_status AS "validationStatus", version_uid AS "versionUid", json, xml
FROM submission
WHERE asset_id = $1
  AND id = ANY($2::bigint[])
ORDER BY id;
-- $1 integer, $2 bigint[]

-- listIds
SELECT id
FROM submission
WHERE asset_id = $1
  AND id > $2
ORDER BY id
LIMIT $3;
-- $1 integer, $2 bigint, $3 bigint

-- listFiles
SELECT submission_id AS "submissionId", uid, name, mimetype, byte_size AS "byteSize", sha256,
  date_deleted IS NOT NULL AS "isDeleted", date_dropped IS NOT NULL AS "isDropped"
FROM attachment
WHERE asset_id = $1
  AND submission_id = ANY($2::bigint[])
ORDER BY submission_id, date_created, uid;
-- $1 integer, $2 bigint[]
