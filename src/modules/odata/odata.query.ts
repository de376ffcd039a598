import { Injectable } from '@nestjs/common';
import { type Ask, BoundedReader, type ReadCost } from '../../database/query/bounded-reader';
import { countWithin } from '../../database/query/count-within';
import { filterFieldSql } from '../../database/query/feed-function-sql';
import { feedOrderSql } from '../../database/query/feed-order-sql';
import { feedRowsSql } from '../../database/query/feed-rows-sql';
import { filterSql } from '../../database/query/filter-sql';
import { costOf, withinScope } from '../../database/query/scope-sql';
import type { SqlParameters } from '../../database/query/sql-parameters';
import type { FilterField } from '../../domain/odata/feed-function';
import type { FeedSet } from '../../domain/odata/feed-model';
import type { FeedOrder } from '../../domain/odata/feed-order';
import type { PageEnd } from '../../domain/odata/skip-token';
import { type Filter, holdsEverywhere } from '../../domain/query/filter';
import type { SubmissionScope } from '../../domain/query/submission-scope';

/** Which rows are meant. */
export interface FeedSource {
  readonly scope: SubmissionScope;
  readonly set: FeedSet;
  /** The set around it, where it is nested. */
  readonly parent: FeedSet | undefined;
  readonly filter: Filter<FilterField>;
}

/** Which of them stand on a page. */
export interface FeedPosition {
  readonly order: FeedOrder;
  readonly after: PageEnd | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** The name of a row, with what it is sorted by. */
export interface FoundRow {
  readonly submission: number;
  /** 0 at the top level. */
  readonly index: number;
  readonly sorted: readonly (string | null)[];
}

/** Finds the rows of a feed. Every statement names `asset_id` and applies the filter of its scope. */
@Injectable()
export class OdataQuery {
  constructor(private readonly reader: BoundedReader) {}

  /** The rows of a page in their order, and how many there are without its bounds, where that is asked for. */
  page(
    source: FeedSource,
    position: FeedPosition,
    counts: boolean,
  ): Promise<{ rows: FoundRow[]; count: number | undefined }> {
    const cost = costOfSource(source, counts);
    const isSorted = position.order.by.length > 0;
    return this.reader.read(isSorted && cost === 'known' ? 'rows' : cost, async (ask) => {
      const [rows, count] = await Promise.all([
        findRows(ask, source, position),
        counts ? countRows(ask, source) : undefined,
      ]);
      return { rows, count };
    });
  }

  count(source: FeedSource): Promise<number> {
    return this.reader.read(costOfSource(source, true), (ask) => countRows(ask, source));
  }
}

/** @param counts whether rows are looked at that stand outside of the page */
function costOfSource({ scope, set, filter }: FeedSource, counts: boolean): ReadCost {
  const cost = costOf(scope);
  if (cost !== 'known') return cost;
  // How many submissions there are is known.
  const isCounted = set.chains.length === 0;
  return holdsEverywhere(filter) && (isCounted || !counts) ? cost : 'rows';
}

async function findRows(
  ask: Ask,
  { scope, set, parent, filter }: FeedSource,
  { order, after, skip, limit }: FeedPosition,
): Promise<FoundRow[]> {
  const { where, parameters } = withinScope(scope, limit, skip);
  const index = set.chains.length === 0 ? undefined : 'feed_row.index';
  const sql = feedOrderSql(order, index, after, parameters);
  const columns = [
    'submission.id AS submission',
    `${index ?? 0}::int AS index`,
    `ARRAY[${sql.sorted.join(', ')}]::text[] AS sorted`,
  ];
  return ask<FoundRow>(
    `SELECT ${columns.join(', ')} FROM ${feedRowsSql(set, parent, parameters)}
      WHERE ${where}${conditionSql(filter, parameters)}${sql.after}
      ORDER BY ${sql.orderBy} LIMIT $2 OFFSET $3`,
    parameters.values,
  );
}

async function countRows(ask: Ask, { scope, set, parent, filter }: FeedSource): Promise<number> {
  // Those of a whole asset are counted already.
  if (set.chains.length === 0 && holdsEverywhere(filter)) return countWithin(scope, ask);
  const { where, parameters } = withinScope(scope);
  const rows = await ask<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${feedRowsSql(set, parent, parameters)}
      WHERE ${where}${conditionSql(filter, parameters)}`,
    parameters.values,
  );
  return rows[0]?.count ?? 0;
}

function conditionSql(filter: Filter<FilterField>, parameters: SqlParameters): string {
  return holdsEverywhere(filter) ? '' : ` AND ${filterSql(filter, filterFieldSql, parameters)}`;
}
