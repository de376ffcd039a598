-- list
SELECT count(*)::integer AS count
FROM entity e
WHERE e.list_id = $1
  AND e.date_deleted IS NULL
  AND ($2::text IS NULL OR strpos(lower(e.label), lower($2)) > 0)
  AND ($3::jsonb IS NULL OR e.data @> $3)
  AND ($4::boolean IS NULL OR (e.conflict IS NOT NULL) = $4);
-- $1 integer, $2 text, $3 jsonb, $4 boolean
SELECT e.id::text AS id, e.uuid, e.version, e.label, e.data, e.conflict, e.date_created AS "dateCreated",
  e.date_modified AS "dateModified"
FROM entity e
WHERE e.list_id = $1
  AND e.date_deleted IS NULL
  AND ($2::text IS NULL OR strpos(lower(e.label), lower($2)) > 0)
  AND ($3::jsonb IS NULL OR e.data @> $3)
  AND ($4::boolean IS NULL OR (e.conflict IS NOT NULL) = $4)
ORDER BY e.id
LIMIT $5
OFFSET $6;
-- $1 integer, $2 text, $3 jsonb, $4 boolean, $5 bigint, $6 bigint

-- find
SELECT e.id::text AS id, e.uuid, e.version, e.label, e.data, e.conflict, e.date_created AS "dateCreated",
  e.date_modified AS "dateModified"
FROM entity e
WHERE e.list_id = $1
  AND e.uuid = $2
  AND e.date_deleted IS NULL;
-- $1 integer, $2 uuid

-- versions
SELECT count(*)::integer AS count
FROM entity_version
WHERE entity_id = $1;
-- $1 bigint
SELECT v.version, v.label, v.data, v.base_version AS "baseVersion", v.conflicting, a.uid AS "assetUid",
  CASE WHEN a.uid IS NULL THEN NULL ELSE v.submission_id::text END AS "submissionId",
  v.created_by AS "createdBy", v.date_created AS "dateCreated"
FROM entity_version v
LEFT JOIN asset a ON a.id = v.asset_id AND a.date_deleted IS NULL AND (a.owner_id = $2 OR $3 OR EXISTS (
  SELECT
  FROM permission_assignment p
  WHERE p.asset_id = a.id
    AND p.user_id = $2
    AND p.codename = 'view_submissions'
))
WHERE v.entity_id = $1
ORDER BY v.version DESC
LIMIT $4
OFFSET $5;
-- $1 bigint, $2 integer, $3 boolean, $4 bigint, $5 bigint

-- problems
SELECT id::text AS id, submission_id::text AS "submissionId"
FROM entity_problem
WHERE asset_id = $1
ORDER BY entity_problem.id DESC;
-- $1 integer
SELECT id::text AS id
FROM submission
WHERE asset_id = $1
  AND id = ANY ($2::bigint[]);
-- $1 integer, $2 bigint[]
SELECT p.id::text AS id, p.submission_id::text AS "submissionId", p.problem, p.node,
  p.date_created AS "dateCreated"
FROM entity_problem p
WHERE p.id = ANY ($1::bigint[])
ORDER BY p.id DESC;
-- $1 bigint[]

-- readBy
SELECT l.id, l.uid, l.name, l.properties, l.approval_required AS "approvalRequired"
FROM entity_list_use u
JOIN entity_list l ON l.id = u.list_id
WHERE u.asset_id = $1
  AND u.reads
  AND ($2::text IS NULL OR l.uid = $2)
ORDER BY l.name, l.id;
-- $1 integer, $2 text

-- presenceOf
SELECT uuid, date_deleted IS NOT NULL AS "isDeleted"
FROM entity
WHERE list_id = $1
  AND uuid = ANY ($2::uuid[])
ORDER BY id;
-- $1 integer, $2 uuid[]

-- stateOf
SELECT concat_ws(' ', count(*), coalesce(sum(version), 0), count(date_deleted)) AS state
FROM entity
WHERE list_id = $1;
-- $1 integer

-- rowsAfter
SELECT e.id::text AS id, e.uuid, e.version, e.label, e.data
FROM entity e
WHERE e.list_id = $1
  AND e.id > $2
  AND e.date_deleted IS NULL
ORDER BY e.id
LIMIT $3;
-- $1 integer, $2 bigint, $3 bigint
