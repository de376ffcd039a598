-- lockDeclared
SELECT l.id, l.name, l.properties, l.approval_required AS "approvalRequired", (
  SELECT count(pg_advisory_xact_lock(hashtextextended(names.name, 0)))
  FROM (
    SELECT DISTINCT concat_ws(' ', 'entity', l.id, left(e.uuid, 2)) COLLATE "C" AS name
    FROM unnest($2::text[], $3::text[]) AS e (list, uuid)
    WHERE e.list = l.name
    ORDER BY name
  ) names
) AS locks
FROM entity_list_use u
JOIN entity_list l ON l.id = u.list_id
WHERE u.asset_id = $1
  AND u.declares
ORDER BY l.id::text COLLATE "C" FOR KEY SHARE OF l;
-- $1 integer, $2 text[], $3 text[]

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
) AS versions, EXISTS (
  SELECT
  FROM entity_problem p
  WHERE p.list_id = e.list_id
    AND p.uuid = e.uuid
    AND p.problem = 'waiting'
) AS "isAwaited"
FROM entity e
WHERE e.list_id = $1
  AND e.uuid = $2;
-- $1 integer, $2 uuid, $3 integer

-- create
WITH changed AS (
  INSERT INTO entity (list_id, uuid, version, label, data, date_created, date_modified)
  VALUES ($13, $14, $1, $2, $3, $12, $12)
  RETURNING id
) INSERT INTO entity_version (entity_id, version, label, data, base_version, trunk_version, branch_id,
  branch_base, conflicting, asset_id, submission_id, created_by, date_created)
SELECT id, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
FROM changed;
-- $1 integer, $2 text, $3 jsonb, $4 integer, $5 integer, $6 uuid, $7 integer, $8 jsonb, $9 integer, $10 bigint, $11 text, $12 timestamp with time zone, $13 integer, $14 uuid

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
WITH changed AS (
  UPDATE entity
  SET version = $1, label = $2, data = $3, conflict = $13, date_modified = $12
  WHERE id = $14
  RETURNING id
) INSERT INTO entity_version (entity_id, version, label, data, base_version, trunk_version, branch_id,
  branch_base, conflicting, asset_id, submission_id, created_by, date_created)
SELECT id, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
FROM changed;
-- $1 integer, $2 text, $3 jsonb, $4 integer, $5 integer, $6 uuid, $7 integer, $8 jsonb, $9 integer, $10 bigint, $11 text, $12 timestamp with time zone, $13 text, $14 bigint

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
