-- list
WITH credential AS (
  SELECT CASE WHEN is_default THEN 'default-token' ELSE 'token' END AS kind,
    CASE WHEN is_default THEN 'default' ELSE uid END AS uid, name, scopes, date_created AS created,
    date_expires AS expires, date_last_used AS "lastUsed", NULL AS address, NULL AS agent
  FROM api_token
  WHERE user_id = $1
    AND (date_expires IS NULL OR date_expires > $2) UNION ALL
  SELECT 'session', 'session-' || id, '', '{read,write}', date_created, date_expires, date_last_used, address,
    agent
  FROM session
  WHERE user_id = $1
    AND date_expires > $2 UNION ALL
  SELECT 'application', a.client_id, a.name, array_agg(DISTINCT s.scope), min(g.date_created), NULL,
    max(t.date_created), NULL, NULL
  FROM oauth_grant g
  JOIN oauth_application a ON a.id = g.application_id
  JOIN oauth_token t ON t.grant_id = g.id
  CROSS JOIN LATERAL unnest(g.scopes) AS s(scope)
  WHERE g.user_id = $1
    AND g.date_revoked IS NULL
  GROUP BY a.id
)
SELECT whole.total, page.*
FROM (
  SELECT count(*)::integer AS total
  FROM credential
) AS whole
LEFT JOIN (
  SELECT *
  FROM credential
  ORDER BY created DESC, uid
  LIMIT $3
  OFFSET $4
) AS page ON true
ORDER BY page.created DESC, page.uid;
-- $1 integer, $2 timestamp with time zone, $3 bigint, $4 bigint
