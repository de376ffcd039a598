-- rows
SELECT a.id, a.uid, a.name, a.asset_type AS "assetType", a.owner_id AS "ownerId",
  owner.username AS "ownerUsername", parent.uid AS "parentUid", a.settings::text AS settings,
  a.summary::text AS summary, a.tags, a.data_sharing::text AS "dataSharing", a.created_by AS "createdBy",
  a.last_modified_by AS "lastModifiedBy", a.date_created AS "dateCreated", a.date_modified AS "dateModified",
  newest.uid AS "versionUid", d.active, d.uuid AS "deploymentUuid", d.encrypted,
  d.date_deployed AS "dateDeployed", deployed.uid AS "deployedVersionUid",
  CASE WHEN a.asset_type = 'collection' THEN (
  SELECT count(*)
  FROM asset child
  WHERE child.parent_id = a.id
    AND child.date_deleted IS NULL
    AND child.asset_type <> 'empty'
    AND ($4 OR EXISTS (
      SELECT 1
      FROM permission_assignment p
      WHERE p.asset_id = child.id
        AND p.codename = 'view_asset'
        AND p.user_id IN ($2, $3)
    ))
) ELSE 0 END::int AS "childCount", CASE WHEN a.asset_type = 'collection' THEN (
  SELECT count(*)
  FROM asset_subscription s
  WHERE s.asset_id = a.id
) ELSE 0 END::int AS "subscriberCount", EXISTS (
  SELECT 1
  FROM asset_subscription s
  WHERE s.asset_id = a.id
    AND s.user_id = $2
) AS "isFollowed"
FROM asset a
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id
LEFT JOIN deployment d ON d.asset_id = a.id
LEFT JOIN asset_version deployed ON deployed.id = d.version_id
LEFT JOIN LATERAL (
  SELECT v.uid
  FROM asset_version v
  WHERE v.asset_id = a.id
  ORDER BY v.id DESC
  LIMIT 1
) newest ON true
WHERE a.id = ANY($1::int[])
ORDER BY array_position($1::int[], a.id);
-- $1 integer[], $2 integer, $3 integer, $4 boolean

-- row
SELECT a.id, a.uid, a.name, a.asset_type AS "assetType", a.owner_id AS "ownerId",
  owner.username AS "ownerUsername", parent.uid AS "parentUid", a.settings::text AS settings,
  a.summary::text AS summary, a.tags, a.data_sharing::text AS "dataSharing", a.created_by AS "createdBy",
  a.last_modified_by AS "lastModifiedBy", a.date_created AS "dateCreated", a.date_modified AS "dateModified",
  newest.uid AS "versionUid", d.active, d.uuid AS "deploymentUuid", d.encrypted,
  d.date_deployed AS "dateDeployed", deployed.uid AS "deployedVersionUid",
  CASE WHEN a.asset_type = 'collection' THEN (
  SELECT count(*)
  FROM asset child
  WHERE child.parent_id = a.id
    AND child.date_deleted IS NULL
    AND child.asset_type <> 'empty'
    AND ($4 OR EXISTS (
      SELECT 1
      FROM permission_assignment p
      WHERE p.asset_id = child.id
        AND p.codename = 'view_asset'
        AND p.user_id IN ($2, $3)
    ))
) ELSE 0 END::int AS "childCount", CASE WHEN a.asset_type = 'collection' THEN (
  SELECT count(*)
  FROM asset_subscription s
  WHERE s.asset_id = a.id
) ELSE 0 END::int AS "subscriberCount", EXISTS (
  SELECT 1
  FROM asset_subscription s
  WHERE s.asset_id = a.id
    AND s.user_id = $2
) AS "isFollowed", (
  SELECT json_agg(json_build_array(p.uid, p.user_id, u.username, p.codename,
    p.partial_grants) ORDER BY u.username, p.codename)::text
  FROM permission_assignment p
  JOIN app_user u ON u.id = p.user_id
  WHERE p.asset_id = a.id
    AND u.is_active
) AS assignments
FROM asset a
JOIN app_user owner ON owner.id = a.owner_id
LEFT JOIN asset parent ON parent.id = a.parent_id
LEFT JOIN deployment d ON d.asset_id = a.id
LEFT JOIN asset_version deployed ON deployed.id = d.version_id
LEFT JOIN LATERAL (
  SELECT v.uid
  FROM asset_version v
  WHERE v.asset_id = a.id
  ORDER BY v.id DESC
  LIMIT 1
) newest ON true
WHERE a.id = $1;
-- $1 integer, $2 integer, $3 integer, $4 boolean

-- detail
SELECT a.report_custom AS "reportCustom", a.map_styles AS "mapStyles", a.map_custom AS "mapCustom",
  a.advanced_features AS "advancedFeatures", (
  SELECT coalesce(json_agg(json_build_object('uid', f.uid, 'questionXpath', f.question_xpath, 'action',
    f.action, 'params', f.params) ORDER BY f.id), '[]')
  FROM question_feature f
  WHERE f.asset_id = a.id
) AS "questionFeatures", (
  SELECT content_hash
  FROM asset_version v
  WHERE v.asset_id = a.id
  ORDER BY v.id DESC
  LIMIT 1
) AS "contentHash", (
  SELECT count(*)::int
  FROM asset_version v
  WHERE v.asset_id = a.id
) AS "versionCount", (
  SELECT json_build_object('inviteUid', i.uid, 'senderId', i.sender_id, 'recipientId', i.recipient_id,
    'sender', s.username, 'recipient', r.username, 'status', i.status)
  FROM ownership_transfer t
  JOIN ownership_invite i ON i.id = t.invite_id
  JOIN app_user s ON s.id = i.sender_id
  JOIN app_user r ON r.id = i.recipient_id
  WHERE t.asset_id = a.id
  ORDER BY t.id DESC
  LIMIT 1
) AS ownership
FROM asset a
WHERE a.id = $1;
-- $1 integer

-- deployedVersions
SELECT uid, content_hash AS "contentHash", date_modified AS "dateModified"
FROM asset_version
WHERE asset_id = $1
  AND deployed
ORDER BY id DESC;
-- $1 integer

-- exportSettings
SELECT asset_id AS "assetId", uid, name, request, date_modified AS "dateModified"
FROM export_setting
WHERE asset_id = ANY($1::int[])
ORDER BY date_modified DESC, id DESC;
-- $1 integer[]

-- assignments
SELECT p.asset_id AS "assetId", json_agg(json_build_array(p.uid, p.user_id, u.username, p.codename,
  p.partial_grants) ORDER BY u.username, p.codename)::text AS assignments
FROM permission_assignment p
JOIN app_user u ON u.id = p.user_id
WHERE p.asset_id = ANY($1::int[])
  AND u.is_active
GROUP BY p.asset_id;
-- $1 integer[]

-- submissionCounts
SELECT coalesce(json_agg(json_build_array(asset_id, submissions, extract(epoch FROM last_submitted) * 1000)),
  '[]')::text AS counts
FROM (
  SELECT asset_id, sum(submissions)::int AS submissions, max(last_submitted) AS last_submitted
  FROM (
    SELECT asset_id, submissions, last_submitted
    FROM submission_total
    WHERE asset_id = ANY($1::int[]) UNION ALL
    SELECT asset_id, submissions, last_submitted
    FROM submission_tally
    WHERE asset_id = ANY($1::int[])
      AND slot >= 0
  ) AS counted
  GROUP BY asset_id
  ORDER BY asset_id
) AS counts;
-- $1 integer[]
