-- listsByUid
SELECT id, uid, owner_id AS "ownerId", name, properties, approval_required AS "approvalRequired"
FROM entity_list
WHERE uid = ANY ($1)
ORDER BY id;
-- $1 text[]

-- hasList
SELECT id
FROM entity_list
WHERE owner_id = $1
  AND name = $2;
-- $1 integer, $2 text

-- listsOf
SELECT id, uid, owner_id AS "ownerId", name, properties, approval_required AS "approvalRequired"
FROM entity_list
WHERE owner_id = $1
ORDER BY id;
-- $1 integer

-- versionsOf
SELECT e.uuid, v.version, v.label, v.data, v.base_version AS "baseVersion", v.trunk_version AS "trunkVersion",
  v.branch_id AS "branchId", v.branch_base AS "branchBase", v.conflicting, v.created_by AS "createdBy",
  v.date_created AS "dateCreated", a.uid AS "assetUid", v.asset_id AS "assetId",
  v.submission_id AS "submissionId"
FROM entity e
JOIN entity_version v ON v.entity_id = e.id
LEFT JOIN asset a ON a.id = v.asset_id AND a.date_deleted IS NULL
WHERE e.list_id = $1
  AND e.uuid = ANY ($2::uuid[])
ORDER BY e.uuid, v.version;
-- $1 integer, $2 uuid[]

-- statesAfter
SELECT uuid, version, conflict
FROM entity
WHERE list_id = $1
  AND date_deleted IS NULL
  AND ($2 = '' OR uuid > nullif($2, '')::uuid)
ORDER BY uuid
LIMIT $3;
-- $1 integer, $2 text, $3 bigint

-- replace
INSERT INTO entity AS e (list_id, uuid, version, label, data, conflict, date_created, date_modified)
SELECT $1, m.uuid, m.version, m.label, m.data, m.conflict, m.created, m.modified
FROM jsonb_to_recordset($2::jsonb) AS m (uuid uuid, version integer, label text, data jsonb, conflict text,
  created timestamptz, modified timestamptz)
ORDER BY m.created, m.uuid
ON CONFLICT ON CONSTRAINT entity_uuid_key
DO UPDATE SET version = excluded.version, label = excluded.label, data = excluded.data,
  conflict = excluded.conflict, date_created = excluded.date_created, date_modified = excluded.date_modified,
  date_deleted = NULL
RETURNING id::text AS id, uuid;
-- $1 integer, $2 jsonb
DELETE FROM entity_version
WHERE entity_id = ANY ($1::bigint[]);
-- $1 bigint[]
INSERT INTO entity_version (entity_id, version, label, data, base_version, trunk_version, branch_id,
  branch_base, conflicting, asset_id, submission_id, created_by, date_created)
SELECT "entityId", version, label, data, "baseVersion", "trunkVersion", "branchId", "branchBase", conflicting,
  "assetId", "submissionId", "createdBy", "dateCreated"
FROM jsonb_to_recordset($1::jsonb) AS m ("entityId" bigint, version integer, label text, data jsonb,
  "baseVersion" integer, "trunkVersion" integer, "branchId" uuid, "branchBase" integer, conflicting jsonb,
  "assetId" integer, "submissionId" bigint, "createdBy" text, "dateCreated" timestamptz);
-- $1 jsonb

-- markDeleted
UPDATE entity
SET date_deleted = $3, date_modified = $3
WHERE list_id = $1
  AND uuid = ANY ($2::uuid[])
  AND date_deleted IS NULL;
-- $1 integer, $2 uuid[], $3 timestamp with time zone
