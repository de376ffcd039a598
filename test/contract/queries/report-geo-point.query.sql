-- clusters
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 30000;
SET LOCAL work_mem = '64MB';
SET LOCAL hash_mem_multiplier = 4;
SET LOCAL jit = off;
SET LOCAL max_parallel_workers_per_gather = 2;
SET LOCAL parallel_leader_participation = off;
SET LOCAL parallel_tuple_cost = 0.5;
SET LOCAL enable_mergejoin = off;
SET LOCAL enable_nestloop = off;
SELECT pg_backend_pid() AS pid;
WITH point AS MATERIALIZED (
  SELECT question, split_part(text, ' ', 1)::float8 AS latitude, split_part(text, ' ', 2)::float8 AS longitude
  FROM (
    SELECT requested.question, trim(value #>> '{}') AS text
    FROM submission
    CROSS JOIN unnest($2::text[], $3::int[]) AS requested (path, question)
    CROSS JOIN LATERAL jsonb_path_query(answers, requested.path::jsonpath) AS value
    WHERE asset_id = $1
  ) AS answer
  WHERE text ~ '^-?[0-9]{1,3}([.][0-9]+)? -?[0-9]{1,3}([.][0-9]+)?( |$)'
), located AS (
  SELECT *
  FROM point
  WHERE latitude BETWEEN -90
    AND 90
    AND longitude BETWEEN -180
    AND 180
), frame AS (
  SELECT question, min(latitude) AS south, nullif(max(latitude) - min(latitude), 0) AS height,
    min(longitude) AS west, nullif(max(longitude) - min(longitude), 0) AS width
  FROM located
  GROUP BY question
)
SELECT question, avg(latitude) AS latitude, avg(longitude) AS longitude, count(*)::int AS answers
FROM located
JOIN frame USING (question)
GROUP BY question, floor((longitude - west) / width * 64), floor((latitude - south) / height * 48)
ORDER BY question, answers DESC, latitude, longitude;
-- $1 integer, $2 text[], $3 integer[]
ROLLBACK;

-- clusters
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 30000;
SET LOCAL work_mem = '64MB';
SET LOCAL hash_mem_multiplier = 4;
SET LOCAL jit = off;
SET LOCAL max_parallel_workers_per_gather = 2;
SET LOCAL parallel_leader_participation = off;
SET LOCAL parallel_tuple_cost = 0.5;
SET LOCAL enable_mergejoin = off;
SET LOCAL enable_nestloop = off;
SELECT pg_backend_pid() AS pid;
WITH point AS MATERIALIZED (
  SELECT question, split_part(text, ' ', 1)::float8 AS latitude, split_part(text, ' ', 2)::float8 AS longitude
  FROM (
    SELECT requested.question, trim(value #>> '{}') AS text
    FROM submission
    CROSS JOIN unnest($3::text[], $4::int[]) AS requested (path, question)
    CROSS JOIN LATERAL jsonb_path_query(answers, requested.path::jsonpath) AS value
    WHERE asset_id = $1
      AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
      AND version_uid = $5::text
      AND version_uid IN (answers ->> '__version__', answers ->> '_version_', answers ->> '_version__001')
  ) AS answer
  WHERE text ~ '^-?[0-9]{1,3}([.][0-9]+)? -?[0-9]{1,3}([.][0-9]+)?( |$)'
), located AS (
  SELECT *
  FROM point
  WHERE latitude BETWEEN -90
    AND 90
    AND longitude BETWEEN -180
    AND 180
), frame AS (
  SELECT question, min(latitude) AS south, nullif(max(latitude) - min(latitude), 0) AS height,
    min(longitude) AS west, nullif(max(longitude) - min(longitude), 0) AS width
  FROM located
  GROUP BY question
)
SELECT question, avg(latitude) AS latitude, avg(longitude) AS longitude, count(*)::int AS answers
FROM located
JOIN frame USING (question)
GROUP BY question, floor((longitude - west) / width * 64), floor((latitude - south) / height * 48)
ORDER BY question, answers DESC, latitude, longitude;
-- $1 integer, $2 text, $3 text[], $4 integer[], $5 text
ROLLBACK;
