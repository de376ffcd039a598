-- page
SELECT count(*)::int AS count
FROM asset_version
WHERE asset_id = $1
  AND ($2::boolean IS NULL OR deployed = $2);
-- $1 integer, $2 boolean
SELECT *
FROM (
  SELECT v.id, v.uid, v.content_hash AS "contentHash", v.deployed, v.date_modified AS "dateModified",
    v.deployments,
    count(*) FILTER (WHERE NOT v.deployed) OVER (PARTITION BY v.deployments ORDER BY v.id ROWS UNBOUNDED PRECEDING)::int AS drafts
  FROM (
    SELECT *, count(*) FILTER (WHERE deployed) OVER (ORDER BY id)::int AS deployments
    FROM asset_version
    WHERE asset_id = $1
  ) v
) numbered
WHERE $2::boolean IS NULL OR deployed = $2
ORDER BY id DESC
LIMIT $3
OFFSET $4;
-- $1 integer, $2 boolean, $3 bigint, $4 bigint

-- find
SELECT *
FROM (
  SELECT v.id, v.uid, v.content_hash AS "contentHash", v.deployed, v.date_modified AS "dateModified",
    v.deployments,
    count(*) FILTER (WHERE NOT v.deployed) OVER (PARTITION BY v.deployments ORDER BY v.id ROWS UNBOUNDED PRECEDING)::int AS drafts
  FROM (
    SELECT *, count(*) FILTER (WHERE deployed) OVER (ORDER BY id)::int AS deployments
    FROM asset_version
    WHERE asset_id = $1
  ) v
) numbered
WHERE uid = $2;
-- $1 integer, $2 text
