-- find
SELECT a.id AS "assetId", a.uid AS "assetUid", a.asset_type AS "assetType", a.owner_id AS "ownerId",
  coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $2), '{}') AS own,
  coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $3), '{}') AS anonymous,
  (array_agg(p.partial_grants) FILTER (WHERE p.user_id = $2
  AND p.partial_grants IS NOT NULL))[1] AS "partialGrants"
FROM asset a
LEFT JOIN permission_assignment p ON p.asset_id = a.id AND p.user_id IN ($2, $3)
WHERE a.uid = $1
  AND a.date_deleted IS NULL
GROUP BY a.id;
-- $1 text, $2 integer, $3 integer

-- findMany
SELECT a.id AS "assetId", a.uid AS "assetUid", a.asset_type AS "assetType", a.owner_id AS "ownerId",
  coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $2), '{}') AS own,
  coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $3), '{}') AS anonymous,
  (array_agg(p.partial_grants) FILTER (WHERE p.user_id = $2
  AND p.partial_grants IS NOT NULL))[1] AS "partialGrants"
FROM asset a
LEFT JOIN permission_assignment p ON p.asset_id = a.id AND p.user_id IN ($2, $3)
WHERE a.uid = ANY($1::text[])
  AND a.date_deleted IS NULL
GROUP BY a.id;
-- $1 text[], $2 integer, $3 integer
