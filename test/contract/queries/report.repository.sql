-- counts
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH stored AS MATERIALIZED (
  SELECT id, plan, snapshot, part_count AS "partCount",
    last_used = (now() AT TIME ZONE 'UTC')::date AS "isUsedToday",
    pg_snapshot_xmax(snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKnown"
  FROM submission_summary
  WHERE asset_id = $1
    AND key = $2
), changed AS (
  SELECT DISTINCT submission_id >> 15 AS part
  FROM submission_change
  WHERE asset_id = $1
    AND transaction_id >= pg_snapshot_xmin((
      SELECT snapshot::pg_snapshot
      FROM stored
    ))::text::bigint
    AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, (
      SELECT snapshot::pg_snapshot
      FROM stored
    ))
)
SELECT pg_current_snapshot()::text AS snapshot, (
  SELECT to_json(stored)
  FROM stored
) AS stored, (
  SELECT coalesce(json_agg(json_build_object('part', part, 'data', CASE WHEN $3 THEN encode(data,
    'base64') END)), '[]')
  FROM submission_summary_part
  WHERE summary_id = (
    SELECT id
    FROM stored
  )
) AS held, (
  SELECT coalesce(json_agg(part), '[]')
  FROM changed
) AS changed;
-- $1 integer, $2 text, $3 boolean
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH sampling AS MATERIALIZED (
  SELECT 1 + count(*) / 2000 AS every
  FROM submission
  WHERE asset_id = $1
), selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND hashint8(id) % (
          SELECT every
          FROM sampling
        ) = 0
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS (
  SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
  FROM selected
  CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
  WHERE answer.key = ANY($2::text[])
    AND answer.value <> ''
  GROUP BY 1, 2, 3
)
SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct,
  NULL::int AS singletons, NULL::int AS width, NULL AS cutoff
FROM sampling UNION ALL
SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
  avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[100]
FROM value_count
GROUP BY key;
-- $1 integer, $2 text[]
WITH RECURSIVE existing AS (
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
  ) >> 15 AS part UNION ALL
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
      AND id >= (existing.part + 1) << 15
  ) >> 15
  FROM existing
  WHERE part IS NOT NULL
)
SELECT part
FROM existing
WHERE part IS NOT NULL
ORDER BY part;
-- $1 integer
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 0
        AND 32767
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 END AS question, coalesce(q0) AS value, NULL::text AS split,
    NULL::date AS day, count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q0
    FROM (
      SELECT coalesce(selected.answers ->> $2::text, '') COLLATE "C" AS q0
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q0), ())
  HAVING coalesce(q0) IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 884736
        AND 917503
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 END AS question, coalesce(q0) AS value, NULL::text AS split,
    NULL::date AS day, count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q0
    FROM (
      SELECT coalesce(selected.answers ->> $2::text, '') COLLATE "C" AS q0
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q0), ())
  HAVING coalesce(q0) IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($2::text[], $3::int[], $4::text[], $5::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT question, value COLLATE "C" AS value, split, day, submissions, first
  FROM unnest($6::int[], $7::text[], $8::text[], $9::date[], $10::int[], $11::bigint[]) AS known (question,
    value, split, day, submissions, first)
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, value_count.value, '' AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT 0::bigint AS id, 0 AS question, '' AS kind, '' COLLATE "C" AS value, '' AS split
  WHERE false
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS NOT MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value'
), counted AS NOT MATERIALIZED (
  SELECT question, value, submissions
  FROM token
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, '', top_value.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split;
-- $1 integer, $2 text[], $3 integer[], $4 text[], $5 text[], $6 integer[], $7 text[], $8 text[], $9 date[], $10 integer[], $11 bigint[]
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($4::text[], $5::int[], $6::text[], $7::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT question, value COLLATE "C" AS value, split, day, submissions, first
  FROM unnest($8::int[], $9::text[], $10::text[], $11::date[], $12::int[], $13::bigint[]) AS known (question,
    value, split, day, submissions, first)
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, value_count.value, '' AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT selected.id, question_path.question, question_path.kind,
    CASE question_path.kind WHEN 'count' THEN '' ELSE answer.value END COLLATE "C" AS value, selected.split
  FROM selected
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(selected.answers -> $2::text) WHEN 'array' THEN selected.answers -> $2::text ELSE '[]' END) AS element0
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(element0.value) WHEN 'object' THEN element0.value ELSE '{}' END) AS answer
  JOIN question_path ON question_path.path = answer.key AND question_path.repeats = $3::text
  WHERE answer.value <> ''
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value'
), counted AS NOT MATERIALIZED (
  SELECT question, value, submissions
  FROM token
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, '', top_value.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split;
-- $1 integer, $2 text, $3 text, $4 text[], $5 integer[], $6 text[], $7 text[], $8 integer[], $9 text[], $10 text[], $11 date[], $12 integer[], $13 bigint[]
ROLLBACK;
START TRANSACTION;
INSERT INTO submission_summary AS summary (asset_id, key, plan, snapshot, part_count, last_used)
VALUES ($1, $2, $3, $4, $5, (now() AT TIME ZONE 'UTC')::date)
ON CONFLICT (asset_id, key)
DO UPDATE SET snapshot = excluded.snapshot, part_count = excluded.part_count, last_used = excluded.last_used
WHERE summary.snapshot = $6
RETURNING id;
-- $1 integer, $2 text, $3 jsonb, $4 text, $5 integer, $6 text
DELETE FROM submission_summary_part
WHERE summary_id = $1
  AND part = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO submission_summary_part (summary_id, part, data)
VALUES ($1, $2, $3);
-- $1 integer, $2 bigint, $3 bytea
DELETE FROM submission_summary
WHERE asset_id = $1
  AND id NOT IN (
    SELECT id
    FROM submission_summary
    WHERE asset_id = $1
    ORDER BY last_used DESC, id DESC
    LIMIT 96
  );
-- $1 integer
COMMIT;

-- counts
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH stored AS MATERIALIZED (
  SELECT id, plan, snapshot, part_count AS "partCount",
    last_used = (now() AT TIME ZONE 'UTC')::date AS "isUsedToday",
    pg_snapshot_xmax(snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKnown"
  FROM submission_summary
  WHERE asset_id = $1
    AND key = $2
), changed AS (
  SELECT DISTINCT submission_id >> 15 AS part
  FROM submission_change
  WHERE asset_id = $1
    AND transaction_id >= pg_snapshot_xmin((
      SELECT snapshot::pg_snapshot
      FROM stored
    ))::text::bigint
    AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, (
      SELECT snapshot::pg_snapshot
      FROM stored
    ))
)
SELECT pg_current_snapshot()::text AS snapshot, (
  SELECT to_json(stored)
  FROM stored
) AS stored, (
  SELECT coalesce(json_agg(json_build_object('part', part, 'data', CASE WHEN $3 THEN encode(data,
    'base64') END)), '[]')
  FROM submission_summary_part
  WHERE summary_id = (
    SELECT id
    FROM stored
  )
) AS held, (
  SELECT coalesce(json_agg(part), '[]')
  FROM changed
) AS changed;
-- $1 integer, $2 text, $3 boolean
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH sampling AS MATERIALIZED (
  SELECT 1 + count(*) / 2000 AS every
  FROM submission
  WHERE asset_id = $1
), selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND hashint8(id) % (
          SELECT every
          FROM sampling
        ) = 0
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS (
  SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
  FROM selected
  CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
  WHERE answer.key = ANY($2::text[])
    AND answer.value <> ''
  GROUP BY 1, 2, 3
)
SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct,
  NULL::int AS singletons, NULL::int AS width, NULL AS cutoff
FROM sampling UNION ALL
SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
  avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[100]
FROM value_count
GROUP BY key;
-- $1 integer, $2 text[]
WITH RECURSIVE existing AS (
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
  ) >> 15 AS part UNION ALL
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
      AND id >= (existing.part + 1) << 15
  ) >> 15
  FROM existing
  WHERE part IS NOT NULL
)
SELECT part
FROM existing
WHERE part IS NOT NULL
ORDER BY part;
-- $1 integer
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 0
        AND 32767
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 WHEN q1 IS NOT NULL THEN 1 WHEN q2 IS NOT NULL THEN 2 WHEN q3 IS NOT NULL THEN 3 WHEN q4 IS NOT NULL THEN 4 END AS question,
    coalesce(q0, q1, q2, q3, q4) AS value, NULL::text AS split, NULL::date AS day,
    count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q0, q1, q2, q3, q4
    FROM (
      SELECT coalesce(selected.answers ->> $2::text, '') COLLATE "C" AS q0,
        coalesce(selected.answers ->> $3::text, '') COLLATE "C" AS q1, coalesce(selected.answers ->> $4::text,
        '') COLLATE "C" AS q2, coalesce(left(selected.answers ->> $5::text, 1), '') COLLATE "C" AS q3,
        coalesce(selected.answers ->> $6::text, '') COLLATE "C" AS q4
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q0), (q1), (q2), (q3), (q4), ())
  HAVING coalesce(q0, q1, q2, q3, q4) IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text, $3 text, $4 text, $5 text, $6 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 884736
        AND 917503
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 WHEN q1 IS NOT NULL THEN 1 WHEN q2 IS NOT NULL THEN 2 WHEN q3 IS NOT NULL THEN 3 WHEN q4 IS NOT NULL THEN 4 END AS question,
    coalesce(q0, q1, q2, q3, q4) AS value, NULL::text AS split, NULL::date AS day,
    count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q0, q1, q2, q3, q4
    FROM (
      SELECT coalesce(selected.answers ->> $2::text, '') COLLATE "C" AS q0,
        coalesce(selected.answers ->> $3::text, '') COLLATE "C" AS q1, coalesce(selected.answers ->> $4::text,
        '') COLLATE "C" AS q2, coalesce(left(selected.answers ->> $5::text, 1), '') COLLATE "C" AS q3,
        coalesce(selected.answers ->> $6::text, '') COLLATE "C" AS q4
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q0), (q1), (q2), (q3), (q4), ())
  HAVING coalesce(q0, q1, q2, q3, q4) IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text, $3 text, $4 text, $5 text, $6 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($2::text[], $3::int[], $4::text[], $5::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT question, value COLLATE "C" AS value, split, day, submissions, first
  FROM unnest($6::int[], $7::text[], $8::text[], $9::date[], $10::int[], $11::bigint[]) AS known (question,
    value, split, day, submissions, first)
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, value_count.value, '' AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT 0::bigint AS id, 0 AS question, '' AS kind, '' COLLATE "C" AS value, '' AS split
  WHERE false
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS NOT MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value'
), counted AS NOT MATERIALIZED (
  SELECT question, value, submissions
  FROM token
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, '', top_value.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split;
-- $1 integer, $2 text[], $3 integer[], $4 text[], $5 text[], $6 integer[], $7 text[], $8 text[], $9 date[], $10 integer[], $11 bigint[]
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($4::text[], $5::int[], $6::text[], $7::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT question, value COLLATE "C" AS value, split, day, submissions, first
  FROM unnest($8::int[], $9::text[], $10::text[], $11::date[], $12::int[], $13::bigint[]) AS known (question,
    value, split, day, submissions, first)
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, value_count.value, '' AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT selected.id, question_path.question, question_path.kind,
    CASE question_path.kind WHEN 'count' THEN '' ELSE answer.value END COLLATE "C" AS value, selected.split
  FROM selected
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(selected.answers -> $2::text) WHEN 'array' THEN selected.answers -> $2::text ELSE '[]' END) AS element0
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(element0.value) WHEN 'object' THEN element0.value ELSE '{}' END) AS answer
  JOIN question_path ON question_path.path = answer.key AND question_path.repeats = $3::text
  WHERE answer.value <> ''
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value'
), counted AS NOT MATERIALIZED (
  SELECT question, value, submissions
  FROM token
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, '', top_value.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split;
-- $1 integer, $2 text, $3 text, $4 text[], $5 integer[], $6 text[], $7 text[], $8 integer[], $9 text[], $10 text[], $11 date[], $12 integer[], $13 bigint[]
ROLLBACK;
START TRANSACTION;
INSERT INTO submission_summary AS summary (asset_id, key, plan, snapshot, part_count, last_used)
VALUES ($1, $2, $3, $4, $5, (now() AT TIME ZONE 'UTC')::date)
ON CONFLICT (asset_id, key)
DO UPDATE SET snapshot = excluded.snapshot, part_count = excluded.part_count, last_used = excluded.last_used
WHERE summary.snapshot = $6
RETURNING id;
-- $1 integer, $2 text, $3 jsonb, $4 text, $5 integer, $6 text
DELETE FROM submission_summary_part
WHERE summary_id = $1
  AND part = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO submission_summary_part (summary_id, part, data)
VALUES ($1, $2, $3);
-- $1 integer, $2 bigint, $3 bytea
DELETE FROM submission_summary
WHERE asset_id = $1
  AND id NOT IN (
    SELECT id
    FROM submission_summary
    WHERE asset_id = $1
    ORDER BY last_used DESC, id DESC
    LIMIT 96
  );
-- $1 integer
COMMIT;

-- counts
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH stored AS MATERIALIZED (
  SELECT id, plan, snapshot, part_count AS "partCount",
    last_used = (now() AT TIME ZONE 'UTC')::date AS "isUsedToday",
    pg_snapshot_xmax(snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKnown"
  FROM submission_summary
  WHERE asset_id = $1
    AND key = $2
), changed AS (
  SELECT DISTINCT submission_id >> 15 AS part
  FROM submission_change
  WHERE asset_id = $1
    AND transaction_id >= pg_snapshot_xmin((
      SELECT snapshot::pg_snapshot
      FROM stored
    ))::text::bigint
    AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, (
      SELECT snapshot::pg_snapshot
      FROM stored
    ))
)
SELECT pg_current_snapshot()::text AS snapshot, (
  SELECT to_json(stored)
  FROM stored
) AS stored, (
  SELECT coalesce(json_agg(json_build_object('part', part, 'data', CASE WHEN $3 THEN encode(data,
    'base64') END)), '[]')
  FROM submission_summary_part
  WHERE summary_id = (
    SELECT id
    FROM stored
  )
) AS held, (
  SELECT coalesce(json_agg(part), '[]')
  FROM changed
) AS changed;
-- $1 integer, $2 text, $3 boolean
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH sampling AS MATERIALIZED (
  SELECT 1 + count(*) / 2000 AS every
  FROM submission
  WHERE asset_id = $1
), selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND hashint8(id) % (
          SELECT every
          FROM sampling
        ) = 0
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS (
  SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
  FROM selected
  CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
  WHERE answer.key = ANY($2::text[])
    AND answer.value <> ''
  GROUP BY 1, 2, 3
)
SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct,
  NULL::int AS singletons, NULL::int AS width, NULL AS cutoff
FROM sampling UNION ALL
SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
  avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[100]
FROM value_count
GROUP BY key;
-- $1 integer, $2 text[]
WITH RECURSIVE existing AS (
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
  ) >> 15 AS part UNION ALL
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
      AND id >= (existing.part + 1) << 15
  ) >> 15
  FROM existing
  WHERE part IS NOT NULL
)
SELECT part
FROM existing
WHERE part IS NOT NULL
ORDER BY part;
-- $1 integer
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 0
        AND 32767
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q1 IS NOT NULL THEN 1 WHEN q3 IS NOT NULL THEN 3 WHEN q5 IS NOT NULL THEN 5 WHEN q7 IS NOT NULL THEN 7 WHEN q9 IS NOT NULL THEN 9 WHEN q11 IS NOT NULL THEN 11 WHEN q13 IS NOT NULL THEN 13 WHEN q15 IS NOT NULL THEN 15 END AS question,
    coalesce(q1, q3, q5, q7, q9, q11, q13, q15) AS value, NULL::text AS split, day,
    count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q1, q3, q5, q7, q9, q11, q13, q15, day
    FROM (
      SELECT coalesce(selected.answers ->> $2::text, '') COLLATE "C" AS q1,
        coalesce(selected.answers ->> $3::text, '') COLLATE "C" AS q3, coalesce(selected.answers ->> $4::text,
        '') COLLATE "C" AS q5, coalesce(selected.answers ->> $5::text, '') COLLATE "C" AS q7,
        coalesce(selected.answers ->> $6::text, '') COLLATE "C" AS q9, coalesce(selected.answers ->> $7::text,
        '') COLLATE "C" AS q11, coalesce(selected.answers ->> $8::text, '') COLLATE "C" AS q13,
        coalesce(selected.answers ->> $9::text, '') COLLATE "C" AS q15,
        (date_submitted AT TIME ZONE 'UTC')::date AS day
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q1), (q3), (q5), (q7), (q9), (q11), (q13), (q15), (), (day))
  HAVING coalesce(q1, q3, q5, q7, q9, q11, q13, q15) IS DISTINCT FROM '' UNION ALL
  SELECT CASE WHEN q2 IS NOT NULL THEN 2 WHEN q4 IS NOT NULL THEN 4 WHEN q6 IS NOT NULL THEN 6 WHEN q8 IS NOT NULL THEN 8 WHEN q10 IS NOT NULL THEN 10 WHEN q12 IS NOT NULL THEN 12 WHEN q14 IS NOT NULL THEN 14 WHEN q16 IS NOT NULL THEN 16 END AS question,
    coalesce(q2, q4, q6, q8, q10, q12, q14, q16) AS value, NULL::text AS split, NULL::date AS day,
    count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q2, q4, q6, q8, q10, q12, q14, q16
    FROM (
      SELECT coalesce(selected.answers ->> $10::text, '') COLLATE "C" AS q2,
        coalesce(selected.answers ->> $11::text, '') COLLATE "C" AS q4,
        coalesce(selected.answers ->> $12::text, '') COLLATE "C" AS q6,
        coalesce(selected.answers ->> $13::text, '') COLLATE "C" AS q8,
        coalesce(selected.answers ->> $14::text, '') COLLATE "C" AS q10,
        coalesce(selected.answers ->> $15::text, '') COLLATE "C" AS q12,
        coalesce(selected.answers ->> $16::text, '') COLLATE "C" AS q14,
        coalesce(selected.answers ->> $17::text, '') COLLATE "C" AS q16
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q2), (q4), (q6), (q8), (q10), (q12), (q14), (q16))
  HAVING coalesce(q2, q4, q6, q8, q10, q12, q14, q16) IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text, $3 text, $4 text, $5 text, $6 text, $7 text, $8 text, $9 text, $10 text, $11 text, $12 text, $13 text, $14 text, $15 text, $16 text, $17 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 884736
        AND 917503
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q1 IS NOT NULL THEN 1 WHEN q3 IS NOT NULL THEN 3 WHEN q5 IS NOT NULL THEN 5 WHEN q7 IS NOT NULL THEN 7 WHEN q9 IS NOT NULL THEN 9 WHEN q11 IS NOT NULL THEN 11 WHEN q13 IS NOT NULL THEN 13 WHEN q15 IS NOT NULL THEN 15 END AS question,
    coalesce(q1, q3, q5, q7, q9, q11, q13, q15) AS value, NULL::text AS split, day,
    count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q1, q3, q5, q7, q9, q11, q13, q15, day
    FROM (
      SELECT coalesce(selected.answers ->> $2::text, '') COLLATE "C" AS q1,
        coalesce(selected.answers ->> $3::text, '') COLLATE "C" AS q3, coalesce(selected.answers ->> $4::text,
        '') COLLATE "C" AS q5, coalesce(selected.answers ->> $5::text, '') COLLATE "C" AS q7,
        coalesce(selected.answers ->> $6::text, '') COLLATE "C" AS q9, coalesce(selected.answers ->> $7::text,
        '') COLLATE "C" AS q11, coalesce(selected.answers ->> $8::text, '') COLLATE "C" AS q13,
        coalesce(selected.answers ->> $9::text, '') COLLATE "C" AS q15,
        (date_submitted AT TIME ZONE 'UTC')::date AS day
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q1), (q3), (q5), (q7), (q9), (q11), (q13), (q15), (), (day))
  HAVING coalesce(q1, q3, q5, q7, q9, q11, q13, q15) IS DISTINCT FROM '' UNION ALL
  SELECT CASE WHEN q2 IS NOT NULL THEN 2 WHEN q4 IS NOT NULL THEN 4 WHEN q6 IS NOT NULL THEN 6 WHEN q8 IS NOT NULL THEN 8 WHEN q10 IS NOT NULL THEN 10 WHEN q12 IS NOT NULL THEN 12 WHEN q14 IS NOT NULL THEN 14 WHEN q16 IS NOT NULL THEN 16 END AS question,
    coalesce(q2, q4, q6, q8, q10, q12, q14, q16) AS value, NULL::text AS split, NULL::date AS day,
    count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q2, q4, q6, q8, q10, q12, q14, q16
    FROM (
      SELECT coalesce(selected.answers ->> $10::text, '') COLLATE "C" AS q2,
        coalesce(selected.answers ->> $11::text, '') COLLATE "C" AS q4,
        coalesce(selected.answers ->> $12::text, '') COLLATE "C" AS q6,
        coalesce(selected.answers ->> $13::text, '') COLLATE "C" AS q8,
        coalesce(selected.answers ->> $14::text, '') COLLATE "C" AS q10,
        coalesce(selected.answers ->> $15::text, '') COLLATE "C" AS q12,
        coalesce(selected.answers ->> $16::text, '') COLLATE "C" AS q14,
        coalesce(selected.answers ->> $17::text, '') COLLATE "C" AS q16
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q2), (q4), (q6), (q8), (q10), (q12), (q14), (q16))
  HAVING coalesce(q2, q4, q6, q8, q10, q12, q14, q16) IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text, $3 text, $4 text, $5 text, $6 text, $7 text, $8 text, $9 text, $10 text, $11 text, $12 text, $13 text, $14 text, $15 text, $16 text, $17 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($2::text[], $3::int[], $4::text[], $5::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT question, value COLLATE "C" AS value, split, day, submissions, first
  FROM unnest($6::int[], $7::text[], $8::text[], $9::date[], $10::int[], $11::bigint[]) AS known (question,
    value, split, day, submissions, first)
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, value_count.value, '' AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT 0::bigint AS id, 0 AS question, '' AS kind, '' COLLATE "C" AS value, '' AS split
  WHERE false
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS NOT MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value'
), counted AS NOT MATERIALIZED (
  SELECT question, value, submissions
  FROM token
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
), spread AS MATERIALIZED (
  SELECT question, (max(number) - min(number)) / 20 AS min_width, bool_and(number = trunc(number)) AS is_whole
  FROM numeric_answer
  GROUP BY 1
), bin_width AS MATERIALIZED (
  SELECT question, CASE WHEN is_whole THEN greatest(width, 1) ELSE width END AS width
  FROM (
    SELECT question, is_whole, CASE WHEN min_width = 0 THEN 1 ELSE (
      SELECT power * CASE WHEN power >= min_width THEN 1 WHEN 2 * power >= min_width THEN 2 WHEN 5 * power >= min_width THEN 5 ELSE 10 END
      FROM (
        SELECT power(10::numeric, floor(log(min_width))) AS power
      ) AS scale
    ) END AS width
    FROM spread
  ) AS rounded
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, '', top_value.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split UNION ALL
SELECT 'bin', question, (floor(number / width) * width)::text, split, sum(answers)::int, NULL, NULL, NULL,
  NULL, width::text, min(number)::text, max(number)::text
FROM numeric_answer
JOIN bin_width USING (question)
GROUP BY question, split, width, floor(number / width) UNION ALL
SELECT 'day', NULL, day::text, NULL, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM value_count
WHERE day IS NOT NULL;
-- $1 integer, $2 text[], $3 integer[], $4 text[], $5 text[], $6 integer[], $7 text[], $8 text[], $9 date[], $10 integer[], $11 bigint[]
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), list AS MATERIALIZED (
  SELECT array_agg(hashtextextended(q0, $2::bigint)) FILTER (WHERE q0 <> '') AS h0,
    array_agg(q0) FILTER (WHERE q0 <> '') AS l0
  FROM (
    SELECT selected.answers ->> $3::text COLLATE "C" AS q0
    FROM selected
    OFFSET '0'
  ) AS extracted
)
SELECT question, frequency::int, shown AS hashes, provided::int, CASE WHEN frequency = 1 THEN to_json(ARRAY(
  SELECT DISTINCT unnest(low) COLLATE "C" AS value
  ORDER BY value
  LIMIT 100
)) END AS lowest
FROM list
CROSS JOIN LATERAL (VALUES (0, h0, l0, true)) AS hash_list (question, hashes, low, seems_unique)
CROSS JOIN LATERAL (
  SELECT CASE WHEN seems_unique THEN cardinality(hashes) = (
    SELECT count(DISTINCT hash)
    FROM (
      SELECT unnest(hashes) AS hash
    ) AS each
  ) ELSE false END AS is_unique
  OFFSET '0'
) AS compared
CROSS JOIN LATERAL (
  SELECT frequency, CASE WHEN frequency = 1 OR differing <= 1000 THEN same::text[] END AS shown,
    sum(differing) OVER (ORDER BY frequency DESC) - differing AS before,
    sum(frequency * differing) OVER () AS provided
  FROM (
    SELECT 1 AS frequency, cardinality(hashes) AS differing, '{}'::bigint[] AS same
    WHERE is_unique UNION ALL
    SELECT frequency, count(*), coalesce(array_agg(hash) FILTER (WHERE frequency > 1), '{}')
    FROM (
      SELECT hash, count(*) AS frequency
      FROM (
        SELECT unnest(hashes) AS hash
        WHERE NOT is_unique
      ) AS each
      GROUP BY hash
    ) AS by_hash
    GROUP BY frequency
  ) AS by_frequency
) AS limited
WHERE before < 100
ORDER BY question, frequency DESC;
-- $1 integer, $2 bigint, $3 text
ROLLBACK;
START TRANSACTION;
INSERT INTO submission_summary AS summary (asset_id, key, plan, snapshot, part_count, last_used)
VALUES ($1, $2, $3, $4, $5, (now() AT TIME ZONE 'UTC')::date)
ON CONFLICT (asset_id, key)
DO UPDATE SET snapshot = excluded.snapshot, part_count = excluded.part_count, last_used = excluded.last_used
WHERE summary.snapshot = $6
RETURNING id;
-- $1 integer, $2 text, $3 jsonb, $4 text, $5 integer, $6 text
DELETE FROM submission_summary_part
WHERE summary_id = $1
  AND part = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO submission_summary_part (summary_id, part, data)
VALUES ($1, $2, $3);
-- $1 integer, $2 bigint, $3 bytea
DELETE FROM submission_summary
WHERE asset_id = $1
  AND id NOT IN (
    SELECT id
    FROM submission_summary
    WHERE asset_id = $1
    ORDER BY last_used DESC, id DESC
    LIMIT 96
  );
-- $1 integer
COMMIT;

-- counts
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH stored AS MATERIALIZED (
  SELECT id, plan, snapshot, part_count AS "partCount",
    last_used = (now() AT TIME ZONE 'UTC')::date AS "isUsedToday",
    pg_snapshot_xmax(snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKnown"
  FROM submission_summary
  WHERE asset_id = $1
    AND key = $2
), changed AS (
  SELECT DISTINCT submission_id >> 15 AS part
  FROM submission_change
  WHERE asset_id = $1
    AND transaction_id >= pg_snapshot_xmin((
      SELECT snapshot::pg_snapshot
      FROM stored
    ))::text::bigint
    AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, (
      SELECT snapshot::pg_snapshot
      FROM stored
    ))
)
SELECT pg_current_snapshot()::text AS snapshot, (
  SELECT to_json(stored)
  FROM stored
) AS stored, (
  SELECT coalesce(json_agg(json_build_object('part', part, 'data', CASE WHEN $3 THEN encode(data,
    'base64') END)), '[]')
  FROM submission_summary_part
  WHERE summary_id = (
    SELECT id
    FROM stored
  )
) AS held, (
  SELECT coalesce(json_agg(part), '[]')
  FROM changed
) AS changed;
-- $1 integer, $2 text, $3 boolean
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH sampling AS MATERIALIZED (
  SELECT 1 + count(*) / 2000 AS every
  FROM submission
  WHERE asset_id = $1
), selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $2::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND hashint8(id) % (
          SELECT every
          FROM sampling
        ) = 0
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS (
  SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
  FROM selected
  CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
  WHERE answer.key = ANY($3::text[])
    AND answer.value <> ''
  GROUP BY 1, 2, 3
)
SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct,
  NULL::int AS singletons, NULL::int AS width, NULL AS cutoff
FROM sampling UNION ALL
SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
  avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[100]
FROM value_count
GROUP BY key;
-- $1 integer, $2 text, $3 text[]
WITH RECURSIVE existing AS (
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
  ) >> 15 AS part UNION ALL
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
      AND id >= (existing.part + 1) << 15
  ) >> 15
  FROM existing
  WHERE part IS NOT NULL
)
SELECT part
FROM existing
WHERE part IS NOT NULL
ORDER BY part;
-- $1 integer
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $2::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 0
        AND 32767
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT NULL::int AS question, NULL::text AS value, split, NULL::date AS day, count(*)::int AS submissions,
    min(id) AS first
  FROM (
    SELECT split, id
    FROM (
      SELECT split, id, length(split) || ':' || split AS prefix
      FROM selected
      OFFSET '0'
    ) AS extracted
    OFFSET '0'
  ) AS counted
  GROUP BY GROUPING SETS ((), (split))
  HAVING NULL::text IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $2::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 884736
        AND 917503
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT NULL::int AS question, NULL::text AS value, split, NULL::date AS day, count(*)::int AS submissions,
    min(id) AS first
  FROM (
    SELECT split, id
    FROM (
      SELECT split, id, length(split) || ':' || split AS prefix
      FROM selected
      OFFSET '0'
    ) AS extracted
    OFFSET '0'
  ) AS counted
  GROUP BY GROUPING SETS ((), (split))
  HAVING NULL::text IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $2::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($3::text[], $4::int[], $5::text[], $6::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT question, value COLLATE "C" AS value, split, day, submissions, first
  FROM unnest($7::int[], $8::text[], $9::text[], $10::date[], $11::int[], $12::bigint[]) AS known (question,
    value, split, day, submissions, first)
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, substr(value_count.value, strpos(value_count.value,
    ':') + 1 + split_part(value_count.value, ':', 1)::int) AS value, substr(value_count.value,
    strpos(value_count.value, ':') + 1, split_part(value_count.value, ':',
    1)::int) COLLATE "default" AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT 0::bigint AS id, 0 AS question, '' AS kind, '' COLLATE "C" AS value, '' AS split
  WHERE false
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value'
), counted AS MATERIALIZED (
  SELECT question, value, sum(submissions)::bigint AS submissions
  FROM token
  GROUP BY 1, 2
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, token.split, token.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
JOIN token USING (question, value)
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split;
-- $1 integer, $2 text, $3 text[], $4 integer[], $5 text[], $6 text[], $7 integer[], $8 text[], $9 text[], $10 date[], $11 integer[], $12 bigint[]
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $2::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), list AS MATERIALIZED (
  SELECT array_agg(hashtextextended(q0, $3::bigint)) FILTER (WHERE q0 <> '') AS h0,
    array_agg(q0) FILTER (WHERE q0 <> '') AS l0
  FROM (
    SELECT selected.answers ->> $4::text COLLATE "C" AS q0
    FROM selected
    OFFSET '0'
  ) AS extracted
)
SELECT question, frequency::int, shown AS hashes, provided::int, CASE WHEN frequency = 1 THEN to_json(ARRAY(
  SELECT DISTINCT unnest(low) COLLATE "C" AS value
  ORDER BY value
  LIMIT 100
)) END AS lowest
FROM list
CROSS JOIN LATERAL (VALUES (0, h0, l0, true)) AS hash_list (question, hashes, low, seems_unique)
CROSS JOIN LATERAL (
  SELECT CASE WHEN seems_unique THEN cardinality(hashes) = (
    SELECT count(DISTINCT hash)
    FROM (
      SELECT unnest(hashes) AS hash
    ) AS each
  ) ELSE false END AS is_unique
  OFFSET '0'
) AS compared
CROSS JOIN LATERAL (
  SELECT frequency, CASE WHEN frequency = 1 OR differing <= 1000 THEN same::text[] END AS shown,
    sum(differing) OVER (ORDER BY frequency DESC) - differing AS before,
    sum(frequency * differing) OVER () AS provided
  FROM (
    SELECT 1 AS frequency, cardinality(hashes) AS differing, '{}'::bigint[] AS same
    WHERE is_unique UNION ALL
    SELECT frequency, count(*), coalesce(array_agg(hash) FILTER (WHERE frequency > 1), '{}')
    FROM (
      SELECT hash, count(*) AS frequency
      FROM (
        SELECT unnest(hashes) AS hash
        WHERE NOT is_unique
      ) AS each
      GROUP BY hash
    ) AS by_hash
    GROUP BY frequency
  ) AS by_frequency
) AS limited
WHERE before < 100
ORDER BY question, frequency DESC;
-- $1 integer, $2 text, $3 bigint, $4 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $2::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($3::text[], $4::int[], $5::text[], $6::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 END AS question, coalesce(q0) AS value, NULL::text AS split,
    NULL::date AS day, count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT CASE WHEN q0 <> '' AND (q0 <= $8::text) THEN (prefix || q0) COLLATE "C" ELSE '' END AS q0, split
    FROM (
      SELECT coalesce(selected.answers ->> $7::text, '') COLLATE "C" AS q0, split,
        length(split) || ':' || split AS prefix
      FROM selected
      OFFSET '0'
    ) AS extracted
    OFFSET '0'
  ) AS counted
  GROUP BY GROUPING SETS ((q0))
  HAVING coalesce(q0) IS DISTINCT FROM ''
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, substr(value_count.value, strpos(value_count.value,
    ':') + 1 + split_part(value_count.value, ':', 1)::int) AS value, substr(value_count.value,
    strpos(value_count.value, ':') + 1, split_part(value_count.value, ':',
    1)::int) COLLATE "default" AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT 0::bigint AS id, 0 AS question, '' AS kind, '' COLLATE "C" AS value, '' AS split
  WHERE false
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value'
), counted AS MATERIALIZED (
  SELECT question, value, sum(submissions)::bigint AS submissions
  FROM token
  GROUP BY 1, 2
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, token.split, token.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
JOIN token USING (question, value)
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split;
-- $1 integer, $2 text, $3 text[], $4 integer[], $5 text[], $6 text[], $7 text, $8 text
ROLLBACK;
START TRANSACTION;
INSERT INTO submission_summary AS summary (asset_id, key, plan, snapshot, part_count, last_used)
VALUES ($1, $2, $3, $4, $5, (now() AT TIME ZONE 'UTC')::date)
ON CONFLICT (asset_id, key)
DO UPDATE SET snapshot = excluded.snapshot, part_count = excluded.part_count, last_used = excluded.last_used
WHERE summary.snapshot = $6
RETURNING id;
-- $1 integer, $2 text, $3 jsonb, $4 text, $5 integer, $6 text
DELETE FROM submission_summary_part
WHERE summary_id = $1
  AND part = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO submission_summary_part (summary_id, part, data)
VALUES ($1, $2, $3);
-- $1 integer, $2 bigint, $3 bytea
DELETE FROM submission_summary
WHERE asset_id = $1
  AND id NOT IN (
    SELECT id
    FROM submission_summary
    WHERE asset_id = $1
    ORDER BY last_used DESC, id DESC
    LIMIT 96
  );
-- $1 integer
COMMIT;

-- counts
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH stored AS MATERIALIZED (
  SELECT id, plan, snapshot, part_count AS "partCount",
    last_used = (now() AT TIME ZONE 'UTC')::date AS "isUsedToday",
    pg_snapshot_xmax(snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKnown"
  FROM submission_summary
  WHERE asset_id = $1
    AND key = $2
), changed AS (
  SELECT DISTINCT submission_id >> 15 AS part
  FROM submission_change
  WHERE asset_id = $1
    AND transaction_id >= pg_snapshot_xmin((
      SELECT snapshot::pg_snapshot
      FROM stored
    ))::text::bigint
    AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, (
      SELECT snapshot::pg_snapshot
      FROM stored
    ))
)
SELECT pg_current_snapshot()::text AS snapshot, (
  SELECT to_json(stored)
  FROM stored
) AS stored, (
  SELECT coalesce(json_agg(json_build_object('part', part, 'data', CASE WHEN $3 THEN encode(data,
    'base64') END)), '[]')
  FROM submission_summary_part
  WHERE summary_id = (
    SELECT id
    FROM stored
  )
) AS held, (
  SELECT coalesce(json_agg(part), '[]')
  FROM changed
) AS changed;
-- $1 integer, $2 text, $3 boolean
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH sampling AS MATERIALIZED (
  SELECT 1 + count(*) / 2000 AS every
  FROM submission
  WHERE asset_id = $1
), selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $3::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND hashint8(id) % (
          SELECT every
          FROM sampling
        ) = 0
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
      AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
    OFFSET '0'
  ) AS unpacked
  WHERE true
    AND (version_uid = $4::text OR (version_uid IN (answers ->> '__version__', answers ->> '_version_',
      answers ->> '_version__001')) IS NOT TRUE)
  OFFSET '0'
), value_count AS (
  SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
  FROM selected
  CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
  WHERE answer.key = ANY($5::text[])
    AND answer.value <> ''
  GROUP BY 1, 2, 3
)
SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct,
  NULL::int AS singletons, NULL::int AS width, NULL AS cutoff
FROM sampling UNION ALL
SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
  avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[100]
FROM value_count
GROUP BY key;
-- $1 integer, $2 text, $3 text, $4 text, $5 text[]
WITH RECURSIVE existing AS (
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
  ) >> 15 AS part UNION ALL
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
      AND id >= (existing.part + 1) << 15
  ) >> 15
  FROM existing
  WHERE part IS NOT NULL
)
SELECT part
FROM existing
WHERE part IS NOT NULL
ORDER BY part;
-- $1 integer
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $3::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 0
        AND 32767
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
      AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
    OFFSET '0'
  ) AS unpacked
  WHERE true
    AND (version_uid = $4::text OR (version_uid IN (answers ->> '__version__', answers ->> '_version_',
      answers ->> '_version__001')) IS NOT TRUE)
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 WHEN q3 IS NOT NULL THEN 3 WHEN q5 IS NOT NULL THEN 5 END AS question,
    coalesce(q0, q3, q5) AS value, split, day, count(*)::int AS submissions, min(id) AS first
  FROM (
    SELECT CASE WHEN q0 <> '' THEN (prefix || q0) COLLATE "C" ELSE '' END AS q0,
      CASE WHEN q3 <> '' THEN (prefix || q3) COLLATE "C" ELSE '' END AS q3,
      CASE WHEN q5 <> '' THEN (prefix || q5) COLLATE "C" ELSE '' END AS q5, split, id, day
    FROM (
      SELECT coalesce(selected.answers ->> $5::text, '') COLLATE "C" AS q0,
        coalesce(selected.answers ->> $6::text, '') COLLATE "C" AS q3,
        coalesce(left(selected.answers ->> $7::text, 1), '') COLLATE "C" AS q5, split, id,
        (date_submitted AT TIME ZONE 'UTC' + make_interval(mins => ($9::int[])[width_bucket(date_submitted,
        $8::timestamptz[])]))::date AS day, length(split) || ':' || split AS prefix
      FROM selected
      OFFSET '0'
    ) AS extracted
    OFFSET '0'
  ) AS counted
  GROUP BY GROUPING SETS ((q0), (q3), (q5), (), (split), (day))
  HAVING coalesce(q0, q3, q5) IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text, $3 text, $4 text, $5 text, $6 text, $7 text, $8 timestamp with time zone[], $9 integer[]
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $3::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND id BETWEEN 884736
        AND 917503
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
      AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
    OFFSET '0'
  ) AS unpacked
  WHERE true
    AND (version_uid = $4::text OR (version_uid IN (answers ->> '__version__', answers ->> '_version_',
      answers ->> '_version__001')) IS NOT TRUE)
  OFFSET '0'
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 WHEN q3 IS NOT NULL THEN 3 WHEN q5 IS NOT NULL THEN 5 END AS question,
    coalesce(q0, q3, q5) AS value, split, day, count(*)::int AS submissions, min(id) AS first
  FROM (
    SELECT CASE WHEN q0 <> '' THEN (prefix || q0) COLLATE "C" ELSE '' END AS q0,
      CASE WHEN q3 <> '' THEN (prefix || q3) COLLATE "C" ELSE '' END AS q3,
      CASE WHEN q5 <> '' THEN (prefix || q5) COLLATE "C" ELSE '' END AS q5, split, id, day
    FROM (
      SELECT coalesce(selected.answers ->> $5::text, '') COLLATE "C" AS q0,
        coalesce(selected.answers ->> $6::text, '') COLLATE "C" AS q3,
        coalesce(left(selected.answers ->> $7::text, 1), '') COLLATE "C" AS q5, split, id,
        (date_submitted AT TIME ZONE 'UTC' + make_interval(mins => ($9::int[])[width_bucket(date_submitted,
        $8::timestamptz[])]))::date AS day, length(split) || ':' || split AS prefix
      FROM selected
      OFFSET '0'
    ) AS extracted
    OFFSET '0'
  ) AS counted
  GROUP BY GROUPING SETS ((q0), (q3), (q5), (), (split), (day))
  HAVING coalesce(q0, q3, q5) IS DISTINCT FROM ''
)
SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)),
  '[]')::text AS counts
FROM value_count;
-- $1 integer, $2 text, $3 text, $4 text, $5 text, $6 text, $7 text, $8 timestamp with time zone[], $9 integer[]
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $3::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
      AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
    OFFSET '0'
  ) AS unpacked
  WHERE true
    AND (version_uid = $4::text OR (version_uid IN (answers ->> '__version__', answers ->> '_version_',
      answers ->> '_version__001')) IS NOT TRUE)
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($5::text[], $6::int[], $7::text[], $8::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT question, value COLLATE "C" AS value, split, day, submissions, first
  FROM unnest($9::int[], $10::text[], $11::text[], $12::date[], $13::int[], $14::bigint[]) AS known (question,
    value, split, day, submissions, first)
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, substr(value_count.value, strpos(value_count.value,
    ':') + 1 + split_part(value_count.value, ':', 1)::int) AS value, substr(value_count.value,
    strpos(value_count.value, ':') + 1, split_part(value_count.value, ':',
    1)::int) COLLATE "default" AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT 0::bigint AS id, 0 AS question, '' AS kind, '' COLLATE "C" AS value, '' AS split
  WHERE false
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value' UNION ALL
  SELECT question, choice, split, sum(submissions)
  FROM single
  CROSS JOIN LATERAL string_to_table(single.value, ' ') AS choice
  WHERE kind = 'choices'
    AND choice <> ''
  GROUP BY 1, 2, 3
), counted AS MATERIALIZED (
  SELECT question, value, sum(submissions)::bigint AS submissions
  FROM token
  GROUP BY 1, 2
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
), spread AS MATERIALIZED (
  SELECT question, (max(number) - min(number)) / 20 AS min_width, bool_and(number = trunc(number)) AS is_whole
  FROM numeric_answer
  GROUP BY 1
), bin_width AS MATERIALIZED (
  SELECT question, CASE WHEN is_whole THEN greatest(width, 1) ELSE width END AS width
  FROM (
    SELECT question, is_whole, CASE WHEN min_width = 0 THEN 1 ELSE (
      SELECT power * CASE WHEN power >= min_width THEN 1 WHEN 2 * power >= min_width THEN 2 WHEN 5 * power >= min_width THEN 5 ELSE 10 END
      FROM (
        SELECT power(10::numeric, floor(log(min_width))) AS power
      ) AS scale
    ) END AS width
    FROM spread
  ) AS rounded
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, token.split, token.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
JOIN token USING (question, value)
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split UNION ALL
SELECT 'bin', question, (floor(number / width) * width)::text, split, sum(answers)::int, NULL, NULL, NULL,
  NULL, width::text, min(number)::text, max(number)::text
FROM numeric_answer
JOIN bin_width USING (question)
GROUP BY question, split, width, floor(number / width) UNION ALL
SELECT 'day', NULL, day::text, NULL, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM value_count
WHERE day IS NOT NULL;
-- $1 integer, $2 text, $3 text, $4 text, $5 text[], $6 integer[], $7 text[], $8 text[], $9 integer[], $10 text[], $11 text[], $12 date[], $13 integer[], $14 bigint[]
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $3::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
      AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
    OFFSET '0'
  ) AS unpacked
  WHERE true
    AND (version_uid = $4::text OR (version_uid IN (answers ->> '__version__', answers ->> '_version_',
      answers ->> '_version__001')) IS NOT TRUE)
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($10::text[], $11::int[], $12::text[], $13::text[]) AS question_path (path, question, kind,
    repeats)
), value_count AS MATERIALIZED (
  SELECT question, value COLLATE "C" AS value, split, day, submissions, first
  FROM unnest($14::int[], $15::text[], $16::text[], $17::date[], $18::int[],
    $19::bigint[]) AS known (question, value, split, day, submissions, first)
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, substr(value_count.value, strpos(value_count.value,
    ':') + 1 + split_part(value_count.value, ':', 1)::int) AS value, substr(value_count.value,
    strpos(value_count.value, ':') + 1, split_part(value_count.value, ':',
    1)::int) COLLATE "default" AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT selected.id, question_path.question, question_path.kind,
    CASE question_path.kind WHEN 'count' THEN '' ELSE answer.value END COLLATE "C" AS value, selected.split
  FROM selected
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(selected.answers -> $5::text) WHEN 'array' THEN selected.answers -> $5::text ELSE '[]' END) AS element0
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(element0.value) WHEN 'object' THEN element0.value ELSE '{}' END) AS answer
  JOIN question_path ON question_path.path = answer.key AND question_path.repeats = $6::text
  WHERE answer.value <> '' UNION ALL
  SELECT selected.id, question_path.question, question_path.kind,
    CASE question_path.kind WHEN 'count' THEN '' ELSE answer.value END COLLATE "C" AS value, selected.split
  FROM selected
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(selected.answers -> $7::text) WHEN 'array' THEN selected.answers -> $7::text ELSE '[]' END) AS element0
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(element0.value -> $8::text) WHEN 'array' THEN element0.value -> $8::text ELSE '[]' END) AS element1
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(element1.value) WHEN 'object' THEN element1.value ELSE '{}' END) AS answer
  JOIN question_path ON question_path.path = answer.key AND question_path.repeats = $9::text
  WHERE answer.value <> ''
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value' UNION ALL
  SELECT question, choice, split, sum(submissions)
  FROM single
  CROSS JOIN LATERAL string_to_table(single.value, ' ') AS choice
  WHERE kind = 'choices'
    AND choice <> ''
  GROUP BY 1, 2, 3 UNION ALL
  SELECT question, choice, split, count(DISTINCT id)
  FROM repeated
  CROSS JOIN LATERAL string_to_table(repeated.value, ' ') AS choice
  WHERE kind = 'choices'
    AND choice <> ''
  GROUP BY 1, 2, 3
), counted AS MATERIALIZED (
  SELECT question, value, sum(submissions)::bigint AS submissions
  FROM token
  GROUP BY 1, 2
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
), spread AS MATERIALIZED (
  SELECT question, (max(number) - min(number)) / 20 AS min_width, bool_and(number = trunc(number)) AS is_whole
  FROM numeric_answer
  GROUP BY 1
), bin_width AS MATERIALIZED (
  SELECT question, CASE WHEN is_whole THEN greatest(width, 1) ELSE width END AS width
  FROM (
    SELECT question, is_whole, CASE WHEN min_width = 0 THEN 1 ELSE (
      SELECT power * CASE WHEN power >= min_width THEN 1 WHEN 2 * power >= min_width THEN 2 WHEN 5 * power >= min_width THEN 5 ELSE 10 END
      FROM (
        SELECT power(10::numeric, floor(log(min_width))) AS power
      ) AS scale
    ) END AS width
    FROM spread
  ) AS rounded
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, token.split, token.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
JOIN token USING (question, value)
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split UNION ALL
SELECT 'bin', question, (floor(number / width) * width)::text, split, sum(answers)::int, NULL, NULL, NULL,
  NULL, width::text, min(number)::text, max(number)::text
FROM numeric_answer
JOIN bin_width USING (question)
GROUP BY question, split, width, floor(number / width) UNION ALL
SELECT 'day', NULL, day::text, NULL, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM value_count
WHERE day IS NOT NULL;
-- $1 integer, $2 text, $3 text, $4 text, $5 text, $6 text, $7 text, $8 text, $9 text, $10 text[], $11 integer[], $12 text[], $13 text[], $14 integer[], $15 text[], $16 text[], $17 date[], $18 integer[], $19 bigint[]
ROLLBACK;
START TRANSACTION;
INSERT INTO submission_summary AS summary (asset_id, key, plan, snapshot, part_count, last_used)
VALUES ($1, $2, $3, $4, $5, (now() AT TIME ZONE 'UTC')::date)
ON CONFLICT (asset_id, key)
DO UPDATE SET snapshot = excluded.snapshot, part_count = excluded.part_count, last_used = excluded.last_used
WHERE summary.snapshot = $6
RETURNING id;
-- $1 integer, $2 text, $3 jsonb, $4 text, $5 integer, $6 text
DELETE FROM submission_summary_part
WHERE summary_id = $1
  AND part = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO submission_summary_part (summary_id, part, data)
VALUES ($1, $2, $3);
-- $1 integer, $2 bigint, $3 bytea
DELETE FROM submission_summary
WHERE asset_id = $1
  AND id NOT IN (
    SELECT id
    FROM submission_summary
    WHERE asset_id = $1
    ORDER BY last_used DESC, id DESC
    LIMIT 96
  );
-- $1 integer
COMMIT;

-- clusters
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH stored AS MATERIALIZED (
  SELECT id, plan, snapshot, part_count AS "partCount",
    last_used = (now() AT TIME ZONE 'UTC')::date AS "isUsedToday",
    pg_snapshot_xmax(snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKnown"
  FROM submission_summary
  WHERE asset_id = $1
    AND key = $2
), changed AS (
  SELECT DISTINCT submission_id >> 15 AS part
  FROM submission_change
  WHERE asset_id = $1
    AND transaction_id >= pg_snapshot_xmin((
      SELECT snapshot::pg_snapshot
      FROM stored
    ))::text::bigint
    AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, (
      SELECT snapshot::pg_snapshot
      FROM stored
    ))
)
SELECT pg_current_snapshot()::text AS snapshot, (
  SELECT to_json(stored)
  FROM stored
) AS stored, (
  SELECT coalesce(json_agg(json_build_object('part', part, 'data', CASE WHEN $3 THEN encode(data,
    'base64') END)), '[]')
  FROM submission_summary_part
  WHERE summary_id = (
    SELECT id
    FROM stored
  )
) AS held, (
  SELECT coalesce(json_agg(part), '[]')
  FROM changed
) AS changed;
-- $1 integer, $2 text, $3 boolean
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH RECURSIVE existing AS (
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
  ) >> 15 AS part UNION ALL
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
      AND id >= (existing.part + 1) << 15
  ) >> 15
  FROM existing
  WHERE part IS NOT NULL
)
SELECT part
FROM existing
WHERE part IS NOT NULL
ORDER BY part;
-- $1 integer
WITH point AS MATERIALIZED (
  SELECT question, split_part(text, ' ', 1)::float8 AS latitude, split_part(text, ' ', 2)::float8 AS longitude
  FROM (
    SELECT requested.question, trim(value #>> '{}') AS text
    FROM submission
    CROSS JOIN unnest($2::text[], $3::int[]) AS requested (path, question)
    CROSS JOIN LATERAL jsonb_path_query(answers, requested.path::jsonpath) AS value
    WHERE asset_id = $1
      AND id BETWEEN $4::bigint
      AND $5::bigint
  ) AS answer
  WHERE text ~ '^-?[0-9]{1,3}([.][0-9]+)? -?[0-9]{1,3}([.][0-9]+)?( |$)'
)
SELECT question, string_agg(float8send(latitude) || float8send(longitude), ''::bytea) AS points
FROM point
WHERE latitude BETWEEN -90
  AND 90
  AND longitude BETWEEN -180
  AND 180
GROUP BY question;
-- $1 integer, $2 text[], $3 integer[], $4 bigint, $5 bigint
ROLLBACK;
START TRANSACTION;
INSERT INTO submission_summary AS summary (asset_id, key, plan, snapshot, part_count, last_used)
VALUES ($1, $2, $3, $4, $5, (now() AT TIME ZONE 'UTC')::date)
ON CONFLICT (asset_id, key)
DO UPDATE SET snapshot = excluded.snapshot, part_count = excluded.part_count, last_used = excluded.last_used
WHERE summary.snapshot = $6
RETURNING id;
-- $1 integer, $2 text, $3 jsonb, $4 text, $5 integer, $6 text
DELETE FROM submission_summary_part
WHERE summary_id = $1
  AND part = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO submission_summary_part (summary_id, part, data)
VALUES ($1, $2, $3);
-- $1 integer, $2 bigint, $3 bytea
DELETE FROM submission_summary
WHERE asset_id = $1
  AND id NOT IN (
    SELECT id
    FROM submission_summary
    WHERE asset_id = $1
    ORDER BY last_used DESC, id DESC
    LIMIT 96
  );
-- $1 integer
COMMIT;

-- clusters
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH stored AS MATERIALIZED (
  SELECT id, plan, snapshot, part_count AS "partCount",
    last_used = (now() AT TIME ZONE 'UTC')::date AS "isUsedToday",
    pg_snapshot_xmax(snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKnown"
  FROM submission_summary
  WHERE asset_id = $1
    AND key = $2
), changed AS (
  SELECT DISTINCT submission_id >> 15 AS part
  FROM submission_change
  WHERE asset_id = $1
    AND transaction_id >= pg_snapshot_xmin((
      SELECT snapshot::pg_snapshot
      FROM stored
    ))::text::bigint
    AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, (
      SELECT snapshot::pg_snapshot
      FROM stored
    ))
)
SELECT pg_current_snapshot()::text AS snapshot, (
  SELECT to_json(stored)
  FROM stored
) AS stored, (
  SELECT coalesce(json_agg(json_build_object('part', part, 'data', CASE WHEN $3 THEN encode(data,
    'base64') END)), '[]')
  FROM submission_summary_part
  WHERE summary_id = (
    SELECT id
    FROM stored
  )
) AS held, (
  SELECT coalesce(json_agg(part), '[]')
  FROM changed
) AS changed;
-- $1 integer, $2 text, $3 boolean
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH RECURSIVE existing AS (
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
  ) >> 15 AS part UNION ALL
  SELECT (
    SELECT min(id)
    FROM submission
    WHERE asset_id = $1
      AND id >= (existing.part + 1) << 15
  ) >> 15
  FROM existing
  WHERE part IS NOT NULL
)
SELECT part
FROM existing
WHERE part IS NOT NULL
ORDER BY part;
-- $1 integer
WITH point AS MATERIALIZED (
  SELECT question, split_part(text, ' ', 1)::float8 AS latitude, split_part(text, ' ', 2)::float8 AS longitude
  FROM (
    SELECT requested.question, trim(value #>> '{}') AS text
    FROM submission
    CROSS JOIN unnest($3::text[], $4::int[]) AS requested (path, question)
    CROSS JOIN LATERAL jsonb_path_query(answers, requested.path::jsonpath) AS value
    WHERE asset_id = $1
      AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
      AND id BETWEEN $5::bigint
      AND $6::bigint
      AND version_uid = $7::text
      AND version_uid IN (answers ->> '__version__', answers ->> '_version_', answers ->> '_version__001')
  ) AS answer
  WHERE text ~ '^-?[0-9]{1,3}([.][0-9]+)? -?[0-9]{1,3}([.][0-9]+)?( |$)'
)
SELECT question, string_agg(float8send(latitude) || float8send(longitude), ''::bytea) AS points
FROM point
WHERE latitude BETWEEN -90
  AND 90
  AND longitude BETWEEN -180
  AND 180
GROUP BY question;
-- $1 integer, $2 text, $3 text[], $4 integer[], $5 bigint, $6 bigint, $7 text
ROLLBACK;
START TRANSACTION;
INSERT INTO submission_summary AS summary (asset_id, key, plan, snapshot, part_count, last_used)
VALUES ($1, $2, $3, $4, $5, (now() AT TIME ZONE 'UTC')::date)
ON CONFLICT (asset_id, key)
DO UPDATE SET snapshot = excluded.snapshot, part_count = excluded.part_count, last_used = excluded.last_used
WHERE summary.snapshot = $6
RETURNING id;
-- $1 integer, $2 text, $3 jsonb, $4 text, $5 integer, $6 text
DELETE FROM submission_summary_part
WHERE summary_id = $1
  AND part = ANY($2::bigint[]);
-- $1 integer, $2 bigint[]
INSERT INTO submission_summary_part (summary_id, part, data)
VALUES ($1, $2, $3);
-- $1 integer, $2 bigint, $3 bytea
DELETE FROM submission_summary
WHERE asset_id = $1
  AND id NOT IN (
    SELECT id
    FROM submission_summary
    WHERE asset_id = $1
    ORDER BY last_used DESC, id DESC
    LIMIT 96
  );
-- $1 integer
COMMIT;

-- counts
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH sampling AS MATERIALIZED (
  SELECT 1 + count(*) / 2000 AS every
  FROM submission
  WHERE asset_id = $1
), selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND hashint8(id) % (
          SELECT every
          FROM sampling
        ) = 0
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS (
  SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
  FROM selected
  CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
  WHERE answer.key = ANY($2::text[])
    AND answer.value <> ''
  GROUP BY 1, 2, 3
)
SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct,
  NULL::int AS singletons, NULL::int AS width, NULL AS cutoff
FROM sampling UNION ALL
SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
  avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[100]
FROM value_count
GROUP BY key;
-- $1 integer, $2 text[]
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($4::text[], $5::int[], $6::text[], $7::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 END AS question, coalesce(q0) AS value, NULL::text AS split,
    NULL::date AS day, count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q0
    FROM (
      SELECT coalesce(selected.answers ->> $8::text, '') COLLATE "C" AS q0
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q0), ())
  HAVING coalesce(q0) IS DISTINCT FROM ''
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, value_count.value, '' AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT selected.id, question_path.question, question_path.kind,
    CASE question_path.kind WHEN 'count' THEN '' ELSE answer.value END COLLATE "C" AS value, selected.split
  FROM selected
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(selected.answers -> $2::text) WHEN 'array' THEN selected.answers -> $2::text ELSE '[]' END) AS element0
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(element0.value) WHEN 'object' THEN element0.value ELSE '{}' END) AS answer
  JOIN question_path ON question_path.path = answer.key AND question_path.repeats = $3::text
  WHERE answer.value <> ''
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value'
), counted AS NOT MATERIALIZED (
  SELECT question, value, submissions
  FROM token
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, '', top_value.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split;
-- $1 integer, $2 text, $3 text, $4 text[], $5 integer[], $6 text[], $7 text[], $8 text
ROLLBACK;

-- counts
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH sampling AS MATERIALIZED (
  SELECT 1 + count(*) / 2000 AS every
  FROM submission
  WHERE asset_id = $1
), selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND hashint8(id) % (
          SELECT every
          FROM sampling
        ) = 0
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS (
  SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
  FROM selected
  CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
  WHERE answer.key = ANY($2::text[])
    AND answer.value <> ''
  GROUP BY 1, 2, 3
)
SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct,
  NULL::int AS singletons, NULL::int AS width, NULL AS cutoff
FROM sampling UNION ALL
SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
  avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[100]
FROM value_count
GROUP BY key;
-- $1 integer, $2 text[]
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($4::text[], $5::int[], $6::text[], $7::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 WHEN q1 IS NOT NULL THEN 1 WHEN q2 IS NOT NULL THEN 2 WHEN q3 IS NOT NULL THEN 3 WHEN q4 IS NOT NULL THEN 4 END AS question,
    coalesce(q0, q1, q2, q3, q4) AS value, NULL::text AS split, NULL::date AS day,
    count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q0, q1, q2, q3, q4
    FROM (
      SELECT coalesce(selected.answers ->> $8::text, '') COLLATE "C" AS q0,
        coalesce(selected.answers ->> $9::text, '') COLLATE "C" AS q1,
        coalesce(selected.answers ->> $10::text, '') COLLATE "C" AS q2,
        coalesce(left(selected.answers ->> $11::text, 1), '') COLLATE "C" AS q3,
        coalesce(selected.answers ->> $12::text, '') COLLATE "C" AS q4
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q0), (q1), (q2), (q3), (q4), ())
  HAVING coalesce(q0, q1, q2, q3, q4) IS DISTINCT FROM ''
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, value_count.value, '' AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT selected.id, question_path.question, question_path.kind,
    CASE question_path.kind WHEN 'count' THEN '' ELSE answer.value END COLLATE "C" AS value, selected.split
  FROM selected
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(selected.answers -> $2::text) WHEN 'array' THEN selected.answers -> $2::text ELSE '[]' END) AS element0
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(element0.value) WHEN 'object' THEN element0.value ELSE '{}' END) AS answer
  JOIN question_path ON question_path.path = answer.key AND question_path.repeats = $3::text
  WHERE answer.value <> ''
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value'
), counted AS NOT MATERIALIZED (
  SELECT question, value, submissions
  FROM token
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, '', top_value.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split;
-- $1 integer, $2 text, $3 text, $4 text[], $5 integer[], $6 text[], $7 text[], $8 text, $9 text, $10 text, $11 text, $12 text
ROLLBACK;

-- counts
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH sampling AS MATERIALIZED (
  SELECT 1 + count(*) / 2000 AS every
  FROM submission
  WHERE asset_id = $1
), selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND hashint8(id) % (
          SELECT every
          FROM sampling
        ) = 0
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS (
  SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
  FROM selected
  CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
  WHERE answer.key = ANY($2::text[])
    AND answer.value <> ''
  GROUP BY 1, 2, 3
)
SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct,
  NULL::int AS singletons, NULL::int AS width, NULL AS cutoff
FROM sampling UNION ALL
SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
  avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[100]
FROM value_count
GROUP BY key;
-- $1 integer, $2 text[]
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), list AS MATERIALIZED (
  SELECT array_agg(hashtextextended(q0, $2::bigint)) FILTER (WHERE q0 <> '') AS h0,
    array_agg(q0) FILTER (WHERE q0 <> '') AS l0
  FROM (
    SELECT selected.answers ->> $3::text COLLATE "C" AS q0
    FROM selected
    OFFSET '0'
  ) AS extracted
)
SELECT question, frequency::int, shown AS hashes, provided::int, CASE WHEN frequency = 1 THEN to_json(ARRAY(
  SELECT DISTINCT unnest(low) COLLATE "C" AS value
  ORDER BY value
  LIMIT 100
)) END AS lowest
FROM list
CROSS JOIN LATERAL (VALUES (0, h0, l0, true)) AS hash_list (question, hashes, low, seems_unique)
CROSS JOIN LATERAL (
  SELECT CASE WHEN seems_unique THEN cardinality(hashes) = (
    SELECT count(DISTINCT hash)
    FROM (
      SELECT unnest(hashes) AS hash
    ) AS each
  ) ELSE false END AS is_unique
  OFFSET '0'
) AS compared
CROSS JOIN LATERAL (
  SELECT frequency, CASE WHEN frequency = 1 OR differing <= 1000 THEN same::text[] END AS shown,
    sum(differing) OVER (ORDER BY frequency DESC) - differing AS before,
    sum(frequency * differing) OVER () AS provided
  FROM (
    SELECT 1 AS frequency, cardinality(hashes) AS differing, '{}'::bigint[] AS same
    WHERE is_unique UNION ALL
    SELECT frequency, count(*), coalesce(array_agg(hash) FILTER (WHERE frequency > 1), '{}')
    FROM (
      SELECT hash, count(*) AS frequency
      FROM (
        SELECT unnest(hashes) AS hash
        WHERE NOT is_unique
      ) AS each
      GROUP BY hash
    ) AS by_hash
    GROUP BY frequency
  ) AS by_frequency
) AS limited
WHERE before < 100
ORDER BY question, frequency DESC;
-- $1 integer, $2 bigint, $3 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, '' AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($2::text[], $3::int[], $4::text[], $5::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q1 IS NOT NULL THEN 1 WHEN q3 IS NOT NULL THEN 3 WHEN q5 IS NOT NULL THEN 5 WHEN q7 IS NOT NULL THEN 7 WHEN q9 IS NOT NULL THEN 9 WHEN q11 IS NOT NULL THEN 11 WHEN q13 IS NOT NULL THEN 13 WHEN q15 IS NOT NULL THEN 15 END AS question,
    coalesce(q1, q3, q5, q7, q9, q11, q13, q15) AS value, NULL::text AS split, day,
    count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q1, q3, q5, q7, q9, q11, q13, q15, day
    FROM (
      SELECT coalesce(selected.answers ->> $6::text, '') COLLATE "C" AS q1,
        coalesce(selected.answers ->> $7::text, '') COLLATE "C" AS q3, coalesce(selected.answers ->> $8::text,
        '') COLLATE "C" AS q5, coalesce(selected.answers ->> $9::text, '') COLLATE "C" AS q7,
        coalesce(selected.answers ->> $10::text, '') COLLATE "C" AS q9,
        coalesce(selected.answers ->> $11::text, '') COLLATE "C" AS q11,
        coalesce(selected.answers ->> $12::text, '') COLLATE "C" AS q13,
        coalesce(selected.answers ->> $13::text, '') COLLATE "C" AS q15,
        (date_submitted AT TIME ZONE 'UTC')::date AS day
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q1), (q3), (q5), (q7), (q9), (q11), (q13), (q15), (), (day))
  HAVING coalesce(q1, q3, q5, q7, q9, q11, q13, q15) IS DISTINCT FROM '' UNION ALL
  SELECT CASE WHEN q2 IS NOT NULL THEN 2 WHEN q4 IS NOT NULL THEN 4 WHEN q6 IS NOT NULL THEN 6 WHEN q8 IS NOT NULL THEN 8 WHEN q10 IS NOT NULL THEN 10 WHEN q12 IS NOT NULL THEN 12 WHEN q14 IS NOT NULL THEN 14 WHEN q16 IS NOT NULL THEN 16 END AS question,
    coalesce(q2, q4, q6, q8, q10, q12, q14, q16) AS value, NULL::text AS split, NULL::date AS day,
    count(*)::int AS submissions, NULL::bigint AS first
  FROM (
    SELECT q2, q4, q6, q8, q10, q12, q14, q16
    FROM (
      SELECT coalesce(selected.answers ->> $14::text, '') COLLATE "C" AS q2,
        coalesce(selected.answers ->> $15::text, '') COLLATE "C" AS q4,
        coalesce(selected.answers ->> $16::text, '') COLLATE "C" AS q6,
        coalesce(selected.answers ->> $17::text, '') COLLATE "C" AS q8,
        coalesce(selected.answers ->> $18::text, '') COLLATE "C" AS q10,
        coalesce(selected.answers ->> $19::text, '') COLLATE "C" AS q12,
        coalesce(selected.answers ->> $20::text, '') COLLATE "C" AS q14,
        coalesce(selected.answers ->> $21::text, '') COLLATE "C" AS q16
      FROM selected
      OFFSET '0'
    ) AS extracted
  ) AS counted
  GROUP BY GROUPING SETS ((q2), (q4), (q6), (q8), (q10), (q12), (q14), (q16))
  HAVING coalesce(q2, q4, q6, q8, q10, q12, q14, q16) IS DISTINCT FROM ''
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, value_count.value, '' AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT 0::bigint AS id, 0 AS question, '' AS kind, '' COLLATE "C" AS value, '' AS split
  WHERE false
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS NOT MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value'
), counted AS NOT MATERIALIZED (
  SELECT question, value, submissions
  FROM token
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
), spread AS MATERIALIZED (
  SELECT question, (max(number) - min(number)) / 20 AS min_width, bool_and(number = trunc(number)) AS is_whole
  FROM numeric_answer
  GROUP BY 1
), bin_width AS MATERIALIZED (
  SELECT question, CASE WHEN is_whole THEN greatest(width, 1) ELSE width END AS width
  FROM (
    SELECT question, is_whole, CASE WHEN min_width = 0 THEN 1 ELSE (
      SELECT power * CASE WHEN power >= min_width THEN 1 WHEN 2 * power >= min_width THEN 2 WHEN 5 * power >= min_width THEN 5 ELSE 10 END
      FROM (
        SELECT power(10::numeric, floor(log(min_width))) AS power
      ) AS scale
    ) END AS width
    FROM spread
  ) AS rounded
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, '', top_value.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split UNION ALL
SELECT 'bin', question, (floor(number / width) * width)::text, split, sum(answers)::int, NULL, NULL, NULL,
  NULL, width::text, min(number)::text, max(number)::text
FROM numeric_answer
JOIN bin_width USING (question)
GROUP BY question, split, width, floor(number / width) UNION ALL
SELECT 'day', NULL, day::text, NULL, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM value_count
WHERE day IS NOT NULL;
-- $1 integer, $2 text[], $3 integer[], $4 text[], $5 text[], $6 text, $7 text, $8 text, $9 text, $10 text, $11 text, $12 text, $13 text, $14 text, $15 text, $16 text, $17 text, $18 text, $19 text, $20 text, $21 text
ROLLBACK;

-- counts
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH sampling AS MATERIALIZED (
  SELECT 1 + count(*) / 2000 AS every
  FROM submission
  WHERE asset_id = $1
), selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $2::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND hashint8(id) % (
          SELECT every
          FROM sampling
        ) = 0
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), value_count AS (
  SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
  FROM selected
  CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
  WHERE answer.key = ANY($3::text[])
    AND answer.value <> ''
  GROUP BY 1, 2, 3
)
SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct,
  NULL::int AS singletons, NULL::int AS width, NULL AS cutoff
FROM sampling UNION ALL
SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
  avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[100]
FROM value_count
GROUP BY key;
-- $1 integer, $2 text, $3 text[]
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $2::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), list AS MATERIALIZED (
  SELECT array_agg(hashtextextended(q0, $3::bigint)) FILTER (WHERE q0 <> '') AS h0,
    array_agg(q0) FILTER (WHERE q0 <> '') AS l0
  FROM (
    SELECT selected.answers ->> $4::text COLLATE "C" AS q0
    FROM selected
    OFFSET '0'
  ) AS extracted
)
SELECT question, frequency::int, shown AS hashes, provided::int, CASE WHEN frequency = 1 THEN to_json(ARRAY(
  SELECT DISTINCT unnest(low) COLLATE "C" AS value
  ORDER BY value
  LIMIT 100
)) END AS lowest
FROM list
CROSS JOIN LATERAL (VALUES (0, h0, l0, true)) AS hash_list (question, hashes, low, seems_unique)
CROSS JOIN LATERAL (
  SELECT CASE WHEN seems_unique THEN cardinality(hashes) = (
    SELECT count(DISTINCT hash)
    FROM (
      SELECT unnest(hashes) AS hash
    ) AS each
  ) ELSE false END AS is_unique
  OFFSET '0'
) AS compared
CROSS JOIN LATERAL (
  SELECT frequency, CASE WHEN frequency = 1 OR differing <= 1000 THEN same::text[] END AS shown,
    sum(differing) OVER (ORDER BY frequency DESC) - differing AS before,
    sum(frequency * differing) OVER () AS provided
  FROM (
    SELECT 1 AS frequency, cardinality(hashes) AS differing, '{}'::bigint[] AS same
    WHERE is_unique UNION ALL
    SELECT frequency, count(*), coalesce(array_agg(hash) FILTER (WHERE frequency > 1), '{}')
    FROM (
      SELECT hash, count(*) AS frequency
      FROM (
        SELECT unnest(hashes) AS hash
        WHERE NOT is_unique
      ) AS each
      GROUP BY hash
    ) AS by_hash
    GROUP BY frequency
  ) AS by_frequency
) AS limited
WHERE before < 100
ORDER BY question, frequency DESC;
-- $1 integer, $2 text, $3 bigint, $4 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $2::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
    OFFSET '0'
  ) AS unpacked
  WHERE true
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($3::text[], $4::int[], $5::text[], $6::text[]) AS question_path (path, question, kind, repeats)
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 END AS question, coalesce(q0) AS value, split, NULL::date AS day,
    count(*)::int AS submissions, min(id) AS first
  FROM (
    SELECT CASE WHEN q0 <> '' AND (q0 <= $8::text) THEN (prefix || q0) COLLATE "C" ELSE '' END AS q0, split,
      id
    FROM (
      SELECT coalesce(selected.answers ->> $7::text, '') COLLATE "C" AS q0, split, id,
        length(split) || ':' || split AS prefix
      FROM selected
      OFFSET '0'
    ) AS extracted
    OFFSET '0'
  ) AS counted
  GROUP BY GROUPING SETS ((q0), (), (split))
  HAVING coalesce(q0) IS DISTINCT FROM ''
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, substr(value_count.value, strpos(value_count.value,
    ':') + 1 + split_part(value_count.value, ':', 1)::int) AS value, substr(value_count.value,
    strpos(value_count.value, ':') + 1, split_part(value_count.value, ':',
    1)::int) COLLATE "default" AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT 0::bigint AS id, 0 AS question, '' AS kind, '' COLLATE "C" AS value, '' AS split
  WHERE false
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value'
), counted AS MATERIALIZED (
  SELECT question, value, sum(submissions)::bigint AS submissions
  FROM token
  GROUP BY 1, 2
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, token.split, token.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
JOIN token USING (question, value)
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split;
-- $1 integer, $2 text, $3 text[], $4 integer[], $5 text[], $6 text[], $7 text, $8 text
ROLLBACK;

-- counts
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
WITH sampling AS MATERIALIZED (
  SELECT 1 + count(*) / 2000 AS every
  FROM submission
  WHERE asset_id = $1
), selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $3::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM (
      SELECT *
      FROM submission
      WHERE asset_id = $1
        AND hashint8(id) % (
          SELECT every
          FROM sampling
        ) = 0
      OFFSET '0'
    ) AS submission
    WHERE asset_id = $1
      AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
    OFFSET '0'
  ) AS unpacked
  WHERE true
    AND (version_uid = $4::text OR (version_uid IN (answers ->> '__version__', answers ->> '_version_',
      answers ->> '_version__001')) IS NOT TRUE)
  OFFSET '0'
), value_count AS (
  SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
  FROM selected
  CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
  WHERE answer.key = ANY($5::text[])
    AND answer.value <> ''
  GROUP BY 1, 2, 3
)
SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct,
  NULL::int AS singletons, NULL::int AS width, NULL AS cutoff
FROM sampling UNION ALL
SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
  avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[100]
FROM value_count
GROUP BY key;
-- $1 integer, $2 text, $3 text, $4 text, $5 text[]
SELECT set_config('statement_timeout', $1, true);
-- $1 text
WITH selected AS NOT MATERIALIZED (
  SELECT id, answers, date_submitted, coalesce(answers ->> $3::text, '') AS split
  FROM (
    SELECT id, version_uid, date_submitted, answers || '{}' AS answers
    FROM submission
    WHERE asset_id = $1
      AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
    OFFSET '0'
  ) AS unpacked
  WHERE true
    AND (version_uid = $4::text OR (version_uid IN (answers ->> '__version__', answers ->> '_version_',
      answers ->> '_version__001')) IS NOT TRUE)
  OFFSET '0'
), question_path AS MATERIALIZED (
  SELECT *
  FROM unnest($10::text[], $11::int[], $12::text[], $13::text[]) AS question_path (path, question, kind,
    repeats)
), value_count AS MATERIALIZED (
  SELECT CASE WHEN q0 IS NOT NULL THEN 0 WHEN q3 IS NOT NULL THEN 3 WHEN q5 IS NOT NULL THEN 5 END AS question,
    coalesce(q0, q3, q5) AS value, split, day, count(*)::int AS submissions, min(id) AS first
  FROM (
    SELECT CASE WHEN q0 <> '' THEN (prefix || q0) COLLATE "C" ELSE '' END AS q0,
      CASE WHEN q3 <> '' THEN (prefix || q3) COLLATE "C" ELSE '' END AS q3,
      CASE WHEN q5 <> '' THEN (prefix || q5) COLLATE "C" ELSE '' END AS q5, split, id, day
    FROM (
      SELECT coalesce(selected.answers ->> $14::text, '') COLLATE "C" AS q0,
        coalesce(selected.answers ->> $15::text, '') COLLATE "C" AS q3,
        coalesce(left(selected.answers ->> $16::text, 1), '') COLLATE "C" AS q5, split, id,
        (date_submitted AT TIME ZONE 'UTC' + make_interval(mins => ($18::int[])[width_bucket(date_submitted,
        $17::timestamptz[])]))::date AS day, length(split) || ':' || split AS prefix
      FROM selected
      OFFSET '0'
    ) AS extracted
    OFFSET '0'
  ) AS counted
  GROUP BY GROUPING SETS ((q0), (q3), (q5), (), (split), (day))
  HAVING coalesce(q0, q3, q5) IS DISTINCT FROM ''
), -- Outside of repeats: one answer per submission. single AS MATERIALIZED (
  SELECT question, question_path.kind, substr(value_count.value, strpos(value_count.value,
    ':') + 1 + split_part(value_count.value, ':', 1)::int) AS value, substr(value_count.value,
    strpos(value_count.value, ':') + 1, split_part(value_count.value, ':',
    1)::int) COLLATE "default" AS split, value_count.submissions
  FROM value_count
  JOIN question_path USING (question)
), -- In repeats: a submission counts once per distinct value. repeated AS MATERIALIZED (
  SELECT selected.id, question_path.question, question_path.kind,
    CASE question_path.kind WHEN 'count' THEN '' ELSE answer.value END COLLATE "C" AS value, selected.split
  FROM selected
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(selected.answers -> $5::text) WHEN 'array' THEN selected.answers -> $5::text ELSE '[]' END) AS element0
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(element0.value) WHEN 'object' THEN element0.value ELSE '{}' END) AS answer
  JOIN question_path ON question_path.path = answer.key AND question_path.repeats = $6::text
  WHERE answer.value <> '' UNION ALL
  SELECT selected.id, question_path.question, question_path.kind,
    CASE question_path.kind WHEN 'count' THEN '' ELSE answer.value END COLLATE "C" AS value, selected.split
  FROM selected
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(selected.answers -> $7::text) WHEN 'array' THEN selected.answers -> $7::text ELSE '[]' END) AS element0
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(element0.value -> $8::text) WHEN 'array' THEN element0.value -> $8::text ELSE '[]' END) AS element1
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(element1.value) WHEN 'object' THEN element1.value ELSE '{}' END) AS answer
  JOIN question_path ON question_path.path = answer.key AND question_path.repeats = $9::text
  WHERE answer.value <> ''
), answered AS NOT MATERIALIZED (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE WHEN kind IN ('number',
    'whole') THEN count(*) ELSE count(DISTINCT id) END::int
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS MATERIALIZED (
  SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
  FROM answered
  WHERE (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative,
    sum(answers) OVER answers_of_question AS total,
    sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
    max(answers) OVER answers_of_question AS most
  FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
), token AS MATERIALIZED (
  SELECT question, value, split, submissions
  FROM answered
  WHERE kind = 'value' UNION ALL
  SELECT question, choice, split, sum(submissions)
  FROM single
  CROSS JOIN LATERAL string_to_table(single.value, ' ') AS choice
  WHERE kind = 'choices'
    AND choice <> ''
  GROUP BY 1, 2, 3 UNION ALL
  SELECT question, choice, split, count(DISTINCT id)
  FROM repeated
  CROSS JOIN LATERAL string_to_table(repeated.value, ' ') AS choice
  WHERE kind = 'choices'
    AND choice <> ''
  GROUP BY 1, 2, 3
), counted AS MATERIALIZED (
  SELECT question, value, sum(submissions)::bigint AS submissions
  FROM token
  GROUP BY 1, 2
), bucket AS MATERIALIZED (
  SELECT question, submissions, hashtext(value) % 512 AS bucket, count(*) AS differing, min(value) AS least
  FROM counted
  GROUP BY 1, 2, 3
), -- Lowest frequency that can rank within the limit. min_frequency AS MATERIALIZED (
  SELECT question, min(submissions) AS submissions
  FROM (
    SELECT question, submissions,
      sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
    FROM (
      SELECT question, submissions, sum(differing) AS differing
      FROM bucket
      GROUP BY 1, 2
    ) AS by_frequency
  ) AS cumulative
  WHERE before < 100
  GROUP BY 1
), -- Largest value of that frequency that can rank within the limit; null: any. bound AS MATERIALIZED (
  SELECT question, submissions, min(least) FILTER (WHERE rank = 100) AS value
  FROM (
    SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
    FROM bucket
    JOIN min_frequency USING (question, submissions)
  ) AS ordered
  GROUP BY 1, 2
), top_value AS (
  SELECT question, counted.value, counted.submissions,
    row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
  FROM counted
  JOIN bound USING (question)
  WHERE counted.submissions > bound.submissions OR counted.submissions = bound.submissions
    AND (bound.value IS NULL OR counted.value <= bound.value)
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE NOT kind IN ('number', 'whole')
  GROUP BY 1 UNION ALL
  SELECT question, sum(answers)
  FROM numeric_answer
  WHERE question IN (
    SELECT question
    FROM question_path
    WHERE repeats = ''
  )
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE NOT kind IN ('number', 'whole') OR (kind IN ('number', 'whole') AND length(value) <= 200
    AND value ~ '^\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\s*$'
    AND (kind = 'number' OR value ~ '^\s*[-+]?[0-9]+\s*$'))
  GROUP BY 1
), spread AS MATERIALIZED (
  SELECT question, (max(number) - min(number)) / 20 AS min_width, bool_and(number = trunc(number)) AS is_whole
  FROM numeric_answer
  GROUP BY 1
), bin_width AS MATERIALIZED (
  SELECT question, CASE WHEN is_whole THEN greatest(width, 1) ELSE width END AS width
  FROM (
    SELECT question, is_whole, CASE WHEN min_width = 0 THEN 1 ELSE (
      SELECT power * CASE WHEN power >= min_width THEN 1 WHEN 2 * power >= min_width THEN 2 WHEN 5 * power >= min_width THEN 5 ELSE 10 END
      FROM (
        SELECT power(10::numeric, floor(log(min_width))) AS power
      ) AS scale
    ) END AS width
    FROM spread
  ) AS rounded
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split, submissions,
  NULL::text AS median, NULL::text AS mean, NULL::text AS mode, NULL::text AS stdev, NULL::text AS width,
  NULL::text AS least, NULL::text AS greatest
FROM value_count
WHERE question IS NULL
  AND split IS NULL
  AND day IS NULL UNION ALL (
    SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM value_count
    WHERE question IS NULL
      AND split <> ''
    ORDER BY first
  ) UNION ALL
SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM provided UNION ALL
SELECT 'value', question, value, token.split, token.submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM top_value
JOIN token USING (question, value)
WHERE rank <= 100 UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE cumulative >= div(total + 1,
  2)) + min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
  NULL, min(number)::text, max(number)::text
FROM ranked
GROUP BY question, split UNION ALL
SELECT 'bin', question, (floor(number / width) * width)::text, split, sum(answers)::int, NULL, NULL, NULL,
  NULL, width::text, min(number)::text, max(number)::text
FROM numeric_answer
JOIN bin_width USING (question)
GROUP BY question, split, width, floor(number / width) UNION ALL
SELECT 'day', NULL, day::text, NULL, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM value_count
WHERE day IS NOT NULL;
-- $1 integer, $2 text, $3 text, $4 text, $5 text, $6 text, $7 text, $8 text, $9 text, $10 text[], $11 integer[], $12 text[], $13 text[], $14 text, $15 text, $16 text, $17 timestamp with time zone[], $18 integer[]
ROLLBACK;

-- clusters
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
)
SELECT question, string_agg(float8send(latitude) || float8send(longitude), ''::bytea) AS points
FROM point
WHERE latitude BETWEEN -90
  AND 90
  AND longitude BETWEEN -180
  AND 180
GROUP BY question;
-- $1 integer, $2 text[], $3 integer[]
ROLLBACK;

-- clusters
SELECT ( coalesce((
  SELECT total.submissions
  FROM submission_total total
  WHERE total.asset_id = $1::int
), 0) + coalesce((
  SELECT sum(tally.submissions)
  FROM submission_tally tally
  WHERE tally.asset_id = $1::int
    AND tally.slot >= 0
), 0))::int AS count;
-- $1 integer
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
)
SELECT question, string_agg(float8send(latitude) || float8send(longitude), ''::bytea) AS points
FROM point
WHERE latitude BETWEEN -90
  AND 90
  AND longitude BETWEEN -180
  AND 180
GROUP BY question;
-- $1 integer, $2 text, $3 text[], $4 integer[], $5 text
ROLLBACK;
