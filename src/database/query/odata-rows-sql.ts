import { type AnswerField, type ODataField, INT64 } from '../../domain/odata/edm-value';
import type { SqlParameters } from './sql-parameters';
import {
  doubleSql,
  microsecondsSql,
  parsedSql,
  timestampSql,
  timestampTextSql,
  utcTextSql,
} from './formatted-time-sql';
import { SUBMISSION_COLUMNS } from './scope-sql';
import { columnSql, expressionSql, type FieldReader, type FieldSql } from './filter-sql';
import { parentChainIndex } from '../../domain/odata/submission-rows';
import type { EntitySet } from '../../domain/odata/entity-model';
import { keysetSql, orderBySql, type SqlSortKey, sortedTextSql } from './keyset-sql';
import {
  type ODataOrder,
  type ODataSortKey,
  isSortedAsText,
  type ODataCursor,
} from '../../domain/odata/query-options';

/**
 * Fields of an OData entity set, read from `submission` and, in repeats, from `feed_row`. Answers that don't parse as the
 * field's type are null. Times are microseconds since 1970.
 */
export const odataFieldSql: FieldReader<ODataField> = (field, parameters) => {
  switch (field.source) {
    case 'key':
      return columnSql(KEYS[field.part], 'bigint');
    case 'validationStatus':
      return columnSql(`(submission.validation_status ->> 'uid')`, 'text');
    case 'status':
      return columnSql(`(submission.json::jsonb ->> '_status')`, 'text');
    case 'answer':
      return answerSql(field, parameters);
    case 'column':
      return COLUMNS[field.column];
  }
};

/** Date or time as text: answers in their own offset, columns in UTC. */
export function timeTextSql(field: ODataField, parameters: SqlParameters): string {
  if (field.source !== 'answer') return utcTextSql(odataFieldSql(field, parameters).number);
  const text = answerText(field, parameters);
  return field.type === 'Edm.Date'
    ? parsedSql(field.type, text, text)
    : timestampTextSql(text, zoneSources(field, parameters));
}

const KEYS = {
  submission: 'submission.id',
  index: 'feed_row.index',
  parentIndex: 'feed_row.parent_index',
} as const;

const COLUMNS = {
  uuid: SUBMISSION_COLUMNS.uuid,
  rootUuid: SUBMISSION_COLUMNS.rootUuid,
  submittedBy: SUBMISSION_COLUMNS.submittedBy,
  // Without fractions of a second, as in the response.
  submittedAt: expressionSql(microsecondsSql(`date_trunc('second', submission.date_submitted)`), 'number'),
  modifiedAt: expressionSql(microsecondsSql('submission.date_modified'), 'number'),
} as const;

function answerSql(field: AnswerField, parameters: SqlParameters): FieldSql {
  const text = answerText(field, parameters);
  const { type } = field;
  switch (type) {
    case 'Edm.String':
      return expressionSql(text, 'text');
    case 'Edm.Date':
      return expressionSql(parsedSql(type, text, text), 'text');
    case 'Edm.Int64': {
      const { min, max } = INT64;
      const inRange = `CASE WHEN (${text})::numeric BETWEEN ${min} AND ${max} THEN trunc((${text})::numeric) END`;
      return expressionSql(parsedSql(type, text, inRange), 'number');
    }
    case 'Edm.Double':
      return expressionSql(doubleSql(text), 'number');
    case 'Edm.DateTimeOffset':
      return expressionSql(timestampSql(text, zoneSources(field, parameters)), 'number');
  }
}

/** Answers whose zone a timestamp without one is in. */
function zoneSources({ zonePaths = [] }: AnswerField, parameters: SqlParameters): string[] {
  return zonePaths.map((path) => `submission.answers ->> ${parameters.add(path, 'text')}`);
}

function answerText({ of, paths, coordinate }: AnswerField, parameters: SqlParameters): string {
  const answers = of === 'submission' ? 'submission.answers' : 'feed_row.answers';
  // A repeat of another version may be at the path; its copies are no answer.
  const texts = paths.map((path) => {
    const key = parameters.add(path, 'text');
    return `CASE jsonb_typeof(${answers} -> ${key}) WHEN 'string' THEN ${answers} ->> ${key} END`;
  });
  const whole = texts.length === 1 ? texts[0]! : `coalesce(${texts.join(', ')})`;
  return coordinate === undefined
    ? whole
    : `(regexp_split_to_array(btrim(${whole}, E' \\t\\r\\n'), '[ \\t\\r\\n]+'))[${coordinate + 1}]`;
}

/**
 * FROM clause of an entity set: `submission` and, for repeats, `feed_row` with the answers of each instance, its index in the
 * submission and its parent's. Numbers the rows as `SubmissionRows` does.
 */
export function odataRowsSql(
  set: EntitySet,
  parent: EntitySet | undefined,
  parameters: SqlParameters,
): string {
  if (set.chains.length === 0) return 'submission';
  const parts = set.chains.map((chain, chainIndex) => {
    const parentChain = parent === undefined ? -1 : parentChainIndex(parent, chain);
    const parentIndex =
      parentChain === -1 ? 'NULL::bigint' : `outer_index${rowsBefore(parent!, parentChain, parameters)}`;
    return `SELECT ${chainIndex} AS chain, index, ${parentIndex} AS parent_index, answers FROM ${instancesSql(chain, parameters)} AS instance`;
  });
  const all =
    parts.length === 1
      ? parts[0]
      : `SELECT row_number() OVER (ORDER BY chain, index) AS index, parent_index, answers
           FROM (${parts.join(' UNION ALL ')}) AS part`;
  return `submission CROSS JOIN LATERAL (${all}) AS feed_row`;
}

/** Number of rows of a set before those of one of its chains. */
function rowsBefore({ chains }: EntitySet, chainIndex: number, parameters: SqlParameters): string {
  return chains
    .slice(0, chainIndex)
    .map((chain) => ` + (SELECT count(*) FROM ${instancesSql(chain, parameters)} AS before)`)
    .join('');
}

function instancesSql(chain: readonly string[], parameters: SqlParameters): string {
  const [last, ...before] = chain.toReversed();
  const [from, answers, index] =
    before.length === 0
      ? ['', 'submission.answers', '0::bigint']
      : [
          `${instancesSql(before.toReversed(), parameters)} AS outer_instance CROSS JOIN LATERAL `,
          'outer_instance.answers',
          'outer_instance.index',
        ];
  const list = `${answers} -> ${parameters.add(last, 'text')}`;
  return `(SELECT row_number() OVER (ORDER BY ${index}, position) AS index, ${index} AS outer_index, inner_instance.answers
      FROM ${from}jsonb_array_elements(CASE jsonb_typeof(${list}) WHEN 'array' THEN ${list} END)
           WITH ORDINALITY AS inner_instance (answers, position)
     WHERE jsonb_typeof(inner_instance.answers) = 'object')`;
}

export interface ODataOrderSql {
  /** Sort values as text, for the `$skiptoken`. */
  readonly sorted: readonly string[];
  readonly orderBy: string;
  /** Condition of rows after the previous page; empty on the first page. */
  readonly after: string;
}

/** @param index SQL of a row's index in its submission; undefined at the top level */
export function odataOrderSql(
  { by, descending }: ODataOrder,
  index: string | undefined,
  end: ODataCursor | undefined,
  parameters: SqlParameters,
): ODataOrderSql {
  const keys = by.map((sort) => sortedKey(sort, parameters));
  const byKey = `submission.id ${descending ? 'DESC' : 'ASC'}${index === undefined ? '' : `, ${index}`}`;
  return {
    sorted: keys.map(({ sql }) => `(${sql})::text`),
    orderBy: orderBySql(keys) + byKey,
    after:
      end === undefined
        ? ''
        : ` AND ${keysetSql(keys, end.sorted, afterKeySql(end, { descending, index }, parameters), parameters)}`,
  };
}

function sortedKey({ field, descending }: ODataSortKey, parameters: SqlParameters): SqlSortKey {
  const { text, number } = odataFieldSql(field, parameters);
  return isSortedAsText(field)
    ? { sql: sortedTextSql(text), type: 'text', descending }
    : { sql: `(${number})`, type: 'numeric', descending };
}

/** Condition of rows after the previous page among those of equal sort values. */
function afterKeySql(
  { submission, index: lastIndex }: ODataCursor,
  { descending, index }: { descending: boolean; index: string | undefined },
  parameters: SqlParameters,
): string {
  const id = parameters.add(submission, 'bigint');
  const isAfter = `submission.id ${descending ? '<' : '>'} ${id}`;
  if (index === undefined) return isAfter;
  // The first operand is redundant, but uses the index.
  return `(submission.id ${descending ? '<=' : '>='} ${id} AND (${isAfter} OR ${index} > ${parameters.add(lastIndex, 'bigint')}))`;
}
