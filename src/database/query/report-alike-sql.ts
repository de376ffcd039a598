import type { AskedQuestion } from './answered-sql';
import { type ChosenSubmissions, chosenSql } from './chosen-sql';
import { FENCE } from './fence-sql';
import { LISTED_VALUES } from '../../domain/report/answer-sample';

/** So many hashes of one frequency are told at most. */
const MOST_HASHES = 1000;

/** A question of whose texts nearly all differ. */
export interface DifferingQuestion extends AskedQuestion {
  /** There are as many different texts up to this one as are listed, at least; undefined: not even in all. */
  readonly atMost: string | undefined;
}

/**
 * How often the same text was given, found by hashes of eight bytes, however long the texts are. Of each question a line
 * for each frequency that the values in its list can have: the hashes of the values that have it (null: there are too many;
 * none for those that were given once), how many submissions answer, and the last of the values that the list would have
 * by code point alone.
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
  const sql = `
    WITH ${chosen},
    list AS MATERIALIZED (SELECT ${lists.join(', ')} FROM (SELECT ${answers.join(', ')} FROM chosen ${FENCE}) AS told)
    SELECT question, frequency::int, shown AS hashes, provided::int, (
             SELECT max(value) FROM (SELECT DISTINCT unnest(low) COLLATE "C" AS value ORDER BY value LIMIT ${LISTED_VALUES}) AS lowest
           ) AS "atMost"
      FROM list CROSS JOIN LATERAL (VALUES ${asked.map(({ index }) => `(${index}, h${index}, l${index})`).join(', ')}) AS heard (question, hashes, low)
     CROSS JOIN LATERAL (
       SELECT frequency, CASE WHEN frequency = 1 OR differing <= ${MOST_HASHES} THEN same::text[] END AS shown,
              sum(differing) OVER (ORDER BY frequency DESC) - differing AS before,
              sum(frequency * differing) OVER () AS provided
         FROM (
           SELECT frequency, count(*) AS differing, coalesce(array_agg(hash) FILTER (WHERE frequency > 1), '{}') AS same
             FROM (SELECT hash, count(*) AS frequency FROM unnest(heard.hashes) AS hash GROUP BY hash) AS alike
            GROUP BY frequency) AS frequent) AS told
     WHERE before < ${LISTED_VALUES}
     ORDER BY question, frequency DESC`;
  return { sql, values: parameters.values };
}
