import { type AskedQuestion, answersSql, countsAsNumber, IS_NUMERIC } from './answered-sql';
import { type ChosenSubmissions, chosenSql } from './chosen-sql';
import { mostFrequentSql } from './most-frequent-sql';
import { LISTED_VALUES } from '../../domain/report/answer-sample';
import type { ReportQuestion } from '../../domain/report/report-question';

/** What is counted in one statement. */
export interface CountedPass {
  readonly asked: readonly AskedQuestion[];
  /** Whether the submissions themselves are counted too: all, by what parts them, and by day where charts are drawn. */
  readonly isFirst: boolean;
  /** Whether charts are drawn of it: bins of numbers, and the days on which submissions came. */
  readonly isDrawn: boolean;
}

/** About as many bins a histogram has at most. */
const MOST_BINS = 20;

/**
 * Counts answers. Each value of a question stands for all who gave it before anything else is done with it, so that what
 * follows grows with the values and not with the submissions.
 */
export function countsSql(submissions: ChosenSubmissions, { asked, isFirst, isDrawn }: CountedPass) {
  const { chosen, parameters } = chosenSql(submissions);
  const isParted = submissions.splitPath !== undefined;
  const questions = asked.map(({ question }) => question);
  const sql = `
    WITH ${chosen},
    ${answersSql(asked, { isParted, withTotal: isFirst, withDays: isFirst && isDrawn }, parameters)},
    numeric_answer AS MATERIALIZED (
      SELECT question, split, trim(value)::numeric AS number, sum(submissions) AS answers
        FROM answered WHERE ${countsAsNumber('value')} GROUP BY 1, 2, 3
    ),
    ranked AS (
      SELECT *, sum(answers) OVER (all_of_it ORDER BY number) AS upto, sum(answers) OVER all_of_it AS total,
             sum(number * answers) OVER all_of_it / sum(answers) OVER all_of_it AS mean,
             max(answers) OVER all_of_it AS most
        FROM numeric_answer WINDOW all_of_it AS (PARTITION BY question, split)
    ),
    ${tokensSql(questions, isParted)},
    ${mostFrequentSql(LISTED_VALUES)},
    provided AS (
      SELECT question, sum(submissions) AS submissions FROM single WHERE NOT ${IS_NUMERIC} GROUP BY 1
      UNION ALL
      SELECT question, sum(answers) FROM numeric_answer
       WHERE question IN (SELECT question FROM known WHERE repeats = '') GROUP BY 1
      UNION ALL
      SELECT question, count(DISTINCT id) FROM repeated WHERE NOT ${IS_NUMERIC} OR ${countsAsNumber('value')} GROUP BY 1
    )${isDrawn ? `,${BINS}` : ''}
    SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split,
           submissions, NULL::text AS median, NULL::text AS mean, NULL::text AS mode,
           NULL::text AS stdev, NULL::text AS width
      FROM keyed WHERE question IS NULL AND split IS NULL AND day IS NULL
    UNION ALL
    (SELECT 'split', NULL, NULL, split, submissions, NULL, NULL, NULL, NULL, NULL
       FROM keyed WHERE question IS NULL AND split <> '' ORDER BY first)
    UNION ALL
    SELECT 'provided', question, NULL, NULL, submissions::int, NULL, NULL, NULL, NULL, NULL FROM provided
    UNION ALL
    SELECT 'value', question, value, ${isParted ? 'token.split, token' : `'', placed`}.submissions::int, NULL, NULL, NULL, NULL, NULL
      FROM placed${isParted ? ' JOIN token USING (question, value)' : ''} WHERE place <= ${LISTED_VALUES}
    UNION ALL
    SELECT 'numbers', question, NULL, split, NULL,
           ((min(number) FILTER (WHERE upto >= div(total + 1, 2)) +
             min(number) FILTER (WHERE upto >= div(total, 2) + 1)) / 2)::text,
           max(mean)::text,
           CASE WHEN count(*) FILTER (WHERE answers = most) = 1
             THEN (min(number) FILTER (WHERE answers = most))::text END,
           CASE WHEN max(total) > 1
             THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END,
           NULL
      FROM ranked GROUP BY question, split${isDrawn ? DRAWN : ''}`;
  return { sql, values: parameters.values };
}

/** What is listed of a question: each choice by itself, or the value as it is; `counted` are those of all parts. */
function tokensSql(questions: readonly ReportQuestion[], isParted: boolean): string {
  const choicesIn = (source: string, submissions: string): string => `
      UNION ALL
      SELECT question, choice, split, ${submissions}
        FROM ${source} CROSS JOIN LATERAL string_to_table(${source}.value, ' ') AS choice
       WHERE kind = 'choices' AND choice <> '' GROUP BY 1, 2, 3`;
  const inRepeats = questions.filter(({ repeats }) => repeats.length > 0);
  const hasChoices = (some: readonly ReportQuestion[]): boolean =>
    some.some(({ kind }) => kind === 'choices');
  // What is read twice is kept where to make it again takes longer.
  const isKept = isParted || inRepeats.length > 0;
  return `token AS ${isKept ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (
      SELECT question, value, split, submissions FROM answered WHERE kind = 'value'
      ${hasChoices(questions) ? choicesIn('single', 'sum(submissions)') : ''}
      ${hasChoices(inRepeats) ? choicesIn('repeated', 'count(DISTINCT id)') : ''}
    ),
    counted AS ${isParted ? COUNTED_OVER_PARTS : 'NOT MATERIALIZED (SELECT question, value, submissions FROM token)'}`;
}

const COUNTED_OVER_PARTS = `MATERIALIZED (
      SELECT question, value, sum(submissions)::bigint AS submissions FROM token GROUP BY 1, 2
    )`;

/** Bins of 1, 2 or 5 times a power of ten; whole numbers have none that are narrower than one. */
const BINS = `
    spread AS MATERIALIZED (
      SELECT question, (max(number) - min(number)) / ${MOST_BINS} AS least_width, bool_and(number = trunc(number)) AS is_whole
        FROM numeric_answer GROUP BY 1
    ),
    bin_width AS MATERIALIZED (
      SELECT question, CASE WHEN is_whole THEN greatest(width, 1) ELSE width END AS width FROM (
        SELECT question, is_whole, CASE WHEN least_width = 0 THEN 1 ELSE (
                 SELECT power * CASE WHEN power >= least_width THEN 1 WHEN 2 * power >= least_width THEN 2
                                     WHEN 5 * power >= least_width THEN 5 ELSE 10 END
                   FROM (SELECT power(10::numeric, floor(log(least_width))) AS power) AS scale) END AS width
          FROM spread) AS round_one
    )`;

const DRAWN = `
    UNION ALL
    SELECT 'bin', question, (floor(number / width) * width)::text, NULL, sum(answers)::int, NULL, NULL, NULL, NULL, width::text
      FROM numeric_answer JOIN bin_width USING (question) GROUP BY question, width, floor(number / width)
    UNION ALL
    SELECT 'day', NULL, day::text, NULL, submissions, NULL, NULL, NULL, NULL, NULL FROM keyed WHERE day IS NOT NULL`;
