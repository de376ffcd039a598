import { answerTextSql, type CountedQuestion } from './answers-sql';
import { type SelectedSubmissions, selectedSubmissionsSql } from './selected-submissions-sql';
import { OPTIMIZATION_FENCE } from './optimization-fence';
import { MAX_LISTED_VALUES } from '../../domain/report/cardinality-estimate';

const MAX_HASHES = 1000;

/** In the select list `unnest` is streamed, while a function in FROM is materialized. */
const HASHES = 'SELECT unnest(hashes) AS hash';

/** A text question with almost only distinct answers. */
export interface HighCardinalityQuestion extends CountedQuestion {
  /** Upper bound of the values to list, by code point; undefined: all are fewer than listed. */
  readonly atMost: string | undefined;
  /** No duplicates in the sample: uniqueness is then checked first. */
  readonly seemsUnique: boolean;
}

/**
 * Frequencies of texts by 8-byte hashes. A row per question and frequency that listed values can have, highest first: hashes
 * of its values (null: too many; empty for frequency 1), answers `provided`, and for frequency 1 the `lowest` values by code
 * point. If all hashes are distinct, sorting them is cheaper than grouping.
 * @param seed random, so that clients can't craft hash collisions
 */
export function frequencySql(
  submissions: SelectedSubmissions,
  questions: readonly HighCardinalityQuestion[],
  seed: string,
) {
  const { selected, parameters } = selectedSubmissionsSql(submissions);
  const seedSql = parameters.add(seed, 'bigint');
  const answers = questions.map(
    ({ index, question }) =>
      `${answerTextSql(question, 'selected.answers', parameters)} COLLATE "C" AS q${index}`,
  );
  const lists = questions.map(({ index, atMost }) => {
    const lowCondition = atMost === undefined ? '' : ` AND q${index} <= ${parameters.add(atMost, 'text')}`;
    return `array_agg(hashtextextended(q${index}, ${seedSql})) FILTER (WHERE q${index} <> '') AS h${index},
            array_agg(q${index}) FILTER (WHERE q${index} <> ''${lowCondition}) AS l${index}`;
  });
  const hashLists = questions.map(
    ({ index, seemsUnique }) => `(${index}, h${index}, l${index}, ${seemsUnique})`,
  );
  const sql = `
    WITH ${selected},
    list AS MATERIALIZED (SELECT ${lists.join(', ')} FROM (SELECT ${answers.join(', ')} FROM selected ${OPTIMIZATION_FENCE}) AS extracted)
    SELECT question, frequency::int, shown AS hashes, provided::int, CASE WHEN frequency = 1 THEN to_json(ARRAY(
             SELECT DISTINCT unnest(low) COLLATE "C" AS value ORDER BY value LIMIT ${MAX_LISTED_VALUES}
           )) END AS lowest
      FROM list CROSS JOIN LATERAL (VALUES ${hashLists.join(', ')}) AS hash_list (question, hashes, low, seems_unique)
     CROSS JOIN LATERAL (
       SELECT CASE WHEN seems_unique THEN cardinality(hashes) = (SELECT count(DISTINCT hash) FROM (${HASHES}) AS each) ELSE false END AS is_unique ${OPTIMIZATION_FENCE}
     ) AS compared
     CROSS JOIN LATERAL (
       SELECT frequency, CASE WHEN frequency = 1 OR differing <= ${MAX_HASHES} THEN same::text[] END AS shown,
              sum(differing) OVER (ORDER BY frequency DESC) - differing AS before,
              sum(frequency * differing) OVER () AS provided
         FROM (
           SELECT 1 AS frequency, cardinality(hashes) AS differing, '{}'::bigint[] AS same WHERE is_unique
           UNION ALL
           SELECT frequency, count(*), coalesce(array_agg(hash) FILTER (WHERE frequency > 1), '{}')
             FROM (SELECT hash, count(*) AS frequency FROM (${HASHES} WHERE NOT is_unique) AS each GROUP BY hash) AS by_hash
            GROUP BY frequency) AS by_frequency) AS limited
     WHERE before < ${MAX_LISTED_VALUES}
     ORDER BY question, frequency DESC`;
  return { sql, values: parameters.values };
}
