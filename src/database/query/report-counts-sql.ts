import type { TimeZone } from '../../domain/time-zone';
import {
  type CountedQuestion,
  type ValueCounts,
  answersSql,
  numericSql,
  IS_NUMERIC,
  answerTextSql,
  valueCountsSql,
} from './answers-sql';
import { type SelectedSubmissions, selectedSubmissionsSql } from './submission-sql';
import { LITERACY_PARAMETER_COUNT } from '../../domain/form-history/form-part';
import { MAX_LISTED_VALUES } from '../../domain/report/value-table';
import { isRepeated, type ReportQuestion } from '../../domain/report/report-question';
import { checkedInteger, OPTIMIZATION_FENCE } from './sql-parameters';

const BUCKETS = 512;

/**
 * CTEs that rank the most frequent values of `counted`: `top_value` has all with `rank` up to `limit`, by frequency and
 * then code point. Sorting only values that can reach the minima of hash buckets is cheaper than sorting all texts.
 */
function mostFrequentSql(limit: number): string {
  return `
    bucket AS MATERIALIZED (
      SELECT question, submissions, hashtext(value) % ${BUCKETS} AS bucket, count(*) AS differing, min(value) AS least
        FROM counted GROUP BY 1, 2, 3
    ),
    -- Lowest frequency that can rank within the limit.
    min_frequency AS MATERIALIZED (
      SELECT question, min(submissions) AS submissions FROM (
        SELECT question, submissions, sum(differing) OVER (PARTITION BY question ORDER BY submissions DESC) - differing AS before
          FROM (SELECT question, submissions, sum(differing) AS differing FROM bucket GROUP BY 1, 2) AS by_frequency) AS cumulative
       WHERE before < ${limit} GROUP BY 1
    ),
    -- Largest value of that frequency that can rank within the limit; null: any.
    bound AS MATERIALIZED (
      SELECT question, submissions, min(least) FILTER (WHERE rank = ${limit}) AS value FROM (
        SELECT question, submissions, least, row_number() OVER (PARTITION BY question ORDER BY least) AS rank
          FROM bucket JOIN min_frequency USING (question, submissions)) AS ordered
       GROUP BY 1, 2
    ),
    top_value AS (
      SELECT question, counted.value, counted.submissions,
             row_number() OVER (PARTITION BY question ORDER BY counted.submissions DESC, counted.value) AS rank
        FROM counted JOIN bound USING (question)
       WHERE counted.submissions > bound.submissions
          OR counted.submissions = bound.submissions AND (bound.value IS NULL OR counted.value <= bound.value)
    )`;
}

export interface CountPass {
  readonly questions: readonly CountedQuestion[];
  /** The first pass also counts the submissions: in total, per split, and per day with charts. */
  readonly isFirst: boolean;
  /** Adds histogram bins of numbers, and submissions per day in this zone. */
  readonly charts: TimeZone | undefined;
  /** Counts by `partCountsSql`, added up; undefined: the submissions are counted. */
  readonly known?: ValueCounts | undefined;
}

const MAX_BINS = 20;

/** Row of `partCountsSql`. */
export type PartCount = readonly [
  question: number | null,
  value: string | null,
  split: string | null,
  day: string | null,
  submissions: number,
  first: number | null,
];

/** Counts of the submissions in a range of ids, as JSON. Adding them up counts all: no question is in a repeat. */
export function partCountsSql(
  submissions: SelectedSubmissions,
  { questions, charts }: Pick<CountPass, 'questions' | 'charts'>,
  { first, last }: { readonly first: number; readonly last: number },
) {
  const { selected, parameters } = selectedSubmissionsSql(
    submissions,
    `id BETWEEN ${checkedInteger(first)} AND ${checkedInteger(last)}`,
  );
  const isSplit = submissions.splitBy !== undefined;
  const counts = valueCountsSql(questions, { isSplit, withTotal: true, days: charts }, parameters);
  const sql = `
    WITH ${selected}, value_count AS MATERIALIZED (${counts})
    SELECT coalesce(json_agg(json_build_array(question, value, split, day, submissions, first)), '[]')::text AS counts
      FROM value_count`;
  return { sql, values: parameters.values };
}

/** Counts answers. Groups by value first, so that the cost of all further steps grows with the distinct values only. */
export function countsSql(
  submissions: SelectedSubmissions,
  { questions: counted, isFirst, charts, known }: CountPass,
) {
  const { selected, parameters } = selectedSubmissionsSql(submissions);
  const isSplit = submissions.splitBy !== undefined;
  const sql = `
    WITH ${selected},
    ${answersSql(counted, { isSplit, withTotal: isFirst, days: isFirst ? charts : undefined, known }, parameters)},
    numeric_answer AS MATERIALIZED (
      SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
        FROM answered WHERE ${numericSql('value')} GROUP BY 1, 2, 3
    ),
    ranked AS (
      SELECT *, sum(answers) OVER (answers_of_question ORDER BY number) AS cumulative, sum(answers) OVER answers_of_question AS total,
             sum(number * answers) OVER answers_of_question / sum(answers) OVER answers_of_question AS mean,
             max(answers) OVER answers_of_question AS most
        FROM numeric_answer WINDOW answers_of_question AS (PARTITION BY question, split)
    ),
    ${tokensSql(counted, isSplit)},
    ${mostFrequentSql(MAX_LISTED_VALUES)},
    provided AS (
      SELECT question, sum(submissions) AS submissions FROM single WHERE NOT ${IS_NUMERIC} GROUP BY 1
      UNION ALL
      SELECT question, sum(answers) FROM numeric_answer
       WHERE question IN (SELECT question FROM question_path WHERE repeats = '') GROUP BY 1
      UNION ALL
      SELECT question, count(DISTINCT id) FROM repeated WHERE NOT ${IS_NUMERIC} OR ${numericSql('value')} GROUP BY 1
    )${charts === undefined ? '' : `,${BINS}`}
    SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split,
           submissions, NULL::text AS median, NULL::text AS mean, NULL::text AS mode,
           NULL::text AS stdev, NULL::text AS width, NULL::text AS least, NULL::text AS greatest
      FROM value_count WHERE question IS NULL AND split IS NULL AND day IS NULL
    UNION ALL
    (SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL
       FROM value_count WHERE question IS NULL AND split <> '' ORDER BY first)
    UNION ALL
    SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM provided
    UNION ALL
    SELECT 'value', question, value, ${isSplit ? 'token.split, token' : `'', top_value`}.submissions::int, NULL, NULL, NULL, NULL, NULL,
           NULL, NULL
      FROM top_value${isSplit ? ' JOIN token USING (question, value)' : ''} WHERE rank <= ${MAX_LISTED_VALUES}
    UNION ALL
    SELECT 'numbers', question, NULL, split, NULL,
           ((min(number) FILTER (WHERE cumulative >= div(total + 1, 2)) +
             min(number) FILTER (WHERE cumulative >= div(total, 2) + 1)) / 2)::text,
           max(mean)::text,
           CASE WHEN count(*) FILTER (WHERE answers = most) = 1
             THEN (min(number) FILTER (WHERE answers = most))::text END,
           CASE WHEN max(total) > 1
             THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
           NULL, min(number)::text, max(number)::text
      FROM ranked GROUP BY question, split${charts === undefined ? '' : CHART_ROWS}`;
  return { sql, values: parameters.values };
}

/** Values to list: each selected choice, or the answer itself. `counted` sums them over the splits. */
function tokensSql(counted: readonly CountedQuestion[], isSplit: boolean): string {
  const questions = counted.map(({ question }) => question);
  const choicesIn = (source: string, submissions: string): string => `
      UNION ALL
      SELECT question, choice, split, ${submissions}
        FROM ${source} CROSS JOIN LATERAL string_to_table(${choiceListSql(source, counted)}, ' ') AS choice
       WHERE kind = 'choices' AND choice <> '' GROUP BY 1, 2, 3`;
  const inRepeats = questions.filter(isRepeated);
  const hasChoices = (list: readonly ReportQuestion[]): boolean =>
    list.some(({ kind }) => kind === 'choices');
  // Materialized if computing it twice costs more.
  const isMaterialized = isSplit || inRepeats.length > 0;
  return `token AS ${isMaterialized ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (
      SELECT question, value, split, submissions FROM answered WHERE kind = 'value'
      ${hasChoices(questions) ? choicesIn('single', 'sum(submissions)') : ''}
      ${hasChoices(inRepeats) ? choicesIn('repeated', 'count(DISTINCT id)') : ''}
    ),
    counted AS ${isSplit ? SUM_OVER_SPLITS : 'NOT MATERIALIZED (SELECT question, value, submissions FROM token)'}`;
}

/** Choices of an answer, without the parameters of a literacy test if only words count. */
function choiceListSql(source: string, counted: readonly CountedQuestion[]): string {
  const tests = counted.flatMap(({ index, question }) => (question.countsWordsOnly === true ? [index] : []));
  if (tests.length === 0) return `${source}.value`;
  const parameters = `'^\\s*(\\S+(\\s+|$)){${LITERACY_PARAMETER_COUNT}}'`;
  return `CASE WHEN ${source}.question IN (${tests.join(', ')}) THEN regexp_replace(${source}.value, ${parameters}, '') ELSE ${source}.value END`;
}

const SUM_OVER_SPLITS = `MATERIALIZED (
      SELECT question, value, sum(submissions)::bigint AS submissions FROM token GROUP BY 1, 2
    )`;

/** Bin widths of 1, 2 or 5 times a power of ten; at least 1 for integers. */
const BINS = `
    spread AS MATERIALIZED (
      SELECT question, (max(number) - min(number)) / ${MAX_BINS} AS min_width, bool_and(number = trunc(number)) AS is_whole
        FROM numeric_answer GROUP BY 1
    ),
    bin_width AS MATERIALIZED (
      SELECT question, CASE WHEN is_whole THEN greatest(width, 1) ELSE width END AS width FROM (
        SELECT question, is_whole, CASE WHEN min_width = 0 THEN 1 ELSE (
                 SELECT power * CASE WHEN power >= min_width THEN 1 WHEN 2 * power >= min_width THEN 2
                                     WHEN 5 * power >= min_width THEN 5 ELSE 10 END
                   FROM (SELECT power(10::numeric, floor(log(min_width))) AS power) AS scale) END AS width
          FROM spread) AS rounded
    )`;

const CHART_ROWS = `
    UNION ALL
    SELECT 'bin', question, (floor(number / width) * width)::text, split, sum(answers)::int, NULL, NULL, NULL, NULL, width::text,
           min(number)::text, max(number)::text
      FROM numeric_answer JOIN bin_width USING (question) GROUP BY question, split, width, floor(number / width)
    UNION ALL
    SELECT 'day', NULL, day::text, NULL, submissions, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM value_count WHERE day IS NOT NULL`;

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
