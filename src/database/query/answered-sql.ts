import type { ReportQuestion } from '../../domain/report/report-question';
import { FENCE } from './fence-sql';
import type { SqlParameters } from './sql-parameters';

/** Whether a question is answered by numbers. */
export const IS_NUMERIC = `kind IN ('number', 'whole')`;

/** A text that reads as a number which can be counted with, here and by whoever reads the report; a whole one where such were asked for. */
export const countsAsNumber = (text: string): string =>
  `(${IS_NUMERIC} AND length(${text}) <= 200 AND ${text} ~ '^\\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\\s*$'
    AND (kind = 'number' OR ${text} ~ '^\\s*[-+]?[0-9]+\\s*$'))`;

/**
 * Of texts that nearly all differ only some can be among those that are told: none above this one, and those whose hashes
 * with this seed are among these.
 */
export interface Narrowing {
  readonly atMost: string | undefined;
  readonly seed: string;
  readonly hashes: readonly string[];
}

/** The value and the split of what is counted by both. */
const [HEAD, LENGTH] = [`strpos(keyed.value, ':')`, `split_part(keyed.value, ':', 1)::int`];
const PARTED = `substr(keyed.value, ${HEAD} + 1 + ${LENGTH}) AS value, substr(keyed.value, ${HEAD} + 1, ${LENGTH}) COLLATE "default" AS split`;

/** What is asked of the answers that are read in one pass. */
export interface AskedQuestion {
  /** By which the answers are told. */
  readonly index: number;
  readonly question: ReportQuestion;
  /** Undefined: every answer is told apart. */
  readonly narrowing?: Narrowing | undefined;
}

/** What is counted besides, in the same pass. */
export interface AnswersAside {
  readonly isParted: boolean;
  /** All submissions together, and by what parts them. */
  readonly withTotal: boolean;
  readonly withDays: boolean;
}

/**
 * Common table expressions that read answers out of `chosen`, each value standing for all who gave it: `single` for those
 * given once in a submission, `repeated` for those in repeats, and `answered` for both, with the columns question, kind,
 * value, split and submissions; of numbers it counts answers instead. Submissions by themselves are in `keyed`, without a
 * question: all of them without split and day, those of each split with the `first` of their ids, and those of each day.
 */
export function answersSql(
  asked: readonly AskedQuestion[],
  aside: AnswersAside,
  parameters: SqlParameters,
): string {
  const keys = asked.map(({ index, question: { kind, path, repeats } }) => ({
    path,
    index,
    kind,
    repeats: repeats.join('\n'),
  }));
  const repeats = [...new Set(keys.map((key) => key.repeats))].filter((each) => each !== '');
  const repeated = repeats.map((each) => repeatedSql(each.split('\n'), each, parameters));
  const bind = (values: readonly unknown[], type: string): string => parameters.add(values, type);
  return `
    known AS MATERIALIZED (
      SELECT * FROM unnest(${bind(
        keys.map(({ path }) => path),
        'text[]',
      )}, ${bind(
        keys.map(({ index }) => index),
        'int[]',
      )}, ${bind(
        keys.map(({ kind }) => kind),
        'text[]',
      )}, ${bind(
        keys.map((key) => key.repeats),
        'text[]',
      )}) AS known (path, question, kind, repeats)
    ),
    keyed AS MATERIALIZED (
      ${keyedSql(
        asked.filter(({ question }) => question.repeats.length === 0),
        aside,
        parameters,
      )}
    ),
    -- Answered once in a submission.
    single AS MATERIALIZED (
      SELECT question, known.kind, ${aside.isParted ? PARTED : `keyed.value, '' AS split`}, keyed.submissions
        FROM keyed JOIN known USING (question)
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

/** Fewer columns than this are read together: to unpack every submission twice would take longer. */
const LEAST_OF_LANE = 8;

/**
 * Half of the columns each, so that two processors have something to do: the database doesn't part the counting of many
 * columns, and counts what stands in two lists in two processes, where there are such.
 */
function keyedSql(asked: readonly AskedQuestion[], aside: AnswersAside, parameters: SqlParameters): string {
  if (asked.length < 2 * LEAST_OF_LANE) return laneSql(asked, aside, parameters);
  const [even, odd] = [0, 1].map((lane) => asked.filter((_, at) => at % 2 === lane));
  const columnsAlone = { isParted: aside.isParted, withTotal: false, withDays: false };
  return `${laneSql(even!, aside, parameters)}
      UNION ALL
      ${laneSql(odd!, columnsAlone, parameters)}`;
}

/**
 * Each submission is read once, each question is a column of it, and each column is counted by itself. Absent answers are
 * empty ones here: a column without a value is not what its line counts.
 *
 * Where they are parted, what parts them stands in front of each answer, with its length: by two columns at once the
 * database would sort, for it multiplies its guesses at how many there are.
 */
function laneSql(
  asked: readonly AskedQuestion[],
  { isParted, withTotal, withDays }: AnswersAside,
  parameters: SqlParameters,
): string {
  const columns = asked.map(({ index }) => `q${index}`);
  const told = asked.map(
    ({ question }, at) => `${answerSql(question, parameters)} COLLATE "C" AS ${columns[at]!}`,
  );
  const counted = asked.map(({ narrowing }, at) => {
    const column = columns[at]!;
    const conditions = [
      ...(isParted ? [`${column} <> ''`] : []),
      ...(narrowing === undefined ? [] : [narrowedSql(column, narrowing, parameters)]),
    ];
    const value = isParted ? `(part || ${column}) COLLATE "C"` : column;
    return conditions.length === 0
      ? column
      : `CASE WHEN ${conditions.join(' AND ')} THEN ${value} ELSE '' END AS ${column}`;
  });
  const value = columns.length === 0 ? 'NULL::text' : `coalesce(${columns.join(', ')})`;
  const sets = [
    ...columns.map((column) => `(${column})`),
    ...(withTotal ? ['()'] : []),
    ...(withTotal && isParted ? ['(split)'] : []),
    ...(withDays ? ['(day)'] : []),
  ];
  const aside = [
    ...(isParted ? ['split'] : []),
    ...(withTotal && isParted ? ['id'] : []),
    ...(withDays ? [`(date_submitted AT TIME ZONE 'UTC')::date AS day`] : []),
  ];
  const names = aside.map((each) => each.split(' ').at(-1)!);
  const part = isParted ? [`length(split) || ':' || split AS part`] : [];
  const whole = [...told, ...aside, ...part].join(', ');
  return `SELECT ${columns.length === 0 ? 'NULL::int' : `CASE ${asked.map(({ index }) => `WHEN q${index} IS NOT NULL THEN ${index}`).join(' ')} END`} AS question,
             ${value} AS value, ${withTotal && isParted ? 'split' : 'NULL::text AS split'}, ${withDays ? 'day' : 'NULL::date AS day'},
             count(*)::int AS submissions, ${withTotal && isParted ? 'min(id)' : 'NULL::bigint'} AS first
        FROM (SELECT ${[...counted, ...names].join(', ')} FROM (SELECT ${whole} FROM chosen ${FENCE}) AS told${isParted ? ` ${FENCE}` : ''}) AS counted
       GROUP BY GROUPING SETS (${sets.join(', ')}) HAVING ${value} IS DISTINCT FROM ''`;
}

/** Of questions that are only counted the value is never looked at. */
function answerSql({ kind, path }: ReportQuestion, parameters: SqlParameters): string {
  const answer = `chosen.answers ->> ${parameters.add(path, 'text')}`;
  return `coalesce(${kind === 'count' ? `left(${answer}, 1)` : `${answer}`}, '')`;
}

function narrowedSql(column: string, { atMost, seed, hashes }: Narrowing, parameters: SqlParameters): string {
  const conditions = [
    ...(atMost === undefined ? [] : [`${column} <= ${parameters.add(atMost, 'text')}`]),
    ...(hashes.length === 0
      ? []
      : [
          `hashtextextended(${column}, ${parameters.add(seed, 'bigint')}) = ANY(${parameters.add(hashes, 'bigint[]')})`,
        ]),
  ];
  return `(${conditions.join(' OR ')})`;
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
