-- insert
SELECT store_submission($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11) AS id;
-- $1 integer, $2 text, $3 text, $4 bytea, $5 integer, $6 text, $7 text, $8 timestamp with time zone, $9 jsonb, $10 text, $11 text

-- insert
WITH stored AS MATERIALIZED (
  SELECT store_submission($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11) AS id
), files AS (
  INSERT INTO attachment (asset_id, submission_id, date_created, uid, name, name_key, mimetype, byte_size,
    sha256, question_xpath)
  SELECT $1, stored.id, $8, f.*
  FROM stored, unnest($12::text[], $13::text[], $14::text[], $15::text[], $16::bigint[], $17::bytea[],
    $18::text[]) f
  WHERE stored.id IS NOT NULL
)
SELECT id
FROM stored
WHERE id IS NOT NULL;
-- $1 integer, $2 text, $3 text, $4 bytea, $5 integer, $6 text, $7 text, $8 timestamp with time zone, $9 jsonb, $10 text, $11 text, $12 text[], $13 text[], $14 text[], $15 text[], $16 bigint[], $17 bytea[], $18 text[]

-- insert
WITH stored AS MATERIALIZED (
  SELECT store_submission($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11) AS id
)
SELECT id, note_deliveries($1, ARRAY[id], 'created', $8)
FROM stored
WHERE id IS NOT NULL;
-- $1 integer, $2 text, $3 text, $4 bytea, $5 integer, $6 text, $7 text, $8 timestamp with time zone, $9 jsonb, $10 text, $11 text

-- insert
WITH stored AS MATERIALIZED (
  SELECT store_submission($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11) AS id
), files AS (
  INSERT INTO attachment (asset_id, submission_id, date_created, uid, name, name_key, mimetype, byte_size,
    sha256, question_xpath)
  SELECT $1, stored.id, $8, f.*
  FROM stored, unnest($12::text[], $13::text[], $14::text[], $15::text[], $16::bigint[], $17::bytea[],
    $18::text[]) f
  WHERE stored.id IS NOT NULL
)
SELECT id, note_deliveries($1, ARRAY[id], 'created', $8)
FROM stored
WHERE id IS NOT NULL;
-- $1 integer, $2 text, $3 text, $4 bytea, $5 integer, $6 text, $7 text, $8 timestamp with time zone, $9 jsonb, $10 text, $11 text, $12 text[], $13 text[], $14 text[], $15 text[], $16 bigint[], $17 bytea[], $18 text[]

-- insertBatch
SELECT id
FROM store_submissions(ARRAY[$1, $2]::integer[], ARRAY[$3, $4]::text[], ARRAY[$5, $6]::text[], ARRAY[$7,
  $8]::bytea[], ARRAY[$9, $10]::text[], ARRAY[$11, $12]::text[], ARRAY[$13, $14]::timestamptz[], ARRAY[$15,
  $16]::text[], ARRAY[$17, $18]::text[], ARRAY[$19, $20]::text[], ARRAY[$21, $22]::text[]) AS id;
-- $1 integer, $2 integer, $3 text, $4 text, $5 text, $6 text, $7 bytea, $8 bytea, $9 text, $10 text, $11 text, $12 text, $13 timestamp with time zone, $14 timestamp with time zone, $15 text, $16 text, $17 text, $18 text, $19 text, $20 text, $21 text, $22 text

-- insertWithEntities
SELECT id, outcome
FROM store_entity_submissions(ARRAY[$1]::integer[], ARRAY[$2]::text[], ARRAY[$3]::text[], ARRAY[$4]::bytea[],
  ARRAY[$5]::text[], ARRAY[$6]::text[], ARRAY[$7]::timestamptz[], ARRAY[$8]::text[], ARRAY[$9]::text[],
  ARRAY[$10]::text[], ARRAY[$11]::text[], $12::jsonb);
-- $1 integer, $2 text, $3 text, $4 bytea, $5 text, $6 text, $7 timestamp with time zone, $8 text, $9 text, $10 text, $11 text, $12 jsonb

-- insertEntityBatch
SELECT id, outcome
FROM store_entity_submissions(ARRAY[$1]::integer[], ARRAY[$2]::text[], ARRAY[$3]::text[], ARRAY[$4]::bytea[],
  ARRAY[$5]::text[], ARRAY[$6]::text[], ARRAY[$7]::timestamptz[], ARRAY[$8]::text[], ARRAY[$9]::text[],
  ARRAY[$10]::text[], ARRAY[$11]::text[], $12::jsonb);
-- $1 integer, $2 text, $3 text, $4 bytea, $5 text, $6 text, $7 timestamp with time zone, $8 text, $9 text, $10 text, $11 text, $12 jsonb

-- insertWithin
SELECT store_submission($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11) AS id;
-- $1 integer, $2 text, $3 text, $4 bytea, $5 integer, $6 text, $7 text, $8 timestamp with time zone, $9 jsonb, $10 text, $11 text

-- addAttachments
WITH files AS (
  INSERT INTO attachment (asset_id, submission_id, date_created, uid, name, name_key, mimetype, byte_size,
    sha256, question_xpath)
  SELECT $1, $2, $3, f.*
  FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bytea[], $11::text[]) f
)
UPDATE submission
SET json = $4, date_modified = $3, attachment_count = attachment_count + 1
WHERE asset_id = $1
  AND id = $2;
-- $1 integer, $2 bigint, $3 timestamp with time zone, $4 text, $5 text[], $6 text[], $7 text[], $8 text[], $9 bigint[], $10 bytea[], $11 text[]
