import { Injectable } from '@nestjs/common';
import { type RunQuery, BoundedReader, type ReadCost } from '../../database/query/bounded-reader';
import { Replicas } from '../../database/replica/replicas';
import { odataOrderSql, odataRowsSql } from '../../database/query/odata-rows-sql';
import { odataAggregateSql, odataFilterFieldSql } from '../../database/query/odata-calculation-sql';
import { filterSql } from '../../database/query/filter-sql';
import { costOf, withinScope, countWithin } from '../../database/query/scope-sql';
import type { SqlParameters } from '../../database/query/sql-parameters';
import type { FilterField } from '../../domain/odata/odata-function';
import type { Aggregation } from '../../domain/odata/aggregation';
import type { EntitySet } from '../../domain/odata/entity-model';
import type { ODataOrder, ODataCursor } from '../../domain/odata/query-options';
import { allOf, type Filter, matchesEverything } from '../../domain/query/mongo-expression';
import type { SubmissionScope } from '../../domain/query/submission-scope';

/** Texts of the keys and aggregates of a group. */
export type Group = readonly (string | null)[];

/** Rows of an entity set, before paging. */
export interface RowSource {
  readonly scope: SubmissionScope;
  readonly set: EntitySet;
  /** Set of the enclosing repeat; undefined unless nested in another one. */
  readonly parent: EntitySet | undefined;
  readonly filter: Filter<FilterField>;
}

export interface RowWindow {
  readonly order: ODataOrder;
  readonly after: ODataCursor | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** Key of a row and its sort values. */
export interface RowReference {
  readonly submission: number;
  /** 0 at the top level. */
  readonly index: number;
  readonly sorted: readonly (string | null)[];
}

/** No limit; the number of rows in a chunk of submissions is one. */
const MAX_ROWS = 2 ** 31 - 1;

/** Finds the keys of OData rows. Every statement filters by `asset_id` and the row filter of the scope. */
@Injectable()
export class OdataRepository {
  constructor(
    private readonly reader: BoundedReader,
    private readonly replicas: Replicas,
  ) {}

  /** Finds the rows of a page, in order. @param withCount also counts all rows of the source */
  async page(
    source: RowSource,
    window: RowWindow,
    withCount: boolean,
  ): Promise<{ rows: RowReference[]; count: number | undefined }> {
    const cost = costOfSource(source, withCount);
    const isSorted = window.order.by.length > 0;
    return this.reader.read(
      isSorted && cost === 'known' ? 'rows' : cost,
      async (runQuery) => {
        const [rows, count] = await Promise.all([
          findRows(runQuery, source, window),
          withCount ? countRows(runQuery, source) : undefined,
        ]);
        return { rows, count };
      },
      undefined,
      await this.replicas.choose(),
    );
  }

  /** All rows of these submissions, in order. */
  async select(source: RowSource, order: ODataOrder, ids: readonly number[]): Promise<RowReference[]> {
    const among: Filter<FilterField> = {
      kind: 'in',
      field: { source: 'key', part: 'submission', type: 'Edm.Int64' },
      values: ids,
    };
    const filter = allOf([among, source.filter]);
    return this.reader.read(
      'rows',
      (runQuery) =>
        findRows(runQuery, { ...source, filter }, { order, after: undefined, skip: 0, limit: MAX_ROWS }),
      undefined,
      await this.replicas.choose(),
    );
  }

  /** Groups of rows, each with the texts of its keys and aggregates. @param withCount also counts all groups */
  async aggregate(
    source: RowSource,
    aggregation: Aggregation,
    { skip, limit, withCount }: { skip: number; limit: number; withCount: boolean },
  ): Promise<{ groups: readonly Group[]; count: number | undefined }> {
    return this.reader.read(
      'rows',
      async (runQuery) => {
        const groups = await findGroups(runQuery, source, aggregation, { skip, limit });
        return { groups, count: withCount ? await countGroups(runQuery, source, aggregation) : undefined };
      },
      undefined,
      await this.replicas.choose(),
    );
  }

  async count(source: RowSource): Promise<number> {
    return this.reader.read(
      costOfSource(source, true),
      (runQuery) => countRows(runQuery, source),
      undefined,
      await this.replicas.choose(),
    );
  }
}

/** @param counts whether all rows are read, not only those of the page */
function costOfSource({ scope, set, filter }: RowSource, counts: boolean): ReadCost {
  const cost = costOf(scope);
  if (cost !== 'known') return cost;
  const isCounted = set.chains.length === 0;
  return matchesEverything(filter) && (isCounted || !counts) ? cost : 'rows';
}

async function findRows(
  runQuery: RunQuery,
  { scope, set, parent, filter }: RowSource,
  { order, after, skip, limit }: RowWindow,
): Promise<RowReference[]> {
  const { where, parameters } = withinScope(scope, limit, skip);
  const index = set.chains.length === 0 ? undefined : 'feed_row.index';
  const sql = odataOrderSql(order, index, after, parameters);
  const columns = [
    'submission.id AS submission',
    `${index ?? 0}::int AS index`,
    `ARRAY[${sql.sorted.join(', ')}]::text[] AS sorted`,
  ];
  return runQuery<RowReference>(
    `SELECT ${columns.join(', ')} FROM ${odataRowsSql(set, parent, parameters)}
      WHERE ${where}${conditionSql(filter, parameters)}${sql.after}
      ORDER BY ${sql.orderBy} LIMIT $2 OFFSET $3`,
    parameters.values,
  );
}

async function countRows(runQuery: RunQuery, { scope, set, parent, filter }: RowSource): Promise<number> {
  // The submission count of an asset is stored.
  if (set.chains.length === 0 && matchesEverything(filter)) return countWithin(scope, runQuery);
  const { where, parameters } = withinScope(scope);
  const rows = await runQuery<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${odataRowsSql(set, parent, parameters)}
      WHERE ${where}${conditionSql(filter, parameters)}`,
    parameters.values,
  );
  return rows[0]?.count ?? 0;
}

async function findGroups(
  runQuery: RunQuery,
  { scope, set, parent, filter }: RowSource,
  aggregation: Aggregation,
  { skip, limit }: { skip: number; limit: number },
): Promise<Group[]> {
  const { where, parameters } = withinScope(scope, limit, skip);
  const { columns, groupBy, orderBy, texts } = odataAggregateSql(aggregation, parameters);
  const found = await runQuery<{ texts: Group }>(
    `SELECT ARRAY[${texts}]::text[] AS texts
       FROM (SELECT ${columns} FROM ${odataRowsSql(set, parent, parameters)}
              WHERE ${where}${conditionSql(filter, parameters)} ${groupBy}) AS grouped
      ${orderBy} LIMIT $2 OFFSET $3`,
    parameters.values,
  );
  return found.map((each) => each.texts);
}

async function countGroups(
  runQuery: RunQuery,
  { scope, set, parent, filter }: RowSource,
  { keys }: Aggregation,
): Promise<number> {
  if (keys.length === 0) return 1;
  const { where, parameters } = withinScope(scope);
  const { columns } = odataAggregateSql({ keys, aggregates: [], order: [] }, parameters);
  const rows = await runQuery<{ count: number }>(
    `SELECT count(*)::int AS count
       FROM (SELECT DISTINCT ${columns} FROM ${odataRowsSql(set, parent, parameters)}
              WHERE ${where}${conditionSql(filter, parameters)}) AS grouped`,
    parameters.values,
  );
  return rows[0]?.count ?? 0;
}

function conditionSql(filter: Filter<FilterField>, parameters: SqlParameters): string {
  return matchesEverything(filter) ? '' : ` AND ${filterSql(filter, odataFilterFieldSql, parameters)}`;
}
