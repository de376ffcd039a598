import type { ReportQuestion } from '../../domain/report/report-question';
import type { SqlParameters } from './sql-parameters';

/** Whether a question is answered by numbers. */
export const IS_NUMERIC = `kind IN ('number', 'whole')`;

/** A text that reads as a number which can be counted with, here and by whoever reads the report; a whole one where such were asked for. */
export const countsAsNumber = (text: string): string =>
  `(${IS_NUMERIC} AND length(${text}) <= 200 AND ${text} ~ '^\\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\\s*$'
    AND (kind = 'number' OR ${text} ~ '^\\s*[-+]?[0-9]+\\s*$'))`;

/**
 * Common table expressions that read answers out of `chosen`, each value standing for all who gave it: `single` for those
 * given once in a submission, `repeated` for those in repeats, and `answered` for both, with the columns question, kind,
 * value, split and submissions; of numbers it counts answers instead.
 */
export function answersSql(questions: readonly ReportQuestion[], parameters: SqlParameters): string {
  const keys = questions.map(({ kind, path, repeats }, question) => ({
    path,
    question,
    kind,
    repeats: repeats.join('\n'),
  }));
  const bind = (values: readonly unknown[], type: string): string => parameters.add(values, type);
  const repeats = [...new Set(keys.map((key) => key.repeats))].filter((each) => each !== '');
  const repeated = repeats.map((each) => repeatedSql(each.split('\n'), each, parameters));
  const top = keys.filter((key) => key.repeats === '');
  const paths = bind(
    top.map(({ path }) => path),
    'text[]',
  );
  const countedPaths = top.flatMap(({ path, kind }) => (kind === 'count' ? [path] : []));
  // Asked of every answer, so only where some are counted and no more; an empty one stays empty.
  const value =
    countedPaths.length === 0
      ? 'answer.value'
      : `CASE WHEN answer.key = ANY(${bind(countedPaths, 'text[]')}) THEN left(answer.value, 1) ELSE answer.value END`;
  return `
    known AS MATERIALIZED (
      SELECT * FROM unnest(${bind(
        keys.map(({ path }) => path),
        'text[]',
      )}, ${bind(
        keys.map(({ question }) => question),
        'int[]',
      )}, ${bind(
        keys.map(({ kind }) => kind),
        'text[]',
      )}, ${bind(
        keys.map(({ repeats }) => repeats),
        'text[]',
      )}) AS known (path, question, kind, repeats)
    ),
    -- Told apart by their keys while there are many of them; which question a key belongs to, and whether anything was
    -- answered, is asked of the groups.
    keyed AS (
      SELECT answer.key, ${value} COLLATE "C" AS value, chosen.split, count(*)::int AS submissions
        FROM chosen CROSS JOIN LATERAL jsonb_each_text(chosen.answers) AS answer
       WHERE answer.key = ANY(${paths})
       GROUP BY 1, 2, 3
    ),
    -- Answered once in a submission.
    single AS MATERIALIZED (
      SELECT known.question, known.kind, keyed.value, keyed.split, keyed.submissions
        FROM keyed JOIN known ON known.path = keyed.key AND known.repeats = ''
       WHERE keyed.value <> ''
    ),
    -- Answered in repeats: a submission counts once for each value that it has.
    repeated AS MATERIALIZED (
      ${repeated.length === 0 ? `SELECT 0::bigint AS id, 0 AS question, '' AS kind, '' COLLATE "C" AS value, '' AS split WHERE false` : repeated.join(' UNION ALL ')}
    ),
    answered AS NOT MATERIALIZED (
      SELECT question, kind, value, split, submissions FROM single
      UNION ALL
      SELECT question, kind, value, split,
             CASE WHEN ${IS_NUMERIC} THEN count(*) ELSE count(DISTINCT id) END::int
        FROM repeated GROUP BY 1, 2, 3, 4
    )`;
}

/** The answers inside a repeat. @param paths of the repeats around them, from the outside in */
function repeatedSql(paths: readonly string[], repeats: string, parameters: SqlParameters): string {
  let inside = 'chosen.answers';
  const elements = paths.map((path, depth) => {
    const list = `${inside} -> ${parameters.add(path, 'text')}`;
    inside = `element${depth}.value`;
    return `CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(${list}) WHEN 'array' THEN ${list} ELSE '[]' END) AS element${depth}`;
  });
  return `
      SELECT chosen.id, known.question, known.kind,
             CASE known.kind WHEN 'count' THEN '' ELSE answer.value END COLLATE "C" AS value, chosen.split
        FROM chosen ${elements.join(' ')}
        CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(${inside}) WHEN 'object' THEN ${inside} ELSE '{}' END) AS answer
        JOIN known ON known.path = answer.key AND known.repeats = ${parameters.add(repeats, 'text')}
       WHERE answer.value <> ''`;
}
