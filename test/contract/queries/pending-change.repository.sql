-- waiting
SELECT p.id::text AS id, p.list_id AS "listId", p.uuid, p.node, p.asset_id AS "assetId",
  p.submission_id::float8 AS "submissionId", p.created_by AS "createdBy",
  l.approval_required AS "needsApproval"
FROM entity_problem p
JOIN entity_list l ON l.id = p.list_id
WHERE p.problem = 'waiting'
  AND (p.list_id, p.uuid) IN (
    SELECT *
    FROM unnest($1::integer[], $2::uuid[])
  )
ORDER BY p.id;
-- $1 integer[], $2 uuid[]

-- pendingOf
SELECT p.id::text AS id, p.list_id AS "listId", p.uuid, p.node, p.asset_id AS "assetId",
  p.submission_id::float8 AS "submissionId", p.created_by AS "createdBy",
  l.approval_required AS "needsApproval"
FROM entity_problem p
JOIN entity_list l ON l.id = p.list_id
WHERE p.asset_id = $1
  AND p.submission_id = ANY ($2::bigint[])
  AND p.problem IN ('waiting', 'unapproved')
ORDER BY p.id;
-- $1 integer, $2 bigint[]

-- unapproved
SELECT p.id::text AS id, p.list_id AS "listId", p.uuid, p.node, p.asset_id AS "assetId",
  p.submission_id::float8 AS "submissionId", p.created_by AS "createdBy",
  l.approval_required AS "needsApproval"
FROM entity_problem p
JOIN entity_list l ON l.id = p.list_id
WHERE p.list_id = $1
  AND p.problem = 'unapproved'
ORDER BY p.id;
-- $1 integer
