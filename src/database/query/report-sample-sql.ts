import { type ChosenSubmissions, chosenSql } from './chosen-sql';
import { LISTED_VALUES } from '../../domain/report/answer-sample';

/** About so many submissions are looked at before all of them are read. */
const SAMPLED = 2000;

/**
 * Looks at one in so many of the submissions (`every`), wherever they lie, and tells how the answers to each key differ
 * there: a line for each key, and one without a key.
 */
export function sampleSql(submissions: ChosenSubmissions, paths: readonly string[]) {
  const { chosen, parameters } = chosenSql(submissions, 'hashint8(id) % (SELECT every FROM looked_at) = 0');
  const sql = `
    WITH looked_at AS MATERIALIZED (SELECT 1 + count(*) / ${SAMPLED} AS every FROM submission WHERE asset_id = $1),
    ${chosen},
    alike AS (
      SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
        FROM chosen CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
       WHERE answer.key = ANY(${parameters.add(paths, 'text[]')}) AND answer.value <> ''
       GROUP BY 1, 2, 3
    )
    SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS differing, NULL::int AS once,
           NULL::int AS width, NULL AS hundredth
      FROM looked_at
    UNION ALL
    SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
           avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[${LISTED_VALUES}]
      FROM alike GROUP BY key`;
  return { sql, values: parameters.values };
}
