import { Readable, type Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { CopyReader } from '../../database/copy/copy-reader';
import { ChangeFeed } from '../../database/change-feed';
import { type Ask, BoundedReader } from '../../database/query/bounded-reader';
import { countWithin } from '../../database/query/count-within';
import { jsonOfIds, listOfIds } from '../../database/query/json-of-ids';
import { KnownPositions } from '../../database/query/known-positions';
import { costOf, projectionSql, sortedKeys, withinScope } from '../../database/query/scope-sql';
import { behindSql, orderedBySql, type SortedKey } from '../../database/query/sorted-by-sql';
import { SqlParameters } from '../../database/query/sql-parameters';
import type { SortedBy } from '../../domain/query/page-token';
import type { Projection } from '../../domain/query/projection';
import type { SubmissionOrder } from '../../domain/query/submission-order';
import type { SubmissionPosition } from '../../domain/query/submission-position';
import type { SubmissionScope } from '../../domain/query/submission-scope';

declare const found: unique symbol;

/** Which submissions a page holds. */
export interface PagePosition {
  readonly limit: number;
  readonly order: SubmissionOrder;
  /** The page starts behind this submission; where it is known `start` does not count. */
  readonly after: SubmissionPosition | undefined;
  /** Submissions before the page. */
  readonly start: number;
}

/** The submissions of a page: their ids in order, and whether any has files. Only a reader of a scope makes one. */
export interface PageIds {
  readonly [found]: true;
  readonly ids: readonly number[];
  readonly order: SubmissionOrder;
  readonly anyAttachments: boolean;
  /** Its last submission; undefined where no other follows. */
  readonly end: SubmissionPosition | undefined;
}

/** What stands around the rows of a page. */
interface Frame {
  readonly head: string;
  readonly tail: string;
}

/** Pages of submissions: first which ones they are, then their JSON as a stream. */
@Injectable()
export class SubmissionPageQuery {
  private readonly positions = new KnownPositions();

  constructor(
    private readonly reader: BoundedReader,
    private readonly copyReader: CopyReader,
    feed: ChangeFeed,
  ) {
    feed.subscribe(this.positions);
  }

  /** A page with the count of all that the scope holds. @param abandoned ends what a filter or an order looks for */
  find(
    scope: SubmissionScope,
    position: PagePosition,
    abandoned?: AbortSignal,
  ): Promise<{ count: number; page: PageIds }> {
    const cost = costOf(scope);
    return this.reader.read(
      position.order.by.length > 0 && cost === 'known' ? 'rows' : cost,
      async (ask) => {
        const [count, page] = await Promise.all([
          countWithin(scope, ask),
          this.findIds(ask, scope, position),
        ]);
        return { count, page };
      },
      abandoned,
    );
  }

  /** A deep page of all submissions in the order of their ids is skipped to from where an earlier one began. */
  private async findIds(ask: Ask, scope: SubmissionScope, position: PagePosition): Promise<PageIds> {
    const { limit, order, after, start } = position;
    const isPlain = scope.filter === undefined && order.by.length === 0 && !order.descending;
    if (!isPlain || after !== undefined || start < DEEP) return findIds(ask, scope, position);
    const { assetId } = scope;
    const known = this.positions.upTo(assetId, start);
    const [row] = await ask<FoundRow & { snapshot: string }>(FROM_KNOWN, [
      assetId,
      limit + ONE_MORE,
      start,
      known?.snapshot ?? null,
      known?.id ?? 0,
      known?.start ?? 0,
    ]);
    const page = pageOf(row, position);
    if (page.ids[0] !== undefined) {
      this.positions.note(assetId, { start, id: page.ids[0], snapshot: row!.snapshot });
    }
    return page;
  }

  /**
   * Streams the ready JSON of these submissions, in the order of the page, as the inside of an array between head and
   * tail. `stages` rewrite the bytes on their way.
   */
  async streamJson(
    { assetId }: SubmissionScope,
    { ids, order }: PageIds,
    frame: Frame,
    stages: readonly Transform[],
    sink: Writable,
  ): Promise<void> {
    const byId = `id ${order.descending ? 'DESC' : 'ASC'}`;
    const select = (keys: readonly number[]): string =>
      jsonOfIds(assetId, keys, order.by.length === 0 ? byId : `array_position(${listOfIds(keys)}, id)`);
    await this.copyReader.stream({ ...frame, keys: ids, select }, stages, sink);
  }

  /** The same for some keys of each submission; what is left out never leaves the database. */
  async streamProjection(
    { assetId }: SubmissionScope,
    { ids }: PageIds,
    projection: Projection,
    { head, tail }: Frame,
    stages: readonly Transform[],
    sink: Writable,
  ): Promise<void> {
    const parameters = new SqlParameters(assetId, ids);
    const json = projectionSql(projection, parameters);
    const rows = await this.reader.read('known', (ask) =>
      ask<{ json: string }>(
        `SELECT ${json} AS json FROM submission
          WHERE asset_id = $1 AND id = ANY($2::bigint[]) ORDER BY array_position($2::bigint[], id)`,
        parameters.values,
      ),
    );
    const text = head + rows.map((row) => row.json).join(',') + tail;
    await pipeline([Readable.from([Buffer.from(text)]), ...stages, sink]);
  }
}

/** `start` of a page that is looked for from a position that is known. */
const DEEP = 2_000;

/**
 * Of a page from `start` on, its ids, found from a position that is known where nothing came or went before it since.
 * Parameters: asset, limit, start, snapshot, id and start of the position.
 */
const FROM_KNOWN = `
  WITH known AS MATERIALIZED (
    SELECT $4::pg_snapshot IS NOT NULL AND NOT EXISTS (
             SELECT FROM submission_change c
              WHERE c.asset_id = $1 AND c.transaction_id >= pg_snapshot_xmin($4)::text::bigint
                AND c.submission_id < $5 AND c.kind IN ('created', 'deleted')
                AND NOT pg_visible_in_snapshot(c.transaction_id::text::xid8, $4)) AS holds
  )
  SELECT pg_current_snapshot()::text AS snapshot, string_agg(id::text, ',') AS ids, bool_or(files) AS files FROM (
    SELECT id, attachment_count > 0 AS files FROM submission
     WHERE asset_id = $1 AND id >= (SELECT CASE WHEN holds THEN $5::bigint ELSE 0 END FROM known)
     ORDER BY id LIMIT $2
    OFFSET (SELECT $3::bigint - CASE WHEN holds THEN $6::bigint ELSE 0 END FROM known)) AS page`;

/** Behind the page: it tells that there is another one. */
const ONE_MORE = 1;

/** By key, so that the last page costs what the first does. */
async function findIds(ask: Ask, scope: SubmissionScope, position: PagePosition): Promise<PageIds> {
  const { limit, order, after, start } = position;
  const { where, parameters } = withinScope(scope, limit + ONE_MORE, after?.id ?? start);
  const read = sortedKeys(order, parameters);
  const keys = read.map((key, at) => ({ ...key, sql: `sorted_${at}` }));
  const last = `json_agg(json_build_array(${keys.map(({ sql }) => sql).join()})) -> ($2::int - 2) AS sorted`;
  const further = `id ${order.descending ? '<' : '>'} $3`;
  const behind = after === undefined ? 'true' : behindSql(keys, after.sorted, further, parameters);
  // As one row: a thousand of them cost more to read than to find.
  const [row] = await ask<FoundRow>(
    `SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files${keys.length === 0 ? '' : `, ${last}`} FROM (
       SELECT * FROM (${rowsSql(where, read)}) AS read
        WHERE ${behind}
        ORDER BY ${orderedBySql(keys)}id ${order.descending ? 'DESC' : 'ASC'}
        LIMIT $2 ${after === undefined ? 'OFFSET $3' : ''}) AS page`,
    parameters.values,
  );
  return pageOf(row, position);
}

/** Answers are large: the fence of an OFFSET has each key read once for a row. */
function rowsSql(where: string, keys: readonly SortedKey[]): string {
  const columns = keys.map(({ sql }, at) => `, ${sql} AS sorted_${at}`).join('');
  const fence = keys.length === 0 ? '' : ' OFFSET 0';
  return `SELECT id, attachment_count > 0 AS files${columns} FROM submission WHERE ${where}${fence}`;
}

interface FoundRow {
  readonly ids: string | null;
  readonly files: boolean | null;
  /** What the last one of the page is sorted by, where that is more than its id. */
  readonly sorted?: SortedBy;
}

function pageOf(row: FoundRow | undefined, { limit, order }: PagePosition): PageIds {
  const foundIds = row?.ids?.split(',').map(Number) ?? [];
  const ids = foundIds.slice(0, limit);
  const id = ids.at(-1);
  const page: Omit<PageIds, typeof found> = {
    ids,
    order,
    anyAttachments: row?.files === true,
    end: id === undefined || ids.length === foundIds.length ? undefined : { sorted: row?.sorted ?? [], id },
  };
  return page as PageIds;
}
