-- declaredLists
SELECT l.id, l.name, l.properties, l.approval_required AS "approvalRequired"
FROM entity_list_use u
JOIN entity_list l ON l.id = u.list_id
WHERE u.asset_id = $1
  AND u.declares FOR KEY SHARE OF l;
-- $1 integer

-- lock
SELECT pg_advisory_xact_lock(hashtextextended(name, 0))
FROM unnest($1::text[]) AS name;
-- $1 text[]

-- find
SELECT e.id::text AS id, e.date_deleted IS NOT NULL AS "isDeleted", e.conflict, (
  SELECT json_agg(json_build_object('version', v.version, 'label', v.label, 'data', v.data, 'branchId',
    v.branch_id, 'branchBase', v.branch_base) ORDER BY v.version)
  FROM entity_version v
  WHERE v.entity_id = e.id
    AND v.version >= least(e.version, $3::integer)
) AS versions
FROM entity e
WHERE e.list_id = $1
  AND e.uuid = $2;
-- $1 integer, $2 uuid, $3 integer

-- create
INSERT INTO entity (list_id, uuid, version, label, data, date_created, date_modified)
VALUES ($1, $2, 1, $3, $4, $5, $5)
RETURNING id::text AS id;
-- $1 integer, $2 uuid, $3 text, $4 jsonb, $5 timestamp with time zone
INSERT INTO "entity_version"("entity_id", "version", "label", "data", "base_version", "trunk_version",
  "branch_id", "branch_base", "conflicting", "asset_id", "submission_id", "created_by", "date_created")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);
-- $1 bigint, $2 integer, $3 text, $4 jsonb, $5 integer, $6 integer, $7 uuid, $8 integer, $9 jsonb, $10 integer, $11 bigint, $12 text, $13 timestamp with time zone

-- createAll
WITH created AS (
  INSERT INTO entity (list_id, uuid, version, label, data, date_created, date_modified)
  SELECT $1, s.uuid, 1, s.label, s.data, $5, $5
  FROM unnest($2::uuid[], $3::text[], $4::jsonb[]) WITH ORDINALITY AS s (uuid, label, data, place)
  ORDER BY s.place
  RETURNING id, label, data
) INSERT INTO entity_version (entity_id, version, label, data, conflicting, created_by, date_created)
SELECT id, 1, label, data, '[]', $6, $5
FROM created;
-- $1 integer, $2 uuid[], $3 text[], $4 jsonb[], $5 timestamp with time zone, $6 text

-- existing
SELECT uuid
FROM entity
WHERE list_id = $1
  AND uuid = ANY ($2::uuid[])
ORDER BY id;
-- $1 integer, $2 uuid[]

-- append
UPDATE entity
SET version = $2, label = $3, data = $4, conflict = $5, date_modified = $6
WHERE id = $1;
-- $1 bigint, $2 integer, $3 text, $4 jsonb, $5 text, $6 timestamp with time zone
INSERT INTO "entity_version"("entity_id", "version", "label", "data", "base_version", "trunk_version",
  "branch_id", "branch_base", "conflicting", "asset_id", "submission_id", "created_by", "date_created")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);
-- $1 bigint, $2 integer, $3 text, $4 jsonb, $5 integer, $6 integer, $7 uuid, $8 integer, $9 jsonb, $10 integer, $11 bigint, $12 text, $13 timestamp with time zone

-- remove
UPDATE entity
SET date_deleted = $2, date_modified = $2
WHERE id = $1
  AND date_deleted IS NULL;
-- $1 bigint, $2 timestamp with time zone

-- addProblem
INSERT INTO "entity_problem"("id", "asset_id", "submission_id", "list_id", "uuid", "problem", "node",
  "created_by", "date_created")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8)
RETURNING "id";
-- $1 integer, $2 bigint, $3 integer, $4 uuid, $5 text, $6 jsonb, $7 text, $8 timestamp with time zone

-- problemKeys
SELECT list_id AS "listId", uuid
FROM entity_problem
WHERE asset_id = $1
  AND submission_id = $2;
-- $1 integer, $2 bigint

-- removeProblemsOf
DELETE FROM entity_problem
WHERE asset_id = $1
  AND submission_id = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]

-- changedBy
SELECT e.list_id AS "listId", e.uuid
FROM entity_version v
JOIN entity e ON e.id = v.entity_id
WHERE v.asset_id = $1
  AND v.submission_id = $2;
-- $1 integer, $2 bigint

-- removeProblem
DELETE FROM "entity_problem"
WHERE "id" = $1;
-- $1 bigint
