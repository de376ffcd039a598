-- page
SELECT submission.id AS submission, 0::int AS index, ARRAY[]::text[] AS sorted
FROM submission
WHERE asset_id = $1
ORDER BY submission.id ASC
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint
SELECT coalesce(sum(submissions), 0)::int AS count
FROM (
  SELECT submissions
  FROM submission_total
  WHERE asset_id = $1 UNION ALL
  SELECT submissions
  FROM submission_tally
  WHERE asset_id = $1
    AND slot >= 0
) AS counted;
-- $1 integer

-- page
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT submission.id AS submission, 0::int AS index,
  ARRAY[((CASE WHEN CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END ~ '^[-+]?[0-9]{1,30}([.]0{0,20})?$' THEN CASE WHEN (CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric BETWEEN -9223372036854775808
  AND 9223372036854775807 THEN trunc((CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric) END END))::text,
  (left(coalesce(CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END,
  CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END),
  200) COLLATE "C")::text]::text[] AS sorted
FROM submission
WHERE asset_id = $1
  AND ((coalesce(CASE jsonb_typeof(submission.answers -> $9::text) WHEN 'string' THEN submission.answers ->> $9::text END,
    CASE jsonb_typeof(submission.answers -> $10::text) WHEN 'string' THEN submission.answers ->> $10::text END)) COLLATE "C" = $11::text
    AND (CASE WHEN CASE jsonb_typeof(submission.answers -> $12::text) WHEN 'string' THEN submission.answers ->> $12::text END ~ '^[-+]?[0-9]{1,30}([.]0{0,20})?$' THEN CASE WHEN (CASE jsonb_typeof(submission.answers -> $12::text) WHEN 'string' THEN submission.answers ->> $12::text END)::numeric BETWEEN -9223372036854775808
    AND 9223372036854775807 THEN trunc((CASE jsonb_typeof(submission.answers -> $12::text) WHEN 'string' THEN submission.answers ->> $12::text END)::numeric) END END) > $13::numeric
    AND (CASE WHEN CASE jsonb_typeof(submission.answers -> $14::text) WHEN 'string' THEN submission.answers ->> $14::text END ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$' THEN (CASE jsonb_typeof(submission.answers -> $14::text) WHEN 'string' THEN submission.answers ->> $14::text END)::float8 END) <= $15::numeric
    AND (CASE WHEN CASE jsonb_typeof(submission.answers -> $16::text) WHEN 'string' THEN submission.answers ->> $16::text END ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)$' THEN CASE jsonb_typeof(submission.answers -> $16::text) WHEN 'string' THEN submission.answers ->> $16::text END END) COLLATE "C" < $17::text
    AND ((extract(epoch FROM (CASE WHEN CASE jsonb_typeof(submission.answers -> $18::text) WHEN 'string' THEN submission.answers ->> $18::text END ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace(CASE jsonb_typeof(submission.answers -> $18::text) WHEN 'string' THEN submission.answers ->> $18::text END,
    '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
    '\1') || CASE WHEN CASE jsonb_typeof(submission.answers -> $18::text) WHEN 'string' THEN submission.answers ->> $18::text END ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END)::timestamptz) * 1000000)) >= $19::numeric
    AND NOT coalesce((CASE WHEN (regexp_split_to_array(btrim(CASE jsonb_typeof(submission.answers -> $20::text) WHEN 'string' THEN submission.answers ->> $20::text END,
    E' \t\r\n'),
    '[ \t\r\n]+'))[1] ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$' THEN ((regexp_split_to_array(btrim(CASE jsonb_typeof(submission.answers -> $20::text) WHEN 'string' THEN submission.answers ->> $20::text END,
    E' \t\r\n'), '[ \t\r\n]+'))[1])::float8 END) IS NOT NULL, false)
    AND ((extract(epoch FROM date_trunc('second', submission.date_submitted)) * 1000000)) < $21::numeric)
  AND (((CASE WHEN CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END ~ '^[-+]?[0-9]{1,30}([.]0{0,20})?$' THEN CASE WHEN (CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric BETWEEN -9223372036854775808
    AND 9223372036854775807 THEN trunc((CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric) END END) < $8::numeric) IS NOT FALSE OR ((CASE WHEN CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END ~ '^[-+]?[0-9]{1,30}([.]0{0,20})?$' THEN CASE WHEN (CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric BETWEEN -9223372036854775808
    AND 9223372036854775807 THEN trunc((CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric) END END) = $8::numeric
    AND (left(coalesce(CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END,
    CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END),
    200) COLLATE "C" IS NOT NULL OR submission.id > $7::bigint)))
ORDER BY (CASE WHEN CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END ~ '^[-+]?[0-9]{1,30}([.]0{0,20})?$' THEN CASE WHEN (CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric BETWEEN -9223372036854775808
  AND 9223372036854775807 THEN trunc((CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric) END END) DESC NULLS LAST,
  left(coalesce(CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END,
  CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END),
  200) COLLATE "C" ASC NULLS FIRST, submission.id ASC
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint, $4 text, $5 text, $6 text, $7 bigint, $8 numeric, $9 text, $10 text, $11 text, $12 text, $13 numeric, $14 text, $15 numeric, $16 text, $17 text, $18 text, $19 numeric, $20 text, $21 numeric
ROLLBACK;

-- page
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT submission.id AS submission, feed_row.index::int AS index, ARRAY[]::text[] AS sorted
FROM submission
CROSS JOIN LATERAL (
  SELECT 0 AS chain, index, NULL::bigint AS parent_index, answers
  FROM (
    SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
      inner_instance.answers
    FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'array' THEN submission.answers -> $6::text END) WITH ORDINALITY AS inner_instance (answers,
      position)
    WHERE jsonb_typeof(inner_instance.answers) = 'object'
  ) AS instance
) AS feed_row
WHERE asset_id = $1
  AND NOT coalesce((coalesce(CASE jsonb_typeof(submission.answers -> $7::text) WHEN 'string' THEN submission.answers ->> $7::text END,
    CASE jsonb_typeof(submission.answers -> $8::text) WHEN 'string' THEN submission.answers ->> $8::text END)) COLLATE "C" = $9::text,
    false)
  AND (submission.id >= $4::bigint AND (submission.id > $4::bigint OR feed_row.index > $5::bigint))
ORDER BY submission.id ASC, feed_row.index
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint, $4 bigint, $5 bigint, $6 text, $7 text, $8 text, $9 text
SELECT count(*)::int AS count
FROM submission
CROSS JOIN LATERAL (
  SELECT 0 AS chain, index, NULL::bigint AS parent_index, answers
  FROM (
    SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
      inner_instance.answers
    FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $2::text) WHEN 'array' THEN submission.answers -> $2::text END) WITH ORDINALITY AS inner_instance (answers,
      position)
    WHERE jsonb_typeof(inner_instance.answers) = 'object'
  ) AS instance
) AS feed_row
WHERE asset_id = $1
  AND NOT coalesce((coalesce(CASE jsonb_typeof(submission.answers -> $3::text) WHEN 'string' THEN submission.answers ->> $3::text END,
    CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)) COLLATE "C" = $5::text,
    false);
-- $1 integer, $2 text, $3 text, $4 text, $5 text
ROLLBACK;

-- page
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT submission.id AS submission, 0::int AS index, ARRAY[]::text[] AS sorted
FROM submission
WHERE asset_id = $1
  AND (((((CASE WHEN CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END ~ '^[-+]?[0-9]{1,30}([.]0{0,20})?$' THEN CASE WHEN (CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric BETWEEN -9223372036854775808
    AND 9223372036854775807 THEN trunc((CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric) END END)::numeric + (($5::numeric)::numeric * ($6::numeric)::numeric)::numeric)::numeric - ($7::numeric)::numeric)::numeric > (mod(((CASE WHEN CASE jsonb_typeof(submission.answers -> $8::text) WHEN 'string' THEN submission.answers ->> $8::text END ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$' THEN (CASE jsonb_typeof(submission.answers -> $8::text) WHEN 'string' THEN submission.answers ->> $8::text END)::float8 END)::numeric / nullif(($9::numeric)::numeric,
    0))::numeric, nullif(($10::numeric)::numeric, 0)))::numeric) = $11::boolean
    AND (((lower((coalesce(CASE jsonb_typeof(submission.answers -> $12::text) WHEN 'string' THEN submission.answers ->> $12::text END,
    CASE jsonb_typeof(submission.answers -> $13::text) WHEN 'string' THEN submission.answers ->> $13::text END)) COLLATE "C" COLLATE "und-x-icu")) COLLATE "C" || ($14::text) COLLATE "C") COLLATE "C" IS NOT DISTINCT FROM (substr((coalesce(CASE jsonb_typeof(submission.answers -> $15::text) WHEN 'string' THEN submission.answers ->> $15::text END,
    CASE jsonb_typeof(submission.answers -> $16::text) WHEN 'string' THEN submission.answers ->> $16::text END)) COLLATE "C",
    least(greatest(($17::numeric)::numeric, 0), 1000000000)::int + 1, least(greatest(($18::numeric)::numeric,
    0), 1000000000)::int)) COLLATE "C") = $19::boolean
    AND ((extract(epoch FROM substring(CASE WHEN CASE jsonb_typeof(submission.answers -> $20::text) WHEN 'string' THEN submission.answers ->> $20::text END ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace(CASE jsonb_typeof(submission.answers -> $20::text) WHEN 'string' THEN submission.answers ->> $20::text END,
    '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
    '\1') || CASE WHEN CASE jsonb_typeof(submission.answers -> $20::text) WHEN 'string' THEN submission.answers ->> $20::text END ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END from 'T([0-9:.]+)')::time) * 1000000)) < $21::numeric
    AND (((extract(epoch FROM (CASE WHEN CASE jsonb_typeof(submission.answers -> $22::text) WHEN 'string' THEN submission.answers ->> $22::text END ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace(CASE jsonb_typeof(submission.answers -> $22::text) WHEN 'string' THEN submission.answers ->> $22::text END,
    '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
    '\1') || CASE WHEN CASE jsonb_typeof(submission.answers -> $22::text) WHEN 'string' THEN submission.answers ->> $22::text END ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END)::timestamptz) * 1000000))::numeric <= ((extract(epoch FROM now()) * 1000000))::numeric) = $23::boolean
    AND ((round((CASE WHEN CASE jsonb_typeof(submission.answers -> $24::text) WHEN 'string' THEN submission.answers ->> $24::text END ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$' THEN (CASE jsonb_typeof(submission.answers -> $24::text) WHEN 'string' THEN submission.answers ->> $24::text END)::float8 END)::numeric))::numeric >= (floor((CASE WHEN CASE jsonb_typeof(submission.answers -> $25::text) WHEN 'string' THEN submission.answers ->> $25::text END ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$' THEN (CASE jsonb_typeof(submission.answers -> $25::text) WHEN 'string' THEN submission.answers ->> $25::text END)::float8 END)::numeric))::numeric) = $26::boolean
    AND (((strpos((coalesce(CASE jsonb_typeof(submission.answers -> $27::text) WHEN 'string' THEN submission.answers ->> $27::text END,
    CASE jsonb_typeof(submission.answers -> $28::text) WHEN 'string' THEN submission.answers ->> $28::text END)) COLLATE "C",
    (coalesce(CASE jsonb_typeof(submission.answers -> $29::text) WHEN 'string' THEN submission.answers ->> $29::text END,
    CASE jsonb_typeof(submission.answers -> $30::text) WHEN 'string' THEN submission.answers ->> $30::text END)) COLLATE "C") - 1)::numeric)::numeric IS NOT DISTINCT FROM (char_length((btrim((coalesce(CASE jsonb_typeof(submission.answers -> $31::text) WHEN 'string' THEN submission.answers ->> $31::text END,
    CASE jsonb_typeof(submission.answers -> $32::text) WHEN 'string' THEN submission.answers ->> $32::text END)) COLLATE "C",
    E' \t\r\n')) COLLATE "C")::numeric)::numeric) = $33::boolean
    AND (mod(substring(CASE WHEN CASE jsonb_typeof(submission.answers -> $34::text) WHEN 'string' THEN submission.answers ->> $34::text END ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace(CASE jsonb_typeof(submission.answers -> $34::text) WHEN 'string' THEN submission.answers ->> $34::text END,
    '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
    '\1') || CASE WHEN CASE jsonb_typeof(submission.answers -> $34::text) WHEN 'string' THEN submission.answers ->> $34::text END ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END from 18 for 9)::numeric,
    1)) = $35::numeric
    AND ((substr(to_char(to_timestamp(((extract(epoch FROM now()) * 1000000)) / 1000000) AT TIME ZONE 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.US'), 1,
    4)::numeric)::numeric IS NOT DISTINCT FROM (substr(CASE WHEN CASE jsonb_typeof(submission.answers -> $36::text) WHEN 'string' THEN submission.answers ->> $36::text END ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)$' THEN CASE jsonb_typeof(submission.answers -> $36::text) WHEN 'string' THEN submission.answers ->> $36::text END END,
    1, 4)::numeric)::numeric) = $37::boolean
    AND (right((coalesce(CASE jsonb_typeof(submission.answers -> $38::text) WHEN 'string' THEN submission.answers ->> $38::text END,
    CASE jsonb_typeof(submission.answers -> $39::text) WHEN 'string' THEN submission.answers ->> $39::text END)) COLLATE "C",
    char_length((upper((coalesce(CASE jsonb_typeof(submission.answers -> $40::text) WHEN 'string' THEN submission.answers ->> $40::text END,
    CASE jsonb_typeof(submission.answers -> $41::text) WHEN 'string' THEN submission.answers ->> $41::text END)) COLLATE "C" COLLATE "und-x-icu")) COLLATE "C")) = (upper((coalesce(CASE jsonb_typeof(submission.answers -> $40::text) WHEN 'string' THEN submission.answers ->> $40::text END,
    CASE jsonb_typeof(submission.answers -> $41::text) WHEN 'string' THEN submission.answers ->> $41::text END)) COLLATE "C" COLLATE "und-x-icu")) COLLATE "C") = $42::boolean)
ORDER BY submission.id ASC
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint, $4 text, $5 numeric, $6 numeric, $7 numeric, $8 text, $9 numeric, $10 numeric, $11 boolean, $12 text, $13 text, $14 text, $15 text, $16 text, $17 numeric, $18 numeric, $19 boolean, $20 text, $21 numeric, $22 text, $23 boolean, $24 text, $25 text, $26 boolean, $27 text, $28 text, $29 text, $30 text, $31 text, $32 text, $33 boolean, $34 text, $35 numeric, $36 text, $37 boolean, $38 text, $39 text, $40 text, $41 text, $42 boolean
ROLLBACK;

-- page
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT submission.id AS submission, feed_row.index::int AS index,
  ARRAY[(left(coalesce(CASE jsonb_typeof(feed_row.answers -> $4::text) WHEN 'string' THEN feed_row.answers ->> $4::text END,
  CASE jsonb_typeof(feed_row.answers -> $5::text) WHEN 'string' THEN feed_row.answers ->> $5::text END),
  200) COLLATE "C")::text]::text[] AS sorted
FROM submission
CROSS JOIN LATERAL (
  SELECT row_number() OVER (ORDER BY chain, index) AS index, parent_index, answers
  FROM (
    SELECT 0 AS chain, index, outer_index AS parent_index, answers
    FROM (
      SELECT row_number() OVER (ORDER BY outer_instance.index, position) AS index,
        outer_instance.index AS outer_index, inner_instance.answers
      FROM (
        SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
          inner_instance.answers
        FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $9::text) WHEN 'array' THEN submission.answers -> $9::text END) WITH ORDINALITY AS inner_instance (answers,
          position)
        WHERE jsonb_typeof(inner_instance.answers) = 'object'
      ) AS outer_instance
      CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(outer_instance.answers -> $10::text) WHEN 'array' THEN outer_instance.answers -> $10::text END) WITH ORDINALITY AS inner_instance (answers,
        position)
      WHERE jsonb_typeof(inner_instance.answers) = 'object'
    ) AS instance UNION ALL
    SELECT 1 AS chain, index, NULL::bigint AS parent_index, answers
    FROM (
      SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
        inner_instance.answers
      FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $11::text) WHEN 'array' THEN submission.answers -> $11::text END) WITH ORDINALITY AS inner_instance (answers,
        position)
      WHERE jsonb_typeof(inner_instance.answers) = 'object'
    ) AS instance
  ) AS part
) AS feed_row
WHERE asset_id = $1
  AND (coalesce(CASE jsonb_typeof(feed_row.answers -> $12::text) WHEN 'string' THEN feed_row.answers ->> $12::text END,
    CASE jsonb_typeof(feed_row.answers -> $13::text) WHEN 'string' THEN feed_row.answers ->> $13::text END)) COLLATE "und-x-icu" ILIKE $14::text
  AND (left(coalesce(CASE jsonb_typeof(feed_row.answers -> $4::text) WHEN 'string' THEN feed_row.answers ->> $4::text END,
    CASE jsonb_typeof(feed_row.answers -> $5::text) WHEN 'string' THEN feed_row.answers ->> $5::text END),
    200) COLLATE "C" > $8::text OR (left(coalesce(CASE jsonb_typeof(feed_row.answers -> $4::text) WHEN 'string' THEN feed_row.answers ->> $4::text END,
    CASE jsonb_typeof(feed_row.answers -> $5::text) WHEN 'string' THEN feed_row.answers ->> $5::text END),
    200) COLLATE "C" = $8::text AND (submission.id >= $6::bigint
    AND (submission.id > $6::bigint OR feed_row.index > $7::bigint))))
ORDER BY left(coalesce(CASE jsonb_typeof(feed_row.answers -> $4::text) WHEN 'string' THEN feed_row.answers ->> $4::text END,
  CASE jsonb_typeof(feed_row.answers -> $5::text) WHEN 'string' THEN feed_row.answers ->> $5::text END),
  200) COLLATE "C" ASC NULLS FIRST, submission.id ASC, feed_row.index
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint, $4 text, $5 text, $6 bigint, $7 bigint, $8 text, $9 text, $10 text, $11 text, $12 text, $13 text, $14 text
ROLLBACK;

-- select
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT submission.id AS submission, feed_row.index::int AS index,
  ARRAY[(left(coalesce(CASE jsonb_typeof(feed_row.answers -> $4::text) WHEN 'string' THEN feed_row.answers ->> $4::text END,
  CASE jsonb_typeof(feed_row.answers -> $5::text) WHEN 'string' THEN feed_row.answers ->> $5::text END),
  200) COLLATE "C")::text]::text[] AS sorted
FROM submission
CROSS JOIN LATERAL (
  SELECT row_number() OVER (ORDER BY chain, index) AS index, parent_index, answers
  FROM (
    SELECT 0 AS chain, index, outer_index AS parent_index, answers
    FROM (
      SELECT row_number() OVER (ORDER BY outer_instance.index, position) AS index,
        outer_instance.index AS outer_index, inner_instance.answers
      FROM (
        SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
          inner_instance.answers
        FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'array' THEN submission.answers -> $6::text END) WITH ORDINALITY AS inner_instance (answers,
          position)
        WHERE jsonb_typeof(inner_instance.answers) = 'object'
      ) AS outer_instance
      CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(outer_instance.answers -> $7::text) WHEN 'array' THEN outer_instance.answers -> $7::text END) WITH ORDINALITY AS inner_instance (answers,
        position)
      WHERE jsonb_typeof(inner_instance.answers) = 'object'
    ) AS instance UNION ALL
    SELECT 1 AS chain, index, NULL::bigint AS parent_index, answers
    FROM (
      SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
        inner_instance.answers
      FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $8::text) WHEN 'array' THEN submission.answers -> $8::text END) WITH ORDINALITY AS inner_instance (answers,
        position)
      WHERE jsonb_typeof(inner_instance.answers) = 'object'
    ) AS instance
  ) AS part
) AS feed_row
WHERE asset_id = $1
  AND (((submission.id) = ANY($9::bigint[]))
    AND NOT coalesce((coalesce(CASE jsonb_typeof(feed_row.answers -> $10::text) WHEN 'string' THEN feed_row.answers ->> $10::text END,
    CASE jsonb_typeof(feed_row.answers -> $11::text) WHEN 'string' THEN feed_row.answers ->> $11::text END)) COLLATE "C" = $12::text,
    false))
ORDER BY left(coalesce(CASE jsonb_typeof(feed_row.answers -> $4::text) WHEN 'string' THEN feed_row.answers ->> $4::text END,
  CASE jsonb_typeof(feed_row.answers -> $5::text) WHEN 'string' THEN feed_row.answers ->> $5::text END),
  200) COLLATE "C" DESC NULLS LAST, submission.id ASC, feed_row.index
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint, $4 text, $5 text, $6 text, $7 text, $8 text, $9 bigint[], $10 text, $11 text, $12 text
ROLLBACK;

-- aggregate
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT ARRAY[c0::text, c1::text, c2::text, to_char(to_timestamp((c3) / 1000000) AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.US') || 'Z']::text[] AS texts
FROM (
  SELECT count(*) AS c0,
    sum((CASE WHEN CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END ~ '^[-+]?[0-9]{1,30}([.]0{0,20})?$' THEN CASE WHEN (CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric BETWEEN -9223372036854775808
    AND 9223372036854775807 THEN trunc((CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END)::numeric) END END)::numeric) AS c1,
    avg((CASE WHEN CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$' THEN (CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END)::float8 END)::numeric) AS c2,
    max(((extract(epoch FROM (CASE WHEN CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace(CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END,
    '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
    '\1') || CASE WHEN CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END)::timestamptz) * 1000000))::numeric) AS c3
  FROM submission
  WHERE asset_id = $1
    AND (CASE WHEN CASE jsonb_typeof(submission.answers -> $7::text) WHEN 'string' THEN submission.answers ->> $7::text END ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$' THEN (CASE jsonb_typeof(submission.answers -> $7::text) WHEN 'string' THEN submission.answers ->> $7::text END)::float8 END) > $8::numeric
) AS grouped
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint, $4 text, $5 text, $6 text, $7 text, $8 numeric
ROLLBACK;

-- aggregate
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT ARRAY[c0::text, to_char(to_timestamp((c1) / 1000000) AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.US') || 'Z', c2::text]::text[] AS texts
FROM (
  SELECT left(coalesce(CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END,
    CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN submission.answers ->> $5::text END),
    1000) COLLATE "C" AS c0,
    ((extract(epoch FROM (CASE WHEN CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace(CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END,
    '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
    '\1') || CASE WHEN CASE jsonb_typeof(submission.answers -> $6::text) WHEN 'string' THEN submission.answers ->> $6::text END ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END)::timestamptz) * 1000000))::numeric AS c1,
    count(DISTINCT left(coalesce(CASE jsonb_typeof(feed_row.answers -> $7::text) WHEN 'string' THEN feed_row.answers ->> $7::text END,
    CASE jsonb_typeof(feed_row.answers -> $8::text) WHEN 'string' THEN feed_row.answers ->> $8::text END),
    1000) COLLATE "C") AS c2
  FROM submission
  CROSS JOIN LATERAL (
    SELECT row_number() OVER (ORDER BY chain, index) AS index, parent_index, answers
    FROM (
      SELECT 0 AS chain, index, outer_index AS parent_index, answers
      FROM (
        SELECT row_number() OVER (ORDER BY outer_instance.index, position) AS index,
          outer_instance.index AS outer_index, inner_instance.answers
        FROM (
          SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
            inner_instance.answers
          FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $9::text) WHEN 'array' THEN submission.answers -> $9::text END) WITH ORDINALITY AS inner_instance (answers,
            position)
          WHERE jsonb_typeof(inner_instance.answers) = 'object'
        ) AS outer_instance
        CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(outer_instance.answers -> $10::text) WHEN 'array' THEN outer_instance.answers -> $10::text END) WITH ORDINALITY AS inner_instance (answers,
          position)
        WHERE jsonb_typeof(inner_instance.answers) = 'object'
      ) AS instance UNION ALL
      SELECT 1 AS chain, index, NULL::bigint AS parent_index, answers
      FROM (
        SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
          inner_instance.answers
        FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $11::text) WHEN 'array' THEN submission.answers -> $11::text END) WITH ORDINALITY AS inner_instance (answers,
          position)
        WHERE jsonb_typeof(inner_instance.answers) = 'object'
      ) AS instance
    ) AS part
  ) AS feed_row
  WHERE asset_id = $1
  GROUP BY 1, 2
) AS grouped
ORDER BY c2 DESC NULLS LAST, c0 ASC NULLS FIRST, c1 ASC NULLS FIRST
LIMIT $2
OFFSET $3;
-- $1 integer, $2 bigint, $3 bigint, $4 text, $5 text, $6 text, $7 text, $8 text, $9 text, $10 text, $11 text
SELECT count(*)::int AS count
FROM (
  SELECT DISTINCT left(coalesce(CASE jsonb_typeof(submission.answers -> $2::text) WHEN 'string' THEN submission.answers ->> $2::text END,
    CASE jsonb_typeof(submission.answers -> $3::text) WHEN 'string' THEN submission.answers ->> $3::text END),
    1000) COLLATE "C" AS c0,
    ((extract(epoch FROM (CASE WHEN CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace(CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END,
    '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
    '\1') || CASE WHEN CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN submission.answers ->> $4::text END ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END)::timestamptz) * 1000000))::numeric AS c1
  FROM submission
  CROSS JOIN LATERAL (
    SELECT row_number() OVER (ORDER BY chain, index) AS index, parent_index, answers
    FROM (
      SELECT 0 AS chain, index, outer_index AS parent_index, answers
      FROM (
        SELECT row_number() OVER (ORDER BY outer_instance.index, position) AS index,
          outer_instance.index AS outer_index, inner_instance.answers
        FROM (
          SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
            inner_instance.answers
          FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'array' THEN submission.answers -> $5::text END) WITH ORDINALITY AS inner_instance (answers,
            position)
          WHERE jsonb_typeof(inner_instance.answers) = 'object'
        ) AS outer_instance
        CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(outer_instance.answers -> $6::text) WHEN 'array' THEN outer_instance.answers -> $6::text END) WITH ORDINALITY AS inner_instance (answers,
          position)
        WHERE jsonb_typeof(inner_instance.answers) = 'object'
      ) AS instance UNION ALL
      SELECT 1 AS chain, index, NULL::bigint AS parent_index, answers
      FROM (
        SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
          inner_instance.answers
        FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $7::text) WHEN 'array' THEN submission.answers -> $7::text END) WITH ORDINALITY AS inner_instance (answers,
          position)
        WHERE jsonb_typeof(inner_instance.answers) = 'object'
      ) AS instance
    ) AS part
  ) AS feed_row
  WHERE asset_id = $1
) AS grouped;
-- $1 integer, $2 text, $3 text, $4 text, $5 text, $6 text, $7 text
ROLLBACK;

-- count
SELECT coalesce(sum(submissions), 0)::int AS count
FROM (
  SELECT submissions
  FROM submission_total
  WHERE asset_id = $1 UNION ALL
  SELECT submissions
  FROM submission_tally
  WHERE asset_id = $1
    AND slot >= 0
) AS counted;
-- $1 integer

-- count
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM submission
WHERE asset_id = $1
  AND (submission.id) = $2::bigint;
-- $1 integer, $2 bigint
ROLLBACK;

-- count
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM submission
CROSS JOIN LATERAL (
  SELECT 0 AS chain, index, NULL::bigint AS parent_index, answers
  FROM (
    SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
      inner_instance.answers
    FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $2::text) WHEN 'array' THEN submission.answers -> $2::text END) WITH ORDINALITY AS inner_instance (answers,
      position)
    WHERE jsonb_typeof(inner_instance.answers) = 'object'
  ) AS instance
) AS feed_row
WHERE asset_id = $1;
-- $1 integer, $2 text
ROLLBACK;

-- count
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM submission
CROSS JOIN LATERAL (
  SELECT 0 AS chain, index, NULL::bigint AS parent_index, answers
  FROM (
    SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
      inner_instance.answers
    FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $2::text) WHEN 'array' THEN submission.answers -> $2::text END) WITH ORDINALITY AS inner_instance (answers,
      position)
    WHERE jsonb_typeof(inner_instance.answers) = 'object'
  ) AS instance
) AS feed_row
WHERE asset_id = $1
  AND (submission.id) = $3::bigint;
-- $1 integer, $2 text, $3 bigint
ROLLBACK;

-- count
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM submission
CROSS JOIN LATERAL (
  SELECT 0 AS chain, index, NULL::bigint AS parent_index, answers
  FROM (
    SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
      inner_instance.answers
    FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $2::text) WHEN 'array' THEN submission.answers -> $2::text END) WITH ORDINALITY AS inner_instance (answers,
      position)
    WHERE jsonb_typeof(inner_instance.answers) = 'object'
  ) AS instance
) AS feed_row
WHERE asset_id = $1
  AND ((submission.id) = $3::bigint AND (feed_row.index) = $4::bigint);
-- $1 integer, $2 text, $3 bigint, $4 bigint
ROLLBACK;

-- count
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT count(*)::int AS count
FROM submission
CROSS JOIN LATERAL (
  SELECT row_number() OVER (ORDER BY chain, index) AS index, parent_index, answers
  FROM (
    SELECT 0 AS chain, index, outer_index AS parent_index, answers
    FROM (
      SELECT row_number() OVER (ORDER BY outer_instance.index, position) AS index,
        outer_instance.index AS outer_index, inner_instance.answers
      FROM (
        SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
          inner_instance.answers
        FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $2::text) WHEN 'array' THEN submission.answers -> $2::text END) WITH ORDINALITY AS inner_instance (answers,
          position)
        WHERE jsonb_typeof(inner_instance.answers) = 'object'
      ) AS outer_instance
      CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(outer_instance.answers -> $3::text) WHEN 'array' THEN outer_instance.answers -> $3::text END) WITH ORDINALITY AS inner_instance (answers,
        position)
      WHERE jsonb_typeof(inner_instance.answers) = 'object'
    ) AS instance UNION ALL
    SELECT 1 AS chain, index, NULL::bigint AS parent_index, answers
    FROM (
      SELECT row_number() OVER (ORDER BY 0::bigint, position) AS index, 0::bigint AS outer_index,
        inner_instance.answers
      FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'array' THEN submission.answers -> $4::text END) WITH ORDINALITY AS inner_instance (answers,
        position)
      WHERE jsonb_typeof(inner_instance.answers) = 'object'
    ) AS instance
  ) AS part
) AS feed_row
WHERE asset_id = $1;
-- $1 integer, $2 text, $3 text, $4 text
ROLLBACK;
