-- targets
SELECT id::text AS id, uuid, version, label, data, date_deleted IS NOT NULL AS "isDeleted"
FROM entity
WHERE list_id = $1
  AND uuid = ANY ($2::uuid[])
ORDER BY id;
-- $1 integer, $2 uuid[]

-- appendAll
WITH sent AS (
  SELECT *
  FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::jsonb[]) AS s (id, version, label, data)
), changed AS (
  UPDATE entity e
  SET version = s.version, label = s.label, data = s.data, date_modified = $6
  FROM sent s
  WHERE e.id = s.id
) INSERT INTO entity_version (entity_id, version, label, data, base_version, conflicting, created_by,
  date_created)
SELECT id, version, label, data, version - 1, '[]', $5, $6
FROM sent;
-- $1 bigint[], $2 integer[], $3 text[], $4 jsonb[], $5 text, $6 timestamp with time zone
