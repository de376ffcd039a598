-- list
SELECT count(*)::integer AS count
FROM entity_list l
WHERE (l.owner_id = $1 OR $2 OR EXISTS (
  SELECT
  FROM entity_list_use u
  JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
  JOIN permission_assignment p ON p.asset_id = u.asset_id AND p.codename = 'view_submissions'
  WHERE u.list_id = l.id
    AND p.user_id = $1
));
-- $1 integer, $2 boolean
SELECT l.id, l.uid, l.name, l.properties, l.approval_required AS "approvalRequired",
  owner.username AS "ownerUsername", l.date_created AS "dateCreated", l.date_modified AS "dateModified",
  l.owner_id = $1 OR $2 AS owns, l.owner_id = $1 OR $2 OR EXISTS (
  SELECT
  FROM entity_list_use u
  JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
  JOIN permission_assignment p ON p.asset_id = u.asset_id AND p.codename = 'change_submissions'
  WHERE u.list_id = l.id
    AND p.user_id = $1
) AS writes, (
  SELECT count(*)::integer
  FROM entity e
  WHERE e.list_id = l.id
    AND e.date_deleted IS NULL
) AS entities, (
  SELECT coalesce(json_agg(json_build_object('assetUid', a.uid, 'assetName', a.name, 'declares', u.declares,
    'reads', u.reads) ORDER BY a.id), '[]')
  FROM entity_list_use u
  JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
  WHERE u.list_id = l.id
    AND (a.owner_id = $1 OR $2 OR EXISTS (
      SELECT
      FROM permission_assignment p
      WHERE p.asset_id = a.id
        AND p.user_id = $1
        AND p.codename = 'view_asset'
    ))
) AS uses
FROM entity_list l
JOIN app_user owner ON owner.id = l.owner_id
WHERE (l.owner_id = $1 OR $2 OR EXISTS (
  SELECT
  FROM entity_list_use u
  JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
  JOIN permission_assignment p ON p.asset_id = u.asset_id AND p.codename = 'view_submissions'
  WHERE u.list_id = l.id
    AND p.user_id = $1
))
ORDER BY l.name, l.id
LIMIT $3
OFFSET $4;
-- $1 integer, $2 boolean, $3 bigint, $4 bigint

-- find
SELECT l.id, l.uid, l.name, l.properties, l.approval_required AS "approvalRequired",
  owner.username AS "ownerUsername", l.date_created AS "dateCreated", l.date_modified AS "dateModified",
  l.owner_id = $1 OR $2 AS owns, l.owner_id = $1 OR $2 OR EXISTS (
  SELECT
  FROM entity_list_use u
  JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
  JOIN permission_assignment p ON p.asset_id = u.asset_id AND p.codename = 'change_submissions'
  WHERE u.list_id = l.id
    AND p.user_id = $1
) AS writes, (
  SELECT count(*)::integer
  FROM entity e
  WHERE e.list_id = l.id
    AND e.date_deleted IS NULL
) AS entities, (
  SELECT coalesce(json_agg(json_build_object('assetUid', a.uid, 'assetName', a.name, 'declares', u.declares,
    'reads', u.reads) ORDER BY a.id), '[]')
  FROM entity_list_use u
  JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
  WHERE u.list_id = l.id
    AND (a.owner_id = $1 OR $2 OR EXISTS (
      SELECT
      FROM permission_assignment p
      WHERE p.asset_id = a.id
        AND p.user_id = $1
        AND p.codename = 'view_asset'
    ))
) AS uses
FROM entity_list l
JOIN app_user owner ON owner.id = l.owner_id
WHERE (l.owner_id = $1 OR $2 OR EXISTS (
  SELECT
  FROM entity_list_use u
  JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
  JOIN permission_assignment p ON p.asset_id = u.asset_id AND p.codename = 'view_submissions'
  WHERE u.list_id = l.id
    AND p.user_id = $1
))
  AND l.uid = $3;
-- $1 integer, $2 boolean, $3 text

-- insert
INSERT INTO "entity_list"("id", "uid", "owner_id", "name", "properties", "approval_required", "date_created",
  "date_modified")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7)
RETURNING "id", "approval_required";
-- $1 text, $2 integer, $3 text, $4 jsonb, $5 boolean, $6 timestamp with time zone, $7 timestamp with time zone

-- ensure
INSERT INTO "entity_list"("id", "uid", "owner_id", "name", "properties", "approval_required", "date_created",
  "date_modified")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7)
ON CONFLICT DO NOTHING
RETURNING "id";
-- $1 text, $2 integer, $3 text, $4 jsonb, $5 boolean, $6 timestamp with time zone, $7 timestamp with time zone

-- lockProperties
SELECT "EntityListEntity"."id" AS "EntityListEntity_id", "EntityListEntity"."uid" AS "EntityListEntity_uid",
  "EntityListEntity"."owner_id" AS "EntityListEntity_owner_id",
  "EntityListEntity"."name" AS "EntityListEntity_name",
  "EntityListEntity"."properties" AS "EntityListEntity_properties",
  "EntityListEntity"."approval_required" AS "EntityListEntity_approval_required",
  "EntityListEntity"."date_created" AS "EntityListEntity_date_created",
  "EntityListEntity"."date_modified" AS "EntityListEntity_date_modified"
FROM "entity_list" "EntityListEntity"
WHERE (("EntityListEntity"."id" = $1))
LIMIT 1
FOR UPDATE;
-- $1 integer

-- lockProperties
SELECT "EntityListEntity"."id" AS "EntityListEntity_id", "EntityListEntity"."uid" AS "EntityListEntity_uid",
  "EntityListEntity"."owner_id" AS "EntityListEntity_owner_id",
  "EntityListEntity"."name" AS "EntityListEntity_name",
  "EntityListEntity"."properties" AS "EntityListEntity_properties",
  "EntityListEntity"."approval_required" AS "EntityListEntity_approval_required",
  "EntityListEntity"."date_created" AS "EntityListEntity_date_created",
  "EntityListEntity"."date_modified" AS "EntityListEntity_date_modified"
FROM "entity_list" "EntityListEntity"
WHERE (("EntityListEntity"."id" = $1))
LIMIT 1
FOR NO KEY UPDATE;
-- $1 integer

-- holdProperties
SELECT properties
FROM entity_list
WHERE id = $1 FOR KEY SHARE;
-- $1 integer

-- update
UPDATE "entity_list"
SET "properties" = $1, "date_modified" = $2, "approval_required" = $3
WHERE "id" = $4;
-- $1 jsonb, $2 timestamp with time zone, $3 boolean, $4 integer

-- remove
DELETE FROM "entity_list"
WHERE "id" = $1;
-- $1 integer

-- usingForms
SELECT a.name
FROM entity_list_use u
JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
JOIN deployment d ON d.asset_id = a.id AND d.active
WHERE u.list_id = $1
  AND (u.declares OR u.reads)
ORDER BY a.name, a.id;
-- $1 integer

-- usedBy
SELECT l.name, u.declares, u.reads
FROM entity_list_use u
JOIN entity_list l ON l.id = u.list_id
WHERE u.asset_id = $1
ORDER BY l.name, l.id;
-- $1 integer

-- listsOfOwner
SELECT l.id, l.uid, l.name, l.properties, l.approval_required AS "approvalRequired", EXISTS (
  SELECT
  FROM entity_list_use u
  JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
  JOIN permission_assignment p ON p.asset_id = u.asset_id AND p.codename = 'view_submissions'
  WHERE u.list_id = l.id
    AND p.user_id = $3
) AS reads, EXISTS (
  SELECT
  FROM entity_list_use u
  JOIN asset a ON a.id = u.asset_id AND a.date_deleted IS NULL
  JOIN permission_assignment p ON p.asset_id = u.asset_id AND p.codename = 'change_submissions'
  WHERE u.list_id = l.id
    AND p.user_id = $3
) AS writes, coalesce(u.declares, false) AS "isDeclared", coalesce(u.reads, false) AS "isRead"
FROM entity_list l
JOIN asset form ON form.id = $1 AND form.owner_id = l.owner_id
LEFT JOIN entity_list_use u ON u.list_id = l.id AND u.asset_id = form.id
WHERE l.name = ANY ($2)
ORDER BY l.id;
-- $1 integer, $2 text[], $3 integer

-- setUses
UPDATE entity_list_use
SET reads = false
WHERE asset_id = $1
  AND reads
  AND list_id <> ALL ($2::integer[]);
-- $1 integer, $2 integer[]
UPDATE entity_list_use u
SET declares = false
FROM entity_list l, entity_list next
WHERE u.asset_id = $1
  AND u.declares
  AND l.id = u.list_id
  AND next.id = ANY ($2::integer[])
  AND next.name = l.name
  AND next.id <> l.id;
-- $1 integer, $2 integer[]
DELETE FROM entity_list_use
WHERE asset_id = $1
  AND NOT (reads OR declares);
-- $1 integer
INSERT INTO entity_list_use AS u (list_id, asset_id, declares, reads)
SELECT list_id, $1::integer, declares, reads
FROM unnest($2::integer[], $3::boolean[], $4::boolean[]) AS s (list_id, declares, reads)
ON CONFLICT ON CONSTRAINT entity_list_use_pk
DO UPDATE SET declares = u.declares OR excluded.declares, reads = excluded.reads;
-- $1 integer, $2 integer[], $3 boolean[], $4 boolean[]
