import { ALL_TIMES, timeBounds } from './formatted-time-sql';
import { keysetSql, orderBySql, type SqlSortKey } from './keyset-sql';
import type { SqlParameters } from './sql-parameters';
import { sortedKeys, SUBMISSION_TIME, withinScope } from './scope-sql';
import type { SubmissionCursor, SubmissionOrder } from '../../domain/query/submission-order';
import type { SubmissionScope } from '../../domain/query/submission-scope';

export interface PagePosition {
  readonly limit: number;
  readonly order: SubmissionOrder;
  /** Cursor: the page starts after this submission, and `start` is ignored. */
  readonly after: SubmissionCursor | undefined;
  readonly start: number;
}

/** Row fetched beyond the page to detect whether more follow. */
export const LOOKAHEAD = 1;

export interface PageSql {
  /** All matches. */
  readonly rows: string;
  /** Matches up to the second of the last one of the page, from the index on times. Valid if `isByTimeOnly`. */
  readonly rowsByTime: () => string;
  /** Matches up to the answer of the last one of the page, from an index on the answer. Valid if `sortedAnswer` has one. */
  readonly rowsByAnswer: () => string;
  /**
   * Matches among the submissions next to the start of the page: a thousand, and twice those of the page.
   * @param ids no match has a lower or higher id
   */
  readonly nearbyRows: (ids: { readonly first: number; readonly last: number }) => string;
  /** Matches in a range of ids. */
  readonly rowsBetween: (ids: { readonly first: number; readonly last: number }) => string;
  /** One aggregated row: parsing a thousand rows costs more than finding them. */
  readonly selectPage: (source: string) => string;
  readonly parameters: SqlParameters;
}

/** Statements that find the ids of a page. */
export function pageSql(scope: SubmissionScope, { limit, order, after, start }: PagePosition): PageSql {
  const { where, parameters } = withinScope(scope, limit + LOOKAHEAD, after?.id ?? start);
  const sortKeys = sortedKeys(order, parameters);
  const keys = sortKeys.map((key, index) => ({ ...key, sql: `sorted_${index}` }));
  const last = `json_agg(json_build_array(${keys.map(({ sql }) => `${sql}::text`).join()})) -> ($2::int - 2) AS sorted`;
  const afterId = `id ${order.descending ? '<' : '>'} $3`;
  const afterCursor = after === undefined ? 'true' : keysetSql(keys, after.sorted, afterId, parameters);
  const direction = order.descending ? 'DESC' : 'ASC';
  const tried = `1000 + 2 * ($2::bigint${after === undefined ? ' + $3::bigint' : ''})`;
  return {
    rows: keyedRowsSql(where, sortKeys),
    rowsByTime: () => rowsByTimeSql(where, sortKeys, { order, after }, parameters),
    rowsByAnswer: () =>
      rowsByAnswerSql(
        where,
        sortKeys[0]!,
        {
          after,
          descending: order.descending,
          rows: `$2::bigint${after === undefined ? ' + $3::bigint' : ''}`,
        },
        parameters,
      ),
    nearbyRows: (ids) => `SELECT id, attachment_count > 0 AS files FROM (
         SELECT asset_id, id, attachment_count, date_submitted FROM submission
          WHERE asset_id = $1
            AND id BETWEEN ${parameters.add(ids.first, 'bigint')} AND ${parameters.add(ids.last, 'bigint')}${after === undefined ? '' : ` AND ${afterId}`}
          ORDER BY id ${direction} LIMIT ${tried}) AS submission WHERE ${where}`,
    rowsBetween: (ids) => `${keyedRowsSql(where, sortKeys)}
            AND id BETWEEN ${parameters.add(ids.first, 'bigint')} AND ${parameters.add(ids.last, 'bigint')}`,
    selectPage: (
      source,
    ) => `SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files${keys.length === 0 ? '' : `, ${last}`} FROM (
       SELECT * FROM ${source} AS keyed
        WHERE ${afterCursor}
        ORDER BY ${orderBySql(keys)}id ${direction}
        LIMIT $2 ${after === undefined ? 'OFFSET $3' : ''}) AS page`,
    parameters,
  };
}

/** True if sorted by the submission time and then the id, so that the index on times has the order of seconds. */
export function isByTimeOnly({ by }: SubmissionOrder): boolean {
  const [key, ...more] = by;
  return key?.field.source === 'column' && key.field.column === 'submittedAt' && more.length === 0;
}

/**
 * Rows in the order of the index on times, until the second of the last one of the page: those of one second are sorted by
 * id. A cursor begins in the second of its row.
 */
function rowsByTimeSql(
  where: string,
  keys: readonly SqlSortKey[],
  { order, after }: Pick<PagePosition, 'order' | 'after'>,
  parameters: SqlParameters,
): string {
  const { column } = SUBMISSION_TIME;
  const descending = order.by[0]!.descending;
  const cursor = after?.sorted[0] ?? undefined;
  const bound = (relation: 'gt' | 'gte' | 'lt' | 'lte'): string => {
    const { from, until } = cursor === undefined ? ALL_TIMES : timeBounds(SUBMISSION_TIME, relation, cursor);
    return parameters.add(descending ? until : from, 'timestamptz');
  };
  const within = (relation: 'gt' | 'gte' | 'lt' | 'lte'): string =>
    `${where} AND ${column} ${descending ? '<' : '>='} ${bound(relation)}`;
  const last = `(SELECT date_trunc('second', ${column}) FROM submission
      WHERE ${within(descending ? 'lt' : 'gt')}
      ORDER BY ${column} ${descending ? 'DESC' : 'ASC'} LIMIT 1
     OFFSET $2 - 1${after === undefined ? ' + $3' : ''})`;
  const until = descending
    ? `>= coalesce(${last}, '-infinity')`
    : `< coalesce(${last} + interval '1 second', 'infinity')`;
  return keyedRowsSql(`${within(descending ? 'lte' : 'gte')} AND ${column} ${until}`, keys);
}

interface SoughtRows {
  /** Direction of the ids. */
  readonly descending: boolean;
  readonly after: SubmissionCursor | undefined;
  /** Number of rows, from the cursor on. */
  readonly rows: string;
}

/**
 * Rows of a page from the index on its key (key, id; nulls last): those without a value, those next to the cursor by value,
 * and, of the last of these values, which many rows may have, the first by id. Each part has the order of the index and one
 * bound, so that the planner neither sorts nor reads another index.
 */
export function rowsByAnswerSql(
  where: string,
  { sql: key, type, descending }: SqlSortKey,
  { after, descending: idsDescend, rows }: SoughtRows,
  parameters: SqlParameters,
): string {
  const [forward, backward] = ['ASC NULLS LAST', 'DESC NULLS FIRST'];
  const byKey = `ORDER BY ${key} ${descending ? backward : forward} LIMIT ${rows}`;
  const byId = `ORDER BY ${key} ${idsDescend ? `${backward}, id DESC` : `${forward}, id ASC`} LIMIT ${rows}`;
  const select = (condition: string): string =>
    `SELECT id, attachment_count > 0 AS files, ${key} AS sorted_0 FROM submission WHERE ${where} AND ${condition}`;
  const last = after?.sorted[0] ?? undefined;
  const value = last === undefined ? undefined : parameters.add(last, type);
  const id = after === undefined ? undefined : parameters.add(after.id, 'bigint');
  const isAmongNulls = after !== undefined && last === undefined;
  const parts: string[] = [];
  if (descending || value === undefined) {
    const following = isAmongNulls ? ` AND id ${idsDescend ? '<' : '>'} ${id}` : '';
    parts.push(`(${select(`(${key}) IS NULL${following}`)} ${byId})`);
  }
  const from = (first: string, equal: string): string =>
    `SELECT * FROM (${select(first)} ${byId}) AS following WHERE sorted_0 = ${equal}`;
  if (value !== undefined) {
    parts.push(from(`(${key}, id) ${idsDescend ? '<' : '>'} (${value}, ${id})`, value));
  }
  if (!descending || !isAmongNulls) {
    const beyond = value === undefined ? `(${key}) IS NOT NULL` : `${key} ${descending ? '<' : '>'} ${value}`;
    const ending = '(SELECT value FROM ending)';
    parts.push(`(WITH nearest AS MATERIALIZED (${select(beyond)} ${byKey}),
      ending AS MATERIALIZED (SELECT ${descending ? 'min' : 'max'}(sorted_0) AS value FROM nearest)
      SELECT * FROM nearest WHERE sorted_0 <> ${ending}
      UNION ALL ${from(`${key} ${idsDescend ? '<=' : '>='} ${ending}`, ending)})`);
  }
  return parts.join('\n UNION ALL ');
}

/**
 * Rows with their sort values, `sorted_0` and so on. `OFFSET 0` is an optimization fence: each key is read from the large
 * answers once per row.
 */
export function keyedRowsSql(where: string, keys: readonly SqlSortKey[]): string {
  const columns = keys.map(({ sql }, index) => `, ${sql} AS sorted_${index}`).join('');
  const fence = keys.length === 0 ? '' : ' OFFSET 0';
  return `SELECT id, attachment_count > 0 AS files${columns} FROM submission WHERE ${where}${fence}`;
}
