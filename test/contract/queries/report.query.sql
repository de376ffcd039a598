-- counts
WITH chosen AS NOT MATERIALIZED (
  SELECT id, answers, '' AS split
  FROM submission
  WHERE asset_id = $1
), known AS MATERIALIZED (
  SELECT *
  FROM unnest($2::text[], $3::int[], $4::text[], $5::text[]) AS known (path, question, kind, repeats)
), -- Answered once in a submission. single AS (
  SELECT known.question, known.kind, CASE known.kind WHEN 'count' THEN '' ELSE answer.value END AS value,
    chosen.split, count(*)::numeric AS submissions
  FROM chosen
  CROSS JOIN LATERAL jsonb_each_text(chosen.answers) AS answer
  JOIN known ON known.path = answer.key AND known.repeats = ''
  WHERE answer.value <> ''
  GROUP BY 1, 2, 3, 4
), -- Answered in repeats: a submission counts once for each value that it has. repeated AS MATERIALIZED (
  SELECT chosen.id, known.question, known.kind,
    CASE known.kind WHEN 'count' THEN '' ELSE answer.value END AS value, chosen.split
  FROM chosen
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(chosen.answers -> $6::text) WHEN 'array' THEN chosen.answers -> $6::text ELSE '[]' END) AS element0
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(element0.value) WHEN 'object' THEN element0.value ELSE '{}' END) AS answer
  JOIN known ON known.path = answer.key AND known.repeats = $7::text
  WHERE answer.value <> ''
), answered AS (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE kind WHEN 'number' THEN count(*) ELSE count(DISTINCT id) END
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS (
  SELECT question, split, number, sum(submissions) AS answers
  FROM (
    SELECT question, split, submissions,
      CASE WHEN value ~ '^\s*[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?\s*$' THEN trim(value)::numeric END AS number
    FROM answered
    WHERE kind = 'number'
  ) AS read
  WHERE number IS NOT NULL
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (all_of_it ORDER BY number) AS upto, sum(answers) OVER all_of_it AS total,
    sum(number * answers) OVER all_of_it / sum(answers) OVER all_of_it AS mean,
    max(answers) OVER all_of_it AS most
  FROM numeric_answer WINDOW all_of_it AS (PARTITION BY question, split)
), token AS (
  SELECT question, value, split, sum(submissions) AS submissions
  FROM (
    SELECT question, choice AS value, split, submissions
    FROM single
    CROSS JOIN LATERAL (
      SELECT DISTINCT choice
      FROM string_to_table(single.value, ' ') AS choice
    ) AS choices
    WHERE kind = 'choices'
      AND choice <> '' UNION ALL
    SELECT question, choice, split, count(DISTINCT id)
    FROM repeated
    CROSS JOIN LATERAL string_to_table(repeated.value, ' ') AS choice
    WHERE kind = 'choices'
      AND choice <> ''
    GROUP BY 1, 2, 3 UNION ALL
    SELECT question, value, split, submissions
    FROM answered
    WHERE kind = 'value'
  ) AS told
  GROUP BY 1, 2, 3
), listed AS (
  SELECT question, value
  FROM (
    SELECT question, value, row_number() OVER (PARTITION BY question ORDER BY sum(submissions) DESC,
      value) AS place
    FROM token
    GROUP BY 1, 2
  ) AS placed
  WHERE place <= 100
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE kind <> 'number' OR value ~ '^\s*[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?\s*$'
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE kind <> 'number' OR value ~ '^\s*[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?\s*$'
  GROUP BY 1
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split,
  count(*)::int AS submissions, NULL::text AS median, NULL::text AS mean, NULL::text AS mode,
  NULL::text AS stdev
FROM chosen UNION ALL (
  SELECT 'split', NULL, NULL, split, count(*)::int, NULL, NULL, NULL, NULL
  FROM chosen
  WHERE split <> ''
  GROUP BY split
  ORDER BY min(id)
) UNION ALL
SELECT 'provided', question, NULL, NULL, sum(submissions)::int, NULL, NULL, NULL, NULL
FROM provided
GROUP BY question UNION ALL
SELECT 'value', question, value, split, submissions::int, NULL, NULL, NULL, NULL
FROM token
JOIN listed USING (question, value) UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE upto >= div(total + 1,
  2)) + min(number) FILTER (WHERE upto >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END
FROM ranked
GROUP BY question, split;
-- $1 integer, $2 text[], $3 integer[], $4 text[], $5 text[], $6 text, $7 text

-- counts
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SET LOCAL statement_timeout = 4000;
WITH chosen AS NOT MATERIALIZED (
  SELECT id, answers, coalesce(answers ->> $3::text, '') AS split
  FROM submission
  WHERE asset_id = $1
    AND jsonb_typeof(submission.answers -> $2::text) <> 'null'
    AND (version_uid = $4::text OR (version_uid IN (answers ->> '__version__', answers ->> '_version_',
      answers ->> '_version__001')) IS NOT TRUE)
), known AS MATERIALIZED (
  SELECT *
  FROM unnest($5::text[], $6::int[], $7::text[], $8::text[]) AS known (path, question, kind, repeats)
), -- Answered once in a submission. single AS (
  SELECT known.question, known.kind, CASE known.kind WHEN 'count' THEN '' ELSE answer.value END AS value,
    chosen.split, count(*)::numeric AS submissions
  FROM chosen
  CROSS JOIN LATERAL jsonb_each_text(chosen.answers) AS answer
  JOIN known ON known.path = answer.key AND known.repeats = ''
  WHERE answer.value <> ''
  GROUP BY 1, 2, 3, 4
), -- Answered in repeats: a submission counts once for each value that it has. repeated AS MATERIALIZED (
  SELECT chosen.id, known.question, known.kind,
    CASE known.kind WHEN 'count' THEN '' ELSE answer.value END AS value, chosen.split
  FROM chosen
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(chosen.answers -> $9::text) WHEN 'array' THEN chosen.answers -> $9::text ELSE '[]' END) AS element0
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(element0.value) WHEN 'object' THEN element0.value ELSE '{}' END) AS answer
  JOIN known ON known.path = answer.key AND known.repeats = $10::text
  WHERE answer.value <> '' UNION ALL
  SELECT chosen.id, known.question, known.kind,
    CASE known.kind WHEN 'count' THEN '' ELSE answer.value END AS value, chosen.split
  FROM chosen
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(chosen.answers -> $11::text) WHEN 'array' THEN chosen.answers -> $11::text ELSE '[]' END) AS element0
  CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(element0.value -> $12::text) WHEN 'array' THEN element0.value -> $12::text ELSE '[]' END) AS element1
  CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(element1.value) WHEN 'object' THEN element1.value ELSE '{}' END) AS answer
  JOIN known ON known.path = answer.key AND known.repeats = $13::text
  WHERE answer.value <> ''
), answered AS (
  SELECT question, kind, value, split, submissions
  FROM single UNION ALL
  SELECT question, kind, value, split, CASE kind WHEN 'number' THEN count(*) ELSE count(DISTINCT id) END
  FROM repeated
  GROUP BY 1, 2, 3, 4
), numeric_answer AS (
  SELECT question, split, number, sum(submissions) AS answers
  FROM (
    SELECT question, split, submissions,
      CASE WHEN value ~ '^\s*[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?\s*$' THEN trim(value)::numeric END AS number
    FROM answered
    WHERE kind = 'number'
  ) AS read
  WHERE number IS NOT NULL
  GROUP BY 1, 2, 3
), ranked AS (
  SELECT *, sum(answers) OVER (all_of_it ORDER BY number) AS upto, sum(answers) OVER all_of_it AS total,
    sum(number * answers) OVER all_of_it / sum(answers) OVER all_of_it AS mean,
    max(answers) OVER all_of_it AS most
  FROM numeric_answer WINDOW all_of_it AS (PARTITION BY question, split)
), token AS (
  SELECT question, value, split, sum(submissions) AS submissions
  FROM (
    SELECT question, choice AS value, split, submissions
    FROM single
    CROSS JOIN LATERAL (
      SELECT DISTINCT choice
      FROM string_to_table(single.value, ' ') AS choice
    ) AS choices
    WHERE kind = 'choices'
      AND choice <> '' UNION ALL
    SELECT question, choice, split, count(DISTINCT id)
    FROM repeated
    CROSS JOIN LATERAL string_to_table(repeated.value, ' ') AS choice
    WHERE kind = 'choices'
      AND choice <> ''
    GROUP BY 1, 2, 3 UNION ALL
    SELECT question, value, split, submissions
    FROM answered
    WHERE kind = 'value'
  ) AS told
  GROUP BY 1, 2, 3
), listed AS (
  SELECT question, value
  FROM (
    SELECT question, value, row_number() OVER (PARTITION BY question ORDER BY sum(submissions) DESC,
      value) AS place
    FROM token
    GROUP BY 1, 2
  ) AS placed
  WHERE place <= 100
), provided AS (
  SELECT question, sum(submissions) AS submissions
  FROM single
  WHERE kind <> 'number' OR value ~ '^\s*[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?\s*$'
  GROUP BY 1 UNION ALL
  SELECT question, count(DISTINCT id)
  FROM repeated
  WHERE kind <> 'number' OR value ~ '^\s*[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?\s*$'
  GROUP BY 1
)
SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split,
  count(*)::int AS submissions, NULL::text AS median, NULL::text AS mean, NULL::text AS mode,
  NULL::text AS stdev
FROM chosen UNION ALL (
  SELECT 'split', NULL, NULL, split, count(*)::int, NULL, NULL, NULL, NULL
  FROM chosen
  WHERE split <> ''
  GROUP BY split
  ORDER BY min(id)
) UNION ALL
SELECT 'provided', question, NULL, NULL, sum(submissions)::int, NULL, NULL, NULL, NULL
FROM provided
GROUP BY question UNION ALL
SELECT 'value', question, value, split, submissions::int, NULL, NULL, NULL, NULL
FROM token
JOIN listed USING (question, value) UNION ALL
SELECT 'numbers', question, NULL, split, NULL, ((min(number) FILTER (WHERE upto >= div(total + 1,
  2)) + min(number) FILTER (WHERE upto >= div(total, 2) + 1)) / 2)::text, max(mean)::text,
  CASE WHEN count(*) FILTER (WHERE answers = most) = 1 THEN (min(number) FILTER (WHERE answers = most))::text END,
  CASE WHEN max(total) > 1 THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END
FROM ranked
GROUP BY question, split;
-- $1 integer, $2 text, $3 text, $4 text, $5 text[], $6 integer[], $7 text[], $8 text[], $9 text, $10 text, $11 text, $12 text, $13 text
ROLLBACK;
