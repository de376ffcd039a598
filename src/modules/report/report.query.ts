import { Injectable } from '@nestjs/common';
import { BoundedReader } from '../../database/query/bounded-reader';
import { costOf, withinScope } from '../../database/query/scope-sql';
import type { SqlParameters } from '../../database/query/sql-parameters';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { ReportQuestion } from '../../domain/report/report-question';

/** Which submissions a report is of, by the version that they name. */
export type VersionChoice =
  | { readonly kind: 'all' }
  /** Those that name this version; of the newest one also those that name none. */
  | { readonly kind: 'one'; readonly uid: string; readonly isNewest: boolean };

/** One line of what the database tells of a report; which members it has depends on its part. */
export interface ReportRow {
  readonly part: 'total' | 'split' | 'provided' | 'value' | 'numbers';
  /** Index of the question. */
  readonly question: number | null;
  readonly value: string | null;
  readonly split: string | null;
  readonly submissions: number | null;
  /** Numbers as text: more digits than a number here has. */
  readonly median: string | null;
  readonly mean: string | null;
  readonly mode: string | null;
  readonly stdev: string | null;
}

/** What is asked about a form's submissions. */
export interface ReportQuestions {
  readonly version: VersionChoice;
  readonly questions: readonly ReportQuestion[];
  /** Keys of the answer that parts the report; none: it is not parted. */
  readonly splitPaths: readonly string[];
}

/** Under which a submission names the version of its form (contract-xlsform 4.2). */
const VERSION_KEYS = ['__version__', '_version_', '_version__001'];
/** Most values that are told of a question. */
const MOST_VALUES = 100;
/** A text that reads as a number which can be counted with, here and by whoever reads the report. */
const NUMBER = `'^\\s*[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?\\s*$'`;

/** Deployed versions, and what is counted of their submissions. */
@Injectable()
export class ReportQuery {
  constructor(private readonly reader: BoundedReader) {}

  /**
   * Everything that a report tells, counted in one statement. Each value of a question stands for all who gave it before
   * anything else is done with it, so that what follows grows with the values and not with the submissions.
   */
  counts(scope: SubmissionScope, asked: ReportQuestions): Promise<ReportRow[]> {
    const { sql, values } = countsSql(scope, asked);
    return this.reader.read(costOf(scope), (ask) => ask<ReportRow>(sql, values));
  }
}

function countsSql(scope: SubmissionScope, { version, questions, splitPaths }: ReportQuestions) {
  const { where, parameters } = withinScope(scope);
  const split = splitPaths.map((path) => `answers ->> ${parameters.add(path, 'text')}`);
  const chosen = `
    SELECT id, answers, ${split.length === 0 ? `''` : `coalesce(${split.join(', ')}, '')`} AS split
      FROM submission WHERE ${where}${versionSql(version, parameters)}`;
  const keys = questions.flatMap(({ kind, paths, repeats }, question) =>
    paths.map((path) => ({ path, question, kind, repeats: repeats.join('\n') })),
  );
  const known = `
    SELECT * FROM unnest(${parameters.add(
      keys.map(({ path }) => path),
      'text[]',
    )}, ${parameters.add(
      keys.map(({ question }) => question),
      'int[]',
    )}, ${parameters.add(
      keys.map(({ kind }) => kind),
      'text[]',
    )}, ${parameters.add(
      keys.map(({ repeats }) => repeats),
      'text[]',
    )}) AS known (path, question, kind, repeats)`;
  const repeats = [...new Set(keys.map((key) => key.repeats))].filter((each) => each !== '');
  const repeated = repeats.map((each) => repeatedSql(each.split('\n'), each, parameters));
  const sql = `
    WITH chosen AS NOT MATERIALIZED (${chosen}),
    known AS MATERIALIZED (${known}),
    -- Answered once in a submission.
    single AS (
      SELECT known.question, known.kind, CASE known.kind WHEN 'count' THEN '' ELSE answer.value END AS value,
             chosen.split, count(*)::numeric AS submissions
        FROM chosen CROSS JOIN LATERAL jsonb_each_text(chosen.answers) AS answer
        JOIN known ON known.path = answer.key AND known.repeats = ''
       WHERE answer.value <> ''
       GROUP BY 1, 2, 3, 4
    ),
    -- Answered in repeats: a submission counts once for each value that it has.
    repeated AS MATERIALIZED (
      ${repeated.length === 0 ? `SELECT 0::bigint AS id, 0 AS question, '' AS kind, '' AS value, '' AS split WHERE false` : repeated.join(' UNION ALL ')}
    ),
    answered AS (
      SELECT question, kind, value, split, submissions FROM single
      UNION ALL
      SELECT question, kind, value, split,
             CASE kind WHEN 'number' THEN count(*) ELSE count(DISTINCT id) END
        FROM repeated GROUP BY 1, 2, 3, 4
    ),
    numeric_answer AS (
      SELECT question, split, number, sum(submissions) AS answers FROM (
        SELECT question, split, submissions,
               CASE WHEN value ~ ${NUMBER} THEN trim(value)::numeric END AS number
          FROM answered WHERE kind = 'number') AS read
       WHERE number IS NOT NULL GROUP BY 1, 2, 3
    ),
    ranked AS (
      SELECT *, sum(answers) OVER (all_of_it ORDER BY number) AS upto, sum(answers) OVER all_of_it AS total,
             sum(number * answers) OVER all_of_it / sum(answers) OVER all_of_it AS mean,
             max(answers) OVER all_of_it AS most
        FROM numeric_answer WINDOW all_of_it AS (PARTITION BY question, split)
    ),
    token AS (
      SELECT question, value, split, sum(submissions) AS submissions FROM (
        SELECT question, choice AS value, split, submissions
          FROM single CROSS JOIN LATERAL (
            SELECT DISTINCT choice FROM string_to_table(single.value, ' ') AS choice) AS choices
         WHERE kind = 'choices' AND choice <> ''
        UNION ALL
        SELECT question, choice, split, count(DISTINCT id)
          FROM repeated CROSS JOIN LATERAL string_to_table(repeated.value, ' ') AS choice
         WHERE kind = 'choices' AND choice <> '' GROUP BY 1, 2, 3
        UNION ALL
        SELECT question, value, split, submissions FROM answered WHERE kind = 'value') AS told
       GROUP BY 1, 2, 3
    ),
    listed AS (
      SELECT question, value FROM (
        SELECT question, value,
               row_number() OVER (PARTITION BY question ORDER BY sum(submissions) DESC, value) AS place
          FROM token GROUP BY 1, 2) AS placed
       WHERE place <= ${MOST_VALUES}
    ),
    provided AS (
      SELECT question, sum(submissions) AS submissions FROM single
       WHERE kind <> 'number' OR value ~ ${NUMBER} GROUP BY 1
      UNION ALL
      SELECT question, count(DISTINCT id) FROM repeated
       WHERE kind <> 'number' OR value ~ ${NUMBER} GROUP BY 1
    )
    SELECT 'total' AS part, NULL::int AS question, NULL::text AS value, NULL::text AS split,
           count(*)::int AS submissions, NULL::text AS median, NULL::text AS mean, NULL::text AS mode,
           NULL::text AS stdev
      FROM chosen
    UNION ALL
    (SELECT 'split', NULL, NULL, split, count(*)::int, NULL, NULL, NULL, NULL
       FROM chosen WHERE split <> '' GROUP BY split ORDER BY min(id))
    UNION ALL
    SELECT 'provided', question, NULL, NULL, sum(submissions)::int, NULL, NULL, NULL, NULL FROM provided GROUP BY question
    UNION ALL
    SELECT 'value', question, value, split, submissions::int, NULL, NULL, NULL, NULL
      FROM token JOIN listed USING (question, value)
    UNION ALL
    SELECT 'numbers', question, NULL, split, NULL,
           ((min(number) FILTER (WHERE upto >= div(total + 1, 2)) +
             min(number) FILTER (WHERE upto >= div(total, 2) + 1)) / 2)::text,
           max(mean)::text,
           CASE WHEN count(*) FILTER (WHERE answers = most) = 1
             THEN (min(number) FILTER (WHERE answers = most))::text END,
           CASE WHEN max(total) > 1
             THEN sqrt(sum(answers * (number - mean) * (number - mean)) / (max(total) - 1))::text END
      FROM ranked GROUP BY question, split`;
  return { sql, values: parameters.values };
}

/**
 * The column holds the newest version that a submission names, and for one that names none the version that was the newest
 * when it came: which of the two it is, only the answers tell.
 */
function versionSql(version: VersionChoice, parameters: SqlParameters): string {
  if (version.kind === 'all') return '';
  const uid = parameters.add(version.uid, 'text');
  const named = `version_uid IN (${VERSION_KEYS.map((key) => `answers ->> '${key}'`).join(', ')})`;
  return version.isNewest
    ? ` AND (version_uid = ${uid} OR (${named}) IS NOT TRUE)`
    : ` AND version_uid = ${uid} AND ${named}`;
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
             CASE known.kind WHEN 'count' THEN '' ELSE answer.value END AS value, chosen.split
        FROM chosen ${elements.join(' ')}
        CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(${inside}) WHEN 'object' THEN ${inside} ELSE '{}' END) AS answer
        JOIN known ON known.path = answer.key AND known.repeats = ${parameters.add(repeats, 'text')}
       WHERE answer.value <> ''`;
}
