import { escapeLiteral } from 'pg';
import { localDaySql, doubleSql } from './formatted-time-sql';
import type { TimeZone } from '../../domain/time-zone';
import { isRepeated, type ReportQuestion } from '../../domain/report/report-question';
import { OPTIMIZATION_FENCE, type SqlParameters } from './sql-parameters';
import type { ComparedAnswer } from '../../domain/query/compared-answers';
import type { RunQuery } from './bounded-reader';
import { jsonSql } from './filter-sql';
import { sortedTextSql } from './keyset-sql';

/** SQL condition: the question has numeric answers. */
export const IS_NUMERIC = `kind IN ('number', 'whole')`;

/** SQL condition: the text is a number, an integer for questions of whole numbers. */
export const numericSql = (text: string): string =>
  `(${IS_NUMERIC} AND length(${text}) <= 200 AND ${text} ~ '^\\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,2})?\\s*$'
    AND (kind = 'number' OR ${text} ~ '^\\s*[-+]?[0-9]+\\s*$'))`;

/** Restricts a question of high cardinality to values that can be among the most frequent. */
export interface ValueFilter {
  /** Largest value, by code point. */
  readonly atMost: string | undefined;
  readonly seed: string;
  /** Values with these hashes pass too. */
  readonly hashes: readonly string[];
}

/** Parses a value prefixed by its split (`length:split` and the value). */
const [COLON, LENGTH] = [`strpos(value_count.value, ':')`, `split_part(value_count.value, ':', 1)::int`];
const VALUE_AND_SPLIT = `substr(value_count.value, ${COLON} + 1 + ${LENGTH}) AS value, substr(value_count.value, ${COLON} + 1, ${LENGTH}) COLLATE "default" AS split`;

export interface CountedQuestion {
  readonly index: number;
  readonly question: ReportQuestion;
  /** Undefined: all values are counted. */
  readonly valueFilter?: ValueFilter | undefined;
}

/** Counts of `value_count` as columns. */
export interface ValueCounts {
  readonly question: readonly (number | null)[];
  readonly value: readonly (string | null)[];
  readonly split: readonly (string | null)[];
  readonly day: readonly (string | null)[];
  readonly submissions: readonly number[];
  readonly first: readonly (number | null)[];
}

const NO_COUNTS: ValueCounts = { question: [], value: [], split: [], day: [], submissions: [], first: [] };

export interface ExtraCounts {
  readonly isSplit: boolean;
  /** All submissions, and per split. */
  readonly withTotal: boolean;
  /** Zone of the days by which submissions are counted; undefined: they are not. */
  readonly days: TimeZone | undefined;
  /** Counts outside of repeats, if they are known. */
  readonly known?: ValueCounts | undefined;
}

/**
 * CTEs that count the distinct answers in `selected`: `single` outside of repeats, `repeated` in repeats, and `answered` for
 * both (question, kind, value, split, submissions; numbers count answers). `value_count` without a question counts
 * submissions: in total, per split (`first` is its lowest id) and per day.
 */
export function answersSql(
  questions: readonly CountedQuestion[],
  extraCounts: ExtraCounts,
  parameters: SqlParameters,
): string {
  const keys = questions.flatMap(({ index, question }) => {
    const { kind, places } = question;
    // `single` has one row for each of its questions, whatever their places.
    const counted = isRepeated(question) ? places : places.slice(0, 1);
    return counted.map(({ path, repeats }) => ({ path, index, kind, repeats: repeats.join('\n') }));
  });
  const repeats = [...new Set(keys.map((key) => key.repeats))].filter((each) => each !== '');
  const repeated = repeats.map((each) => repeatedSql(each.split('\n'), each, parameters));
  const bind = (key: keyof (typeof keys)[number], type: string): string =>
    parameters.add(
      keys.map((each) => each[key]),
      type,
    );
  const outside = questions.filter(({ question }) => !isRepeated(question));
  const isEmpty = outside.length === 0 && !extraCounts.withTotal && extraCounts.days === undefined;
  const known = extraCounts.known ?? (isEmpty ? NO_COUNTS : undefined);
  return `
    question_path AS MATERIALIZED (
      SELECT * FROM unnest(${bind('path', 'text[]')}, ${bind('index', 'int[]')}, ${bind('kind', 'text[]')}, ${bind('repeats', 'text[]')}) AS question_path (path, question, kind, repeats)
    ),
    value_count AS MATERIALIZED (
      ${known === undefined ? valueCountsSql(outside, extraCounts, parameters) : knownCountsSql(known, parameters)}
    ),
    -- Outside of repeats: one answer per submission.
    single AS MATERIALIZED (
      SELECT question, question_path.kind, ${extraCounts.isSplit ? VALUE_AND_SPLIT : `value_count.value, '' AS split`}, value_count.submissions
        FROM value_count JOIN question_path USING (question)
    ),
    -- In repeats: a submission counts once per distinct value.
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

function knownCountsSql(known: ValueCounts, parameters: SqlParameters): string {
  const columns = [
    parameters.add(known.question, 'int[]'),
    parameters.add(known.value, 'text[]'),
    parameters.add(known.split, 'text[]'),
    parameters.add(known.day, 'date[]'),
    parameters.add(known.submissions, 'int[]'),
    parameters.add(known.first, 'bigint[]'),
  ];
  return `SELECT question, value COLLATE "C" AS value, split, day, submissions, first
        FROM unnest(${columns.join(', ')}) AS known (question, value, split, day, submissions, first)`;
}

/** Below twice this number, scanning every submission twice costs more than it saves. */
const MIN_COLUMNS_PER_BRANCH = 8;

/**
 * Splits many columns into two branches of a UNION ALL, for a Parallel Append: PostgreSQL does not parallelize grouping sets.
 */
export function valueCountsSql(
  questions: readonly CountedQuestion[],
  extraCounts: ExtraCounts,
  parameters: SqlParameters,
): string {
  if (questions.length < 2 * MIN_COLUMNS_PER_BRANCH) return branchSql(questions, extraCounts, parameters);
  const [even, odd] = [0, 1].map((branch) => questions.filter((_, index) => index % 2 === branch));
  const noExtraCounts = { isSplit: extraCounts.isSplit, withTotal: false, days: undefined };
  return `${branchSql(even!, extraCounts, parameters)}
      UNION ALL
      ${branchSql(odd!, noExtraCounts, parameters)}`;
}

/**
 * Reads each submission once, with a column and a grouping set per question. Absent answers are empty texts, since null marks
 * the columns of other grouping sets.
 *
 * The split is a prefix of the value: for grouping by two columns the planner overestimates the groups and sorts.
 */
function branchSql(
  questions: readonly CountedQuestion[],
  { isSplit, withTotal, days }: ExtraCounts,
  parameters: SqlParameters,
): string {
  const columns = questions.map(({ index }) => `q${index}`);
  const answers = questions.map(
    ({ question }, index) => `${answerSql(question, parameters)} COLLATE "C" AS ${columns[index]!}`,
  );
  const values = questions.map(({ valueFilter }, index) => {
    const column = columns[index]!;
    const conditions = [
      ...(isSplit ? [`${column} <> ''`] : []),
      ...(valueFilter === undefined ? [] : [valueFilterSql(column, valueFilter, parameters)]),
    ];
    const value = isSplit ? `(prefix || ${column}) COLLATE "C"` : column;
    return conditions.length === 0
      ? column
      : `CASE WHEN ${conditions.join(' AND ')} THEN ${value} ELSE '' END AS ${column}`;
  });
  const value = columns.length === 0 ? 'NULL::text' : `coalesce(${columns.join(', ')})`;
  const sets = [
    ...columns.map((column) => `(${column})`),
    ...(withTotal ? ['()'] : []),
    ...(withTotal && isSplit ? ['(split)'] : []),
    ...(days === undefined ? [] : ['(day)']),
  ];
  const extraColumns = [
    ...(isSplit ? ['split'] : []),
    ...(withTotal && isSplit ? ['id'] : []),
    ...(days === undefined ? [] : [`${localDaySql(days, parameters)} AS day`]),
  ];
  const extraNames = extraColumns.map((column) => column.split(' ').at(-1)!);
  const prefix = isSplit ? [`length(split) || ':' || split AS prefix`] : [];
  const extracted = [...answers, ...extraColumns, ...prefix].join(', ');
  return `SELECT ${columns.length === 0 ? 'NULL::int' : `CASE ${questions.map(({ index }) => `WHEN q${index} IS NOT NULL THEN ${index}`).join(' ')} END`} AS question,
             ${value} AS value, ${withTotal && isSplit ? 'split' : 'NULL::text AS split'}, ${days === undefined ? 'NULL::date AS day' : 'day'},
             count(*)::int AS submissions, ${withTotal && isSplit ? 'min(id)' : 'NULL::bigint'} AS first
        FROM (SELECT ${[...values, ...extraNames].join(', ')} FROM (SELECT ${extracted} FROM selected ${OPTIMIZATION_FENCE}) AS extracted${isSplit ? ` ${OPTIMIZATION_FENCE}` : ''}) AS counted
       GROUP BY GROUPING SETS (${sets.join(', ')}) HAVING ${value} IS DISTINCT FROM ''`;
}

/** Shortens answers of questions that are only counted. */
function answerSql(question: ReportQuestion, parameters: SqlParameters): string {
  const answer = answerTextSql(question, 'selected.answers', parameters);
  return `coalesce(${question.kind === 'count' ? `left(${answer}, 1)` : `${answer}`}, '')`;
}

/** Answer outside of repeats as text, null without one, at the first of its places that has one. */
export function answerTextSql(
  { places }: Pick<ReportQuestion, 'places'>,
  answers: string,
  parameters: SqlParameters,
): string {
  const texts = places.map(({ path, isRepeat = false }) => {
    const key = parameters.add(path, 'text');
    return isRepeat
      ? `CASE WHEN jsonb_typeof(${answers} -> ${key}) <> 'array' THEN ${answers} ->> ${key} END`
      : `${answers} ->> ${key}`;
  });
  return texts.length === 1 ? texts[0]! : `coalesce(${texts.join(', ')})`;
}

function valueFilterSql(
  column: string,
  { atMost, seed, hashes }: ValueFilter,
  parameters: SqlParameters,
): string {
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

/** Answers inside a repeat. @param paths of the enclosing repeats, outermost first */
function repeatedSql(paths: readonly string[], repeats: string, parameters: SqlParameters): string {
  let group = 'selected.answers';
  const elements = paths.map((path, depth) => {
    const list = `${group} -> ${parameters.add(path, 'text')}`;
    group = `element${depth}.value`;
    return `CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(${list}) WHEN 'array' THEN ${list} ELSE '[]' END) AS element${depth}`;
  });
  return `
      SELECT selected.id, question_path.question, question_path.kind,
             CASE question_path.kind WHEN 'count' THEN '' ELSE answer.value END COLLATE "C" AS value, selected.split
        FROM selected ${elements.join(' ')}
        CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(${group}) WHEN 'object' THEN ${group} ELSE '{}' END) AS answer
        JOIN question_path ON question_path.path = answer.key AND question_path.repeats = ${parameters.add(repeats, 'text')}
       WHERE answer.value <> ''`;
}

/** Name of the index on an answer of a form (decision 153). @param asset SQL of the asset's id, like the others */
export function answerIndexNameSql(asset: string, kind: string, path: string): string {
  return `'answers_' || ${asset} || '_' || left(md5(${kind} || ':' || ${path}), 12)`;
}

/** Expression of the index, to the letter as filters and sort keys have it. */
export function indexedAnswerSql({ path, kind }: ComparedAnswer): string {
  const { text, number } = jsonSql(() => `answers -> ${escapeLiteral(path)}::text`);
  switch (kind) {
    case 'text':
      return `(${sortedTextSql(text)})`;
    case 'number':
      return `(${number})`;
    case 'double':
      return `(${doubleSql(`(${text})`)})`;
  }
}

/** Whether the index on an answer is built. */
export async function hasAnswerIndex(
  query: RunQuery,
  assetId: number,
  { path, kind }: ComparedAnswer,
): Promise<boolean> {
  const rows = await query(
    `SELECT FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid AND i.indisvalid
      WHERE c.relnamespace = current_schema()::regnamespace
        AND c.relname = (${answerIndexNameSql('$1::int', '$2::text', '$3::text')})`,
    [assetId, kind, path],
  );
  return rows.length > 0;
}
