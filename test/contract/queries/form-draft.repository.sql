-- find
COPY (
  SELECT content, base_version_uid, revision, floor(extract(epoch FROM date_modified) * 1000)::bigint::text
  FROM form_draft
  WHERE asset_id = 900001
    AND user_id = 900001
) TO STDOUT (FORMAT binary);

-- insert
INSERT INTO "form_draft" AS "FormDraftEntity"("asset_id", "user_id", "content", "base_version_uid",
  "revision", "date_modified")
VALUES ($1, $2, convert_from($3, 'UTF8')::json, $4, $5, $6)
ON CONFLICT DO NOTHING
RETURNING "revision";
-- $1 integer, $2 integer, $3 bytea, $4 text, $5 text, $6 timestamp with time zone

-- replace
UPDATE "form_draft"
SET "base_version_uid" = $1, "revision" = $2, "date_modified" = $3, "content" = convert_from($4, 'UTF8')::json
WHERE ("asset_id" = $5 AND "user_id" = $6 AND "revision" = $7);
-- $1 text, $2 text, $3 timestamp with time zone, $4 bytea, $5 integer, $6 integer, $7 text

-- remove
DELETE FROM "form_draft"
WHERE ("asset_id" = $1 AND "user_id" = $2);
-- $1 integer, $2 integer

-- remove
DELETE FROM "form_draft"
WHERE ("asset_id" = $1 AND "user_id" = $2 AND "revision" = $3);
-- $1 integer, $2 integer, $3 text

-- exists
SELECT 1 AS "row_exists"
FROM (
  SELECT 1 AS dummy_column
) "dummy_table"
WHERE EXISTS (
  SELECT 1
  FROM "form_draft" "FormDraftEntity"
  WHERE (("FormDraftEntity"."asset_id" = $1) AND ("FormDraftEntity"."user_id" = $2))
)
LIMIT 1;
-- $1 integer, $2 integer
