-- find
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
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files
    FROM submission
    WHERE asset_id = $1
  ) AS keyed
  WHERE true
  ORDER BY id ASC
  LIMIT $2
  OFFSET $3
) AS page;
-- $1 integer, $2 bigint, $3 bigint

-- find
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
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files
    FROM submission
    WHERE asset_id = $1
  ) AS keyed
  WHERE true
  ORDER BY id DESC
  LIMIT $2
  OFFSET $3
) AS page;
-- $1 integer, $2 bigint, $3 bigint

-- find
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
WITH cached AS MATERIALIZED (
  SELECT $4::pg_snapshot IS NOT NULL AND NOT EXISTS (
    SELECT
    FROM submission_change c
    WHERE c.asset_id = $1
      AND c.transaction_id >= pg_snapshot_xmin($4)::text::bigint
      AND c.submission_id < $5
      AND c.kind IN ('created', 'deleted')
      AND NOT pg_visible_in_snapshot(c.transaction_id::text::xid8, $4)
  ) AS is_valid
)
SELECT pg_current_snapshot()::text AS snapshot, string_agg(id::text, ',') AS ids, bool_or(files) AS files
FROM (
  SELECT id, attachment_count > 0 AS files
  FROM submission
  WHERE asset_id = $1
    AND id >= (
      SELECT CASE WHEN is_valid THEN $5::bigint ELSE 0 END
      FROM cached
    )
  ORDER BY id
  LIMIT $2
  OFFSET (
    SELECT $3::bigint - CASE WHEN is_valid THEN $6::bigint ELSE 0 END
    FROM cached
  )
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 pg_snapshot, $5 bigint, $6 bigint

-- find
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
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files
    FROM submission
    WHERE asset_id = $1
  ) AS keyed
  WHERE id > $3
  ORDER BY id ASC
  LIMIT $2
) AS page;
-- $1 integer, $2 bigint, $3 bigint

-- find
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
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files
    FROM submission
    WHERE asset_id = $1
  ) AS keyed
  WHERE id < $3
  ORDER BY id DESC
  LIMIT $2
) AS page;
-- $1 integer, $2 bigint, $3 bigint

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
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
SELECT
FROM pg_class c
JOIN pg_index i ON i.indexrelid = c.oid AND i.indisvalid
WHERE c.relnamespace = current_schema()::regnamespace
  AND c.relname = ('answers_' || $1::int || '_' || left(md5($2::text || ':' || $3::text), 12));
-- $1 integer, $2 text, $3 text
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files,
  json_agg(json_build_array(sorted_0::text)) -> ($2::int - 2) AS sorted
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files,
      left(CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN (submission.answers -> $4::text) #>> '{}' END,
      200) COLLATE "C" AS sorted_0
    FROM submission
    WHERE asset_id = $1
    OFFSET 0
  ) AS keyed
  WHERE true
  ORDER BY sorted_0 DESC NULLS LAST, id ASC
  LIMIT $2
  OFFSET $3
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 text
ROLLBACK;

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
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
SELECT
FROM pg_class c
JOIN pg_index i ON i.indexrelid = c.oid AND i.indisvalid
WHERE c.relnamespace = current_schema()::regnamespace
  AND c.relname = ('answers_' || $1::int || '_' || left(md5($2::text || ':' || $3::text), 12));
-- $1 integer, $2 text, $3 text
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files,
  json_agg(json_build_array(sorted_0::text)) -> ($2::int - 2) AS sorted
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files,
      left(CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN (submission.answers -> $4::text) #>> '{}' END,
      200) COLLATE "C" AS sorted_0
    FROM submission
    WHERE asset_id = $1
    OFFSET 0
  ) AS keyed
  WHERE ((sorted_0 < $5::text) IS NOT FALSE OR (sorted_0 = $5::text AND id > $3))
  ORDER BY sorted_0 DESC NULLS LAST, id ASC
  LIMIT $2
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 text, $5 text
ROLLBACK;

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
WITH matching AS MATERIALIZED (
  SELECT id, attachment_count > 0 AS files,
    left(CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN (submission.answers -> $5::text) #>> '{}' END,
    200) COLLATE "C" AS sorted_0, left(submission.submitted_by, 200) COLLATE "C" AS sorted_1
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $4::text) <> 'null'
  OFFSET 0
)
SELECT *
FROM (
  SELECT count(*)::int AS count
  FROM matching
) AS counted, (
  SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files,
    json_agg(json_build_array(sorted_0::text,sorted_1::text)) -> ($2::int - 2) AS sorted
  FROM (
    SELECT *
    FROM matching AS keyed
    WHERE (sorted_0 IS NULL AND (sorted_1 > $6::text OR (sorted_1 = $6::text AND id < $3)))
    ORDER BY sorted_0 DESC NULLS LAST, sorted_1 ASC NULLS FIRST, id DESC
    LIMIT $2
  ) AS page
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 text, $5 text, $6 text
ROLLBACK;

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
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
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files,
  json_agg(json_build_array(sorted_0::text,sorted_1::text)) -> ($2::int - 2) AS sorted
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files,
      CASE WHEN (CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN (submission.answers -> $4::text) #>> '{}' END) ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$' THEN ((CASE jsonb_typeof(submission.answers -> $4::text) WHEN 'string' THEN (submission.answers -> $4::text) #>> '{}' END))::float8 END AS sorted_0,
      (extract(epoch FROM (CASE WHEN (CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN (submission.answers -> $5::text) #>> '{}' END) ~ '^(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))?$' THEN regexp_replace(regexp_replace((CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN (submission.answers -> $5::text) #>> '{}' END),
      '^(.{16})(?!:)', '\1:00'), '([.][0-9]{6})[0-9]+',
      '\1') || CASE WHEN (CASE jsonb_typeof(submission.answers -> $5::text) WHEN 'string' THEN (submission.answers -> $5::text) #>> '{}' END) ~ 'T[0-9:.]+(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))$' THEN '' ELSE coalesce('Z') END END)::timestamptz) * 1000000) AS sorted_1
    FROM submission
    WHERE asset_id = $1
    OFFSET 0
  ) AS keyed
  WHERE ((sorted_0 < $7::numeric) IS NOT FALSE OR (sorted_0 = $7::numeric
    AND (sorted_1 > $6::numeric OR (sorted_1 = $6::numeric AND id > $3))))
  ORDER BY sorted_0 DESC NULLS LAST, sorted_1 ASC NULLS FIRST, id ASC
  LIMIT $2
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 text, $5 text, $6 numeric, $7 numeric
ROLLBACK;

-- find
SELECT bool_or(key = $2) AS found
FROM submission_summary
WHERE asset_id = $1;
-- $1 integer, $2 text
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
WITH matching AS MATERIALIZED (
  SELECT id, attachment_count > 0 AS files
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $4::text) <> 'null'
)
SELECT *
FROM (
  SELECT count(*)::int AS count
  FROM matching
) AS counted, (
  SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files
  FROM (
    SELECT *
    FROM matching AS keyed
    WHERE true
    ORDER BY id ASC
    LIMIT $2
    OFFSET $3
  ) AS page
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 text
ROLLBACK;

-- find
SELECT bool_or(key = $2) AS found
FROM submission_summary
WHERE asset_id = $1;
-- $1 integer, $2 text
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 1000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
WITH matching AS MATERIALIZED (
  SELECT id, attachment_count > 0 AS files
  FROM submission
  WHERE asset_id = $1
    AND ((submission.id) > $4::bigint
      AND (CASE WHEN (submission.answers -> $5::text) #>> '{}' ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,3})?$' THEN ((submission.answers -> $5::text) #>> '{}')::numeric END) <= $6::numeric
      AND left(CASE jsonb_typeof(submission.answers -> $7::text) WHEN 'string' THEN (submission.answers -> $7::text) #>> '{}' END,
      200) COLLATE "C" = $8::text AND ((submission.submitted_by) = ANY($9::text[]))
      AND jsonb_typeof(submission.validation_status #> $10::text[]) <> 'null'
      AND NOT coalesce(((CASE jsonb_typeof(submission.answers -> $11::text) WHEN 'string' THEN (submission.answers -> $11::text) #>> '{}' END) COLLATE "und-x-icu" ILIKE $12::text OR (submission.submitted_by) COLLATE "und-x-icu" ~ $13::text),
      false)
      AND jsonb_array_length(CASE jsonb_typeof(submission.answers -> $14::text) WHEN 'array' THEN submission.answers -> $14::text END) = $15::int
      AND EXISTS (
      SELECT 1
      FROM jsonb_array_elements(CASE jsonb_typeof(submission.answers -> $16::text) WHEN 'array' THEN submission.answers -> $16::text END) AS element0
      WHERE (CASE WHEN (element0.value #> $17::text[]) #>> '{}' ~ '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,3})?$' THEN ((element0.value #> $17::text[]) #>> '{}')::numeric END) < $18::numeric
    ))
)
SELECT *
FROM (
  SELECT count(*)::int AS count
  FROM matching
) AS counted, (
  SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files
  FROM (
    SELECT *
    FROM matching AS keyed
    WHERE true
    ORDER BY id ASC
    LIMIT $2
    OFFSET $3
  ) AS page
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 bigint, $5 text, $6 numeric, $7 text, $8 text, $9 text[], $10 text[], $11 text, $12 text, $13 text, $14 text, $15 integer, $16 text, $17 text[], $18 numeric
ROLLBACK;

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT coalesce(sum(submissions), 0)::int AS count, min(first_id)::text AS "firstId",
  max(last_id)::text AS "lastId"
FROM submission_tally
WHERE asset_id = $1
  AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date
  AND day < ($3::timestamptz AT TIME ZONE 'UTC')::date;
-- $1 integer, $2 timestamp with time zone, $3 timestamp with time zone
SELECT count(*)::int AS count, min(id)::text AS "firstId", max(id)::text AS "lastId"
FROM (
  SELECT id
  FROM submission
  WHERE asset_id = $1
    AND date_submitted >= $2::timestamptz
    AND date_submitted < $3::timestamptz UNION ALL
  SELECT id
  FROM submission
  WHERE asset_id = $1
    AND date_submitted >= $4::timestamptz
    AND date_submitted < $5::timestamptz
) AS partial;
-- $1 integer, $2 timestamp with time zone, $3 timestamp with time zone, $4 timestamp with time zone, $5 timestamp with time zone
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files
    FROM (
      SELECT asset_id, id, attachment_count, date_submitted
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN $5::bigint
        AND $6::bigint
      ORDER BY id ASC
      LIMIT 1000 + 2 * ($2::bigint + $3::bigint)
    ) AS submission
    WHERE asset_id = $1
      AND submission.date_submitted >= $4::timestamptz
  ) AS keyed
  WHERE true
  ORDER BY id ASC
  LIMIT $2
  OFFSET $3
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 timestamp with time zone, $5 bigint, $6 bigint
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files
    FROM submission
    WHERE asset_id = $1
      AND submission.date_submitted >= $4::timestamptz
    OFFSET 0
  ) AS keyed
  WHERE true
  ORDER BY id ASC
  LIMIT $2
  OFFSET $3
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 timestamp with time zone
ROLLBACK;

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT coalesce(sum(submissions), 0)::int AS count, min(first_id)::text AS "firstId",
  max(last_id)::text AS "lastId"
FROM submission_tally
WHERE asset_id = $1
  AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date
  AND day < ($3::timestamptz AT TIME ZONE 'UTC')::date;
-- $1 integer, $2 timestamp with time zone, $3 timestamp with time zone
SELECT count(*)::int AS count, min(id)::text AS "firstId", max(id)::text AS "lastId"
FROM (
  SELECT id
  FROM submission
  WHERE asset_id = $1
    AND date_submitted >= $2::timestamptz
    AND date_submitted < $3::timestamptz UNION ALL
  SELECT id
  FROM submission
  WHERE asset_id = $1
    AND date_submitted >= $4::timestamptz
    AND date_submitted < $5::timestamptz
) AS partial;
-- $1 integer, $2 timestamp with time zone, $3 timestamp with time zone, $4 timestamp with time zone, $5 timestamp with time zone
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files
    FROM (
      SELECT asset_id, id, attachment_count, date_submitted
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN $5::bigint
        AND $6::bigint
        AND id < $3
      ORDER BY id DESC
      LIMIT 1000 + 2 * ($2::bigint)
    ) AS submission
    WHERE asset_id = $1
      AND submission.date_submitted >= $4::timestamptz
  ) AS keyed
  WHERE id < $3
  ORDER BY id DESC
  LIMIT $2
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 timestamp with time zone, $5 bigint, $6 bigint
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files
    FROM submission
    WHERE asset_id = $1
      AND submission.date_submitted >= $4::timestamptz
    OFFSET 0
  ) AS keyed
  WHERE id < $3
  ORDER BY id DESC
  LIMIT $2
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 timestamp with time zone
ROLLBACK;

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
WITH matching AS MATERIALIZED (
  SELECT id, attachment_count > 0 AS files
  FROM submission
  WHERE asset_id = $1
    AND (submission.date_submitted >= $4::timestamptz AND submission.date_submitted < $5::timestamptz)
)
SELECT *
FROM (
  SELECT count(*)::int AS count
  FROM matching
) AS counted, (
  SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files
  FROM (
    SELECT *
    FROM matching AS keyed
    WHERE true
    ORDER BY id ASC
    LIMIT $2
    OFFSET $3
  ) AS page
) AS page;
-- $1 integer, $2 bigint, $3 bigint, $4 timestamp with time zone, $5 timestamp with time zone
ROLLBACK;

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
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
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files,
  json_agg(json_build_array(sorted_0::text)) -> ($2::int - 2) AS sorted
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files, left(to_char(submission.date_submitted AT TIME ZONE 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS'), 200) COLLATE "C" AS sorted_0
    FROM submission
    WHERE asset_id = $1
      AND submission.date_submitted < $5::timestamptz
      AND submission.date_submitted >= coalesce((
        SELECT date_trunc('second', submission.date_submitted)
        FROM submission
        WHERE asset_id = $1
          AND submission.date_submitted < $4::timestamptz
        ORDER BY submission.date_submitted DESC
        LIMIT 1
        OFFSET $2 - 1 + $3
      ), '-infinity')
    OFFSET 0
  ) AS keyed
  WHERE true
  ORDER BY sorted_0 DESC NULLS LAST, id ASC
  LIMIT $2
  OFFSET $3
) AS page;
-- $1 integer, $2 integer, $3 integer, $4 timestamp with time zone, $5 timestamp with time zone
ROLLBACK;

-- find
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
SET LOCAL work_mem = '32MB';
SET LOCAL parallel_tuple_cost = 0.01;
SET LOCAL jit = off;
SELECT pg_backend_pid() AS pid;
SELECT coalesce(sum(submissions), 0)::int AS count, min(first_id)::text AS "firstId",
  max(last_id)::text AS "lastId"
FROM submission_tally
WHERE asset_id = $1
  AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date
  AND day < ($3::timestamptz AT TIME ZONE 'UTC')::date;
-- $1 integer, $2 timestamp with time zone, $3 timestamp with time zone
SELECT count(*)::int AS count, min(id)::text AS "firstId", max(id)::text AS "lastId"
FROM (
  SELECT id
  FROM submission
  WHERE asset_id = $1
    AND date_submitted >= $2::timestamptz
    AND date_submitted < $3::timestamptz UNION ALL
  SELECT id
  FROM submission
  WHERE asset_id = $1
    AND date_submitted >= $4::timestamptz
    AND date_submitted < $5::timestamptz
) AS partial;
-- $1 integer, $2 timestamp with time zone, $3 timestamp with time zone, $4 timestamp with time zone, $5 timestamp with time zone
SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files,
  json_agg(json_build_array(sorted_0::text)) -> ($2::int - 2) AS sorted
FROM (
  SELECT *
  FROM (
    SELECT id, attachment_count > 0 AS files, left(to_char(submission.date_submitted AT TIME ZONE 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS'), 200) COLLATE "C" AS sorted_0
    FROM submission
    WHERE asset_id = $1
      AND submission.date_submitted >= $4::timestamptz
      AND submission.date_submitted < $7::timestamptz
      AND submission.date_submitted >= coalesce((
        SELECT date_trunc('second', submission.date_submitted)
        FROM submission
        WHERE asset_id = $1
          AND submission.date_submitted >= $4::timestamptz
          AND submission.date_submitted < $6::timestamptz
        ORDER BY submission.date_submitted DESC
        LIMIT 1
        OFFSET $2 - 1
      ), '-infinity')
    OFFSET 0
  ) AS keyed
  WHERE ((sorted_0 < $5::text) IS NOT FALSE OR (sorted_0 = $5::text AND id > $3))
  ORDER BY sorted_0 DESC NULLS LAST, id ASC
  LIMIT $2
) AS page;
-- $1 integer, $2 integer, $3 bigint, $4 timestamp with time zone, $5 text, $6 timestamp with time zone, $7 timestamp with time zone
ROLLBACK;

-- streamJson
COPY (
  SELECT id, json
  FROM submission
  WHERE asset_id = 900001
    AND id = ANY('{1,2}'::bigint[])
  ORDER BY id ASC
) TO STDOUT (FORMAT binary);

-- streamJson
COPY (
  SELECT id, json
  FROM submission
  WHERE asset_id = 900001
    AND id = ANY('{1,2}'::bigint[])
  ORDER BY array_position('{1,2}'::bigint[], id)
) TO STDOUT (FORMAT binary);

-- jsonChunks
COPY (
  SELECT id, json
  FROM submission
  WHERE asset_id = 900001
    AND id = ANY('{1,2}'::bigint[])
  ORDER BY id ASC
) TO STDOUT (FORMAT binary);

-- streamProjection
SELECT (
  SELECT json_object_agg(key, CASE key WHEN '_validation_status' THEN '{}' ELSE value END)::text
  FROM json_each(json::json)
  WHERE key = ANY($3::text[])
) AS json
FROM submission
WHERE asset_id = $1
  AND id = ANY($2::bigint[])
ORDER BY array_position($2::bigint[], id);
-- $1 integer, $2 bigint[], $3 text[]
