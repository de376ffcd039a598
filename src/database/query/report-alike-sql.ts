import type { AskedQuestion } from './answered-sql';
import { type ChosenSubmissions, chosenSql } from './chosen-sql';
import { FENCE } from './fence-sql';
import { LISTED_VALUES } from '../../domain/report/answer-sample';

/** So many hashes of one frequency are told at most. */
const MOST_HASHES = 1000;

/** Unlike a function among the tables it is read while it makes lines, and keeps none. */
const HASHES = 'SELECT unnest(hashes) AS hash';

/** A question of whose texts nearly all differ. */
export interface DifferingQuestion extends AskedQuestion {
  /** There are as many different texts up to this one as are listed, at least; undefined: not even in all. */
  readonly atMost: string | undefined;
  /** Whether no text was given twice, as far as is known: that is looked at first then. */
  readonly seemsUnique: boolean;
}

/**
 * How often the same text was given, found by hashes of eight bytes, however long the texts are. Of each question a line
 * for each frequency that the values in its list can have, the highest first: the hashes of the values that have it (null:
 * there are too many; none for those that were given once), how many submissions answer, and with the frequency one the
 * `lowest` of all values by code point, as many as are listed.
 *
 * Where all hashes differ there is nothing to group: to sort them and see that they do takes less.
 * @param seed another one each time: nobody can make up texts whose hashes are the same
 */
export function alikeSql(submissions: ChosenSubmissions, asked: readonly DifferingQuestion[], seed: string) {
  const { chosen, parameters } = chosenSql(submissions);
  const bound = parameters.add(seed, 'bigint');
  const answers = asked.map(
    ({ index, question }) =>
      `chosen.answers ->> ${parameters.add(question.path, 'text')} COLLATE "C" AS q${index}`,
  );
  const lists = asked.map(({ index, atMost }) => {
    const isLow = atMost === undefined ? '' : ` AND q${index} <= ${parameters.add(atMost, 'text')}`;
    return `array_agg(hashtextextended(q${index}, ${bound})) FILTER (WHERE q${index} <> '') AS h${index},
            array_agg(q${index}) FILTER (WHERE q${index} <> ''${isLow}) AS l${index}`;
  });
  const heard = asked.map(({ index, seemsUnique }) => `(${index}, h${index}, l${index}, ${seemsUnique})`);
  const sql = `
    WITH ${chosen},
    list AS MATERIALIZED (SELECT ${lists.join(', ')} FROM (SELECT ${answers.join(', ')} FROM chosen ${FENCE}) AS told)
    SELECT question, frequency::int, shown AS hashes, provided::int, CASE WHEN frequency = 1 THEN to_json(ARRAY(
             SELECT DISTINCT unnest(low) COLLATE "C" AS value ORDER BY value LIMIT ${LISTED_VALUES}
           )) END AS lowest
      FROM list CROSS JOIN LATERAL (VALUES ${heard.join(', ')}) AS heard (question, hashes, low, seems_unique)
     CROSS JOIN LATERAL (
       SELECT CASE WHEN seems_unique THEN cardinality(hashes) = (SELECT count(DISTINCT hash) FROM (${HASHES}) AS each) ELSE false END AS is_unique ${FENCE}
     ) AS compared
     CROSS JOIN LATERAL (
       SELECT frequency, CASE WHEN frequency = 1 OR differing <= ${MOST_HASHES} THEN same::text[] END AS shown,
              sum(differing) OVER (ORDER BY frequency DESC) - differing AS before,
              sum(frequency * differing) OVER () AS provided
         FROM (
           SELECT 1 AS frequency, cardinality(hashes) AS differing, '{}'::bigint[] AS same WHERE is_unique
           UNION ALL
           SELECT frequency, count(*), coalesce(array_agg(hash) FILTER (WHERE frequency > 1), '{}')
             FROM (SELECT hash, count(*) AS frequency FROM (${HASHES} WHERE NOT is_unique) AS each GROUP BY hash) AS alike
            GROUP BY frequency) AS frequent) AS told
     WHERE before < ${LISTED_VALUES}
     ORDER BY question, frequency DESC`;
  return { sql, values: parameters.values };
}
