import { parentChainIndex } from '../../domain/odata/submission-rows';
import type { EntitySet } from '../../domain/odata/entity-model';
import { keysetSql, orderBySql, type SqlSortKey, sortedTextSql } from './keyset-sql';
import type { SqlParameters } from './sql-parameters';
import {
  type ODataOrder,
  type ODataSortKey,
  isSortedAsText,
  type ODataCursor,
} from '../../domain/odata/query-options';
import { odataFieldSql } from './odata-field-sql';

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
