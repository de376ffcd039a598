import { type SelectedSubmissions, selectedSubmissionsSql } from './selected-submissions-sql';
import { MAX_LISTED_VALUES } from '../../domain/report/cardinality-estimate';

const SAMPLE_SIZE = 2000;

/** Samples every n-th submission by hash of its id: a row of statistics per path, and one without a path for n (`every`). */
export function sampleSql(submissions: SelectedSubmissions, paths: readonly string[]) {
  const { selected, parameters } = selectedSubmissionsSql(
    submissions,
    'hashint8(id) % (SELECT every FROM sampling) = 0',
  );
  const sql = `
    WITH sampling AS MATERIALIZED (SELECT 1 + count(*) / ${SAMPLE_SIZE} AS every FROM submission WHERE asset_id = $1),
    ${selected},
    value_count AS (
      SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
        FROM selected CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
       WHERE answer.key = ANY(${parameters.add(paths, 'text[]')}) AND answer.value <> ''
       GROUP BY 1, 2, 3
    )
    SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct, NULL::int AS singletons,
           NULL::int AS width, NULL AS cutoff
      FROM sampling
    UNION ALL
    SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
           avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[${MAX_LISTED_VALUES}]
      FROM value_count GROUP BY key`;
  return { sql, values: parameters.values };
}
