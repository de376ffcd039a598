import { type ODataOrder, type ODataSortKey, isSortedAsText } from '../../domain/odata/odata-order';
import type { ODataCursor } from '../../domain/odata/skip-token';
import { odataFieldSql } from './odata-field-sql';
import { keysetSql, orderBySql, type SqlSortKey, sortedTextSql } from './keyset-sql';
import type { SqlParameters } from './sql-parameters';

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
