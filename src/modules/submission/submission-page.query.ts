import { Readable, type Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { CopyReader } from '../../database/copy/copy-reader';
import { type Ask, BoundedReader } from '../../database/query/bounded-reader';
import { countWithin } from '../../database/query/count-within';
import { jsonOfIds, listOfIds } from '../../database/query/json-of-ids';
import { costOf, projectionSql, sortSql, withinScope } from '../../database/query/scope-sql';
import { SqlParameters } from '../../database/query/sql-parameters';
import type { Projection } from '../../domain/query/projection';
import type { SubmissionOrder } from '../../domain/query/submission-order';
import type { SubmissionScope } from '../../domain/query/submission-scope';

declare const found: unique symbol;

/** Which submissions a page holds. */
export interface PagePosition {
  readonly limit: number;
  readonly order: SubmissionOrder;
  /** The page starts behind this id; when it is known and ids are the order, `start` does not count. */
  readonly after: number | undefined;
  /** Submissions before the page. */
  readonly start: number;
}

/** The submissions of a page: their ids in order, and whether any has files. Only a reader of a scope makes one. */
export interface PageIds {
  readonly [found]: true;
  readonly ids: readonly number[];
  readonly order: SubmissionOrder;
  readonly anyAttachments: boolean;
}

/** What stands around the rows of a page. */
interface Frame {
  readonly head: string;
  readonly tail: string;
}

/** Pages of submissions: first which ones they are, then their JSON as a stream. */
@Injectable()
export class SubmissionPageQuery {
  constructor(
    private readonly reader: BoundedReader,
    private readonly copyReader: CopyReader,
  ) {}

  /** A page with the count of all that the scope holds. */
  find(scope: SubmissionScope, position: PagePosition): Promise<{ count: number; page: PageIds }> {
    const cost = costOf(scope);
    return this.reader.read(position.order.by.length > 0 && cost === 'known' ? 'rows' : cost, async (ask) => {
      const [count, page] = await Promise.all([countWithin(scope, ask), findIds(ask, scope, position)]);
      return { count, page };
    });
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

/** By key, so that the last page costs what the first does; a deep `start` costs an index scan. */
async function findIds(
  ask: Ask,
  scope: SubmissionScope,
  { limit, order, after, start }: PagePosition,
): Promise<PageIds> {
  const key = order.by.length === 0 ? after : undefined;
  const { where, parameters } = withinScope(scope, limit, key ?? start);
  const sorted = order.by.map((each) => `${sortSql(each, parameters)}, `).join('');
  // As one row: a thousand of them cost more to read than to find.
  const [row] = await ask<{ ids: string | null; files: boolean | null }>(
    `SELECT string_agg(id::text, ',') AS ids, bool_or(files) AS files FROM (
       SELECT id, attachment_count > 0 AS files FROM submission
        WHERE ${where} ${key === undefined ? '' : `AND id ${order.descending ? '<' : '>'} $3`}
        ORDER BY ${sorted}id ${order.descending ? 'DESC' : 'ASC'}
        LIMIT $2 ${key === undefined ? 'OFFSET $3' : ''}) AS page`,
    parameters.values,
  );
  const page: Omit<PageIds, typeof found> = {
    ids: row?.ids?.split(',').map(Number) ?? [],
    order,
    anyAttachments: row?.files === true,
  };
  return page as PageIds;
}
