import { DatabaseTopology } from '../../../database/sharding/distributed-tables';
import { Readable, type Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { type SelectRows, textsOf } from '../../../database/copy/copied-rows';
import { CopyReader } from '../../../database/copy/copy-reader';
import { ChangeNotifications } from '../../../database/change-notifications';
import { type RunQuery, BoundedReader } from '../../../database/query/bounded-reader';
import {
  isByTimeOnly,
  LOOKAHEAD,
  type PagePosition,
  type PageSql,
  pageSql,
} from '../../../database/query/page-rows-sql';
import { Replicas, PRIMARY, type ReadSource } from '../../../database/replica/replicas';
import { hasAnswerIndex } from '../../../database/query/answers-sql';
import { PagePositionCache } from '../../../database/cache/notified-cache';
import {
  submissionJsonSql,
  costOf,
  projectionSql,
  countWithin,
  findInPartialDays,
  findInWholeDays,
  submissionTimes,
} from '../../../database/query/scope-sql';
import type { TimeBounds } from '../../../database/query/formatted-time-sql';
import { idArraySql, SqlParameters } from '../../../database/query/sql-parameters';
import type { SortValues, SubmissionOrder, SubmissionCursor } from '../../../domain/query/submission-order';
import type { Projection } from '../../../domain/query/data-page';
import type { SubmissionScope } from '../../../domain/query/submission-scope';
import { MatchCountRepository } from '../../../database/summary/match-count.repository';
import { sortedAnswer } from '../../../domain/query/compared-answers';

/** Brand: only a query that applied a scope creates `PageIds`. */
declare const scoped: unique symbol;

export interface PageIds {
  readonly [scoped]: true;
  readonly ids: readonly number[];
  readonly order: SubmissionOrder;
  readonly hasAttachments: boolean;
  readonly nextCursor: SubmissionCursor | undefined;
  /** Server that found the ids, which has their rows. */
  readonly source: ReadSource;
}

interface Found {
  readonly count: number;
  readonly page: PageIds;
}

interface Frame {
  readonly head: string;
  readonly tail: string;
}

@Injectable()
export class SubmissionPageRepository {
  private readonly positions = new PagePositionCache();

  constructor(
    private readonly reader: BoundedReader,
    private readonly copyReader: CopyReader,
    private readonly replicas: Replicas,
    private readonly topology: DatabaseTopology,
    private readonly matchCounts: MatchCountRepository,
    notifications: ChangeNotifications,
  ) {
    notifications.subscribe(this.positions);
  }

  /** Ids of a page, and the count of the scope. Pages after the first walk a whole list. @param signal cancels slow searches */
  async find(scope: SubmissionScope, position: PagePosition, signal?: AbortSignal): Promise<Found> {
    const cost = costOf(scope);
    const sought = await this.matchCounts.seek(
      scope,
      position,
      (query, start, ids) =>
        findIds(query, scope, { ...position, start }, ({ rowsBetween }) => rowsBetween(ids)),
      signal,
    );
    if (sought !== undefined) return sought;
    const source = position.after === undefined ? PRIMARY : await this.replicas.choose();
    const { count, page } = await this.reader.read(
      position.order.by.length > 0 && cost === 'known' ? 'rows' : cost,
      async (query) => {
        const times = submissionTimes(scope);
        if (times !== undefined && (isByTimeOnly(position.order) || position.order.by.length === 0)) {
          return findByTime(query, scope, position, times);
        }
        if (scope.filter !== undefined) return findMatching(query, scope, position);
        const [count, page] = await Promise.all([
          countWithin(scope, query),
          this.findIds(query, scope, position),
        ]);
        return { count, page };
      },
      signal,
      source,
    );
    return { count, page: { ...page, source } };
  }

  /** Deep unfiltered pages in id order seek from the cached position of an earlier page. */
  private async findIds(query: RunQuery, scope: SubmissionScope, position: PagePosition): Promise<PageIds> {
    const { limit, order, after, start } = position;
    // With a filter, walking the index could read all rows for a few matches.
    const answer = scope.filter === undefined ? sortedAnswer(order) : undefined;
    if (answer !== undefined && (await hasAnswerIndex(query, scope.assetId, answer))) {
      return findIds(query, scope, position, ({ rowsByAnswer }) => rowsByAnswer());
    }
    const isUnfiltered = scope.filter === undefined && order.by.length === 0 && !order.descending;
    // A cluster has no snapshot that holds on all of its nodes.
    const isCached = isUnfiltered && after === undefined && !this.topology.isDistributed;
    if (!isCached || start < DEEP_PAGE_START) return findIds(query, scope, position);
    const { assetId } = scope;
    const cached = this.positions.closestBefore(assetId, start);
    const [row] = await query<FoundRow & { snapshot: string }>(IDS_FROM_CACHED_POSITION, [
      assetId,
      limit + LOOKAHEAD,
      start,
      cached?.snapshot ?? null,
      cached?.id ?? 0,
      cached?.start ?? 0,
    ]);
    const page = pageOf(row, position);
    if (page.ids[0] !== undefined) {
      this.positions.set(assetId, { start, id: page.ids[0], snapshot: row!.snapshot });
    }
    return page;
  }

  /**
   * Streams the rendered JSON of a page, comma-separated between head and tail.
   * @param stages transform the bytes before the sink
   */
  async streamJson(
    scope: SubmissionScope,
    page: PageIds,
    frame: Frame,
    stages: readonly Transform[],
    sink: Writable,
  ): Promise<void> {
    const select = selectJson(scope, page);
    await this.copyReader.stream({ ...frame, keys: page.ids, select }, stages, sink, page.source);
  }

  /** The rendered JSON of each submission of a page, in chunks; deleted ones are omitted. */
  async *jsonChunks(scope: SubmissionScope, page: PageIds): AsyncGenerator<readonly string[]> {
    const reading = this.copyReader.openRowReader(false, page.source);
    const select = selectJson(scope, page);
    try {
      for (let start = 0; start < page.ids.length;) {
        const { copied, next } = await reading.next(page.ids, start, select);
        yield textsOf(copied);
        start = next;
      }
    } finally {
      reading.close();
    }
  }

  /** As `streamJson`, for the keys of a projection, which the database applies. */
  async streamProjection(
    { assetId }: SubmissionScope,
    { ids, source }: PageIds,
    projection: Projection,
    { head, tail }: Frame,
    stages: readonly Transform[],
    sink: Writable,
  ): Promise<void> {
    const parameters = new SqlParameters(assetId, ids);
    const json = projectionSql(projection, parameters);
    const rows = await this.reader.read(
      'known',
      (query) =>
        query<{ json: string }>(
          `SELECT ${json} AS json FROM submission
          WHERE asset_id = $1 AND id = ANY($2::bigint[]) ORDER BY array_position($2::bigint[], id)`,
          parameters.values,
        ),
      undefined,
      source,
    );
    const text = head + rows.map((row) => row.json).join(',') + tail;
    await pipeline([Readable.from([Buffer.from(text)]), ...stages, sink]);
  }
}

/** Selects the rendered JSON of submissions of a page, in its order. */
function selectJson({ assetId }: SubmissionScope, { order }: PageIds): SelectRows {
  const byId = `id ${order.descending ? 'DESC' : 'ASC'}`;
  return (keys) =>
    submissionJsonSql(
      assetId,
      keys,
      order.by.length === 0 ? byId : `array_position(${idArraySql(keys)}, id)`,
    );
}

/** Minimum `start` of pages that use the position cache. */
const DEEP_PAGE_START = 2_000;

/**
 * Ids of a page, sought from a cached position if it is valid: nothing before it was created or deleted since.
 * Parameters: asset, limit, start; snapshot, id and start of the cached position.
 */
const IDS_FROM_CACHED_POSITION = `
  WITH cached AS MATERIALIZED (
    SELECT $4::pg_snapshot IS NOT NULL AND NOT EXISTS (
             SELECT FROM submission_change c
              WHERE c.asset_id = $1 AND c.transaction_id >= pg_snapshot_xmin($4)::text::bigint
                AND c.submission_id < $5 AND c.kind IN ('created', 'deleted')
                AND NOT pg_visible_in_snapshot(c.transaction_id::text::xid8, $4)) AS is_valid
  )
  SELECT pg_current_snapshot()::text AS snapshot, string_agg(id::text, ',') AS ids, bool_or(files) AS files FROM (
    SELECT id, attachment_count > 0 AS files FROM submission
     WHERE asset_id = $1 AND id >= (SELECT CASE WHEN is_valid THEN $5::bigint ELSE 0 END FROM cached)
     ORDER BY id LIMIT $2
    OFFSET (SELECT $3::bigint - CASE WHEN is_valid THEN $6::bigint ELSE 0 END FROM cached)) AS page`;

/** Keyset pagination: the last page is as fast as the first. */
async function findIds(
  query: RunQuery,
  scope: SubmissionScope,
  position: PagePosition,
  rowsOf = ({ rows, rowsByTime }: PageSql): string => (isByTimeOnly(position.order) ? rowsByTime() : rows),
): Promise<PageIds> {
  const sql = pageSql(scope, position);
  const [row] = await query<FoundRow>(sql.selectPage(`(${rowsOf(sql)})`), sql.parameters.values);
  return pageOf(row, position);
}

/** Evaluates the filter once per submission, for the count and the page. */
async function findMatching(query: RunQuery, scope: SubmissionScope, position: PagePosition): Promise<Found> {
  const { rows, selectPage, parameters } = pageSql(scope, position);
  const [row] = await query<FoundRow & { count: number }>(
    `WITH matching AS MATERIALIZED (${rows})
     SELECT * FROM (SELECT count(*)::int AS count FROM matching) AS counted, (${selectPage('matching')}) AS page`,
    parameters.values,
  );
  return { count: row?.count ?? 0, page: pageOf(row, position) };
}

/** Maximum of matches in whole days that are listed at once. With more, the submissions next to the page are tried first. */
const MAX_LISTED = 10_000;

/** Counts and page without a list of all matches, of which a filter by time may have many. */
async function findByTime(
  query: RunQuery,
  scope: SubmissionScope,
  position: PagePosition,
  times: TimeBounds,
): Promise<Found> {
  const wholeDays = await findInWholeDays(scope, times, query);
  if (wholeDays.count <= MAX_LISTED) return findMatching(query, scope, position);
  const partialDays = await findInPartialDays(scope, times, query);
  const count = wholeDays.count + partialDays.count;
  if (isByTimeOnly(position.order)) return { count, page: await findIds(query, scope, position) };
  if (position.after !== undefined || position.start < DEEP_PAGE_START) {
    const ids = {
      first: Math.min(wholeDays.firstId, partialDays.firstId),
      last: Math.max(wholeDays.lastId, partialDays.lastId),
    };
    const page = await findIds(query, scope, position, ({ nearbyRows }) => nearbyRows(ids));
    if (page.nextCursor !== undefined) return { count, page };
  }
  // The fence keeps the planner from seeking a match among all submissions in the order of ids.
  return { count, page: await findIds(query, scope, position, ({ rows }) => `${rows} OFFSET 0`) };
}

interface FoundRow {
  readonly ids: string | null;
  readonly files: boolean | null;
  /** Sort values of the last row; absent if sorted by id only. */
  readonly sorted?: SortValues;
}

function pageOf(row: FoundRow | undefined, { limit, order }: PagePosition): PageIds {
  const foundIds = row?.ids?.split(',').map(Number) ?? [];
  const ids = foundIds.slice(0, limit);
  const id = ids.at(-1);
  const page: Omit<PageIds, typeof scoped> = {
    ids,
    order,
    hasAttachments: row?.files === true,
    nextCursor:
      id === undefined || ids.length === foundIds.length ? undefined : { sorted: row?.sorted ?? [], id },
    source: PRIMARY,
  };
  return page as PageIds;
}
