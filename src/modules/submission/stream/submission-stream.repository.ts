import { Injectable } from '@nestjs/common';
import { Semaphore } from '../../../concurrency/limits';
import { UnavailableError } from '../../../domain/errors';
import { asLines, type CopiedRows, forEachRow } from '../../../database/copy/copied-rows';
import { CopyReader } from '../../../database/copy/copy-reader';
import { BoundedReader } from '../../../database/query/bounded-reader';
import { Replicas, type ReadSource } from '../../../database/replica/replicas';
import {
  submissionJsonAfterSql,
  submissionJsonSql,
  costOf,
  withinScope,
  countWithin,
} from '../../../database/query/scope-sql';
import type { SubmissionScope } from '../../../domain/query/submission-scope';
import type { SubmissionSize } from '../../../domain/export/export-memory';

/** Receives the JSON of one submission: the bytes from start to end. */
export type JsonConsumer = (bytes: Uint8Array, start: number, end: number) => void;

export interface StreamedChunk {
  readonly count: number;
  /** The next chunk is cheap to find and may be prefetched. */
  readonly isNextCheap: boolean;
  each(consume: JsonConsumer): void;
  /** NDJSON in UTF-8. Reuses the memory of the chunk, which becomes invalid. */
  lines(): Buffer;
}

export interface TimestampedChunk extends StreamedChunk {
  /** Latest submission time among the ids found together. */
  readonly newestSubmittedAt: Date;
}

/** Ids per search; the rows per chunk depend on their size. */
const MAX_ROWS = 1000;
/** A full search within this time makes the next one cheap. */
const CHEAP_SEARCH_MS = 100;

/** Reads all submissions of a scope in chunks: no connection is held while the client is slow. */
@Injectable()
export class SubmissionStreamRepository {
  private readonly chunkReads = new Semaphore({
    maxConcurrent: MAX_CHUNK_READS,
    maxQueued: Infinity,
    queueFull: () => new UnavailableError('Too many pages are being read. Retry in a few seconds.'),
  });

  constructor(
    private readonly reader: BoundedReader,
    private readonly copyReader: CopyReader,
    private readonly replicas: Replicas,
  ) {}

  /** Ordered by id. @param signal cancels slow searches */
  all(scope: SubmissionScope, signal?: AbortSignal): AsyncGenerator<StreamedChunk> {
    return scope.filter === undefined ? this.unfiltered(scope) : this.allWithTimestamps(scope, signal);
  }

  /** As `all`, with submission times. */
  async *allWithTimestamps(scope: SubmissionScope, signal?: AbortSignal): AsyncGenerator<TimestampedChunk> {
    const source = await this.replicas.choose();
    const reading = this.copyReader.openRowReader(true, source);
    const select = (ids: readonly number[]): string => submissionJsonSql(scope.assetId, ids);
    try {
      for (let last = 0; ;) {
        const started = performance.now();
        const found = await this.findIdsAfter(scope, last, source, signal);
        if (found === undefined) return;
        const { ids, newest } = found;
        const isNextCheap = ids.length === MAX_ROWS && performance.now() - started < CHEAP_SEARCH_MS;
        for (let from = 0; from < ids.length;) {
          const { copied, next } = await reading.next(ids, from, select);
          from = next;
          yield { ...chunkOf(copied, isNextCheap || from < ids.length), newestSubmittedAt: newest };
        }
        last = ids.at(-1)!;
      }
    } finally {
      reading.close();
    }
  }

  private async *unfiltered({ assetId }: SubmissionScope): AsyncGenerator<StreamedChunk> {
    const reading = this.copyReader.openRowReader(true, await this.replicas.choose());
    const select = (id: number, maxRows: number): string => submissionJsonAfterSql(assetId, id, maxRows);
    try {
      for (let last = 0; ;) {
        const { copied, isLast } = await reading.after(last, MAX_ROWS, select);
        yield chunkOf(copied, !isLast);
        if (isLast) return;
        last = copied.lastKey;
      }
    } finally {
      reading.close();
    }
  }

  count(scope: SubmissionScope): Promise<number> {
    return this.reader.read(costOf(scope), (query) => countWithin(scope, query));
  }

  /** Sizes of the JSON in bytes; reads no compressed text. */
  async measure(scope: SubmissionScope): Promise<SubmissionSize> {
    const { where, parameters } = withinScope(scope);
    const [size] = await this.reader.read(costOf(scope), (query) =>
      query<SubmissionSize>(
        `SELECT coalesce(sum(octet_length(json)), 0)::bigint AS total, coalesce(max(octet_length(json)), 0) AS largest
           FROM submission WHERE ${where}`,
        parameters.values,
      ),
    );
    return size!;
  }

  /** One aggregated row: parsing a thousand rows costs more than finding them. */
  private async findIdsAfter(
    scope: SubmissionScope,
    id: number,
    source: ReadSource,
    signal: AbortSignal | undefined,
  ): Promise<{ ids: number[]; newest: Date } | undefined> {
    const { where, parameters } = withinScope(scope, id);
    const [found] = await this.reader.read(
      costOf(scope),
      (query) =>
        query<{ ids: string | null; newest: Date }>(
          `SELECT string_agg(id::text, ',') AS ids, max(date_submitted) AS newest FROM (
           SELECT id, date_submitted FROM submission WHERE ${where} AND id > $2 ORDER BY id LIMIT ${MAX_ROWS}) AS next`,
          parameters.values,
        ),
      signal,
      source,
    );
    if (found === undefined || found.ids === null) return undefined;
    return { ids: found.ids.split(',').map(Number), newest: found.newest };
  }

  /**
   * The next rows of a page, in order; deleted rows are omitted.
   * @param start index of the first row
   * @returns the rows, and the index after the last one read
   */
  async next(
    { assetId }: SubmissionScope,
    { ids }: FoundPage,
    column: SubmissionColumn,
    start: number,
  ): Promise<{ rows: ChunkRow[]; next: number }> {
    const chunk = ids.slice(start, start + MAX_CHUNK_ROWS);
    const rows = await this.chunkReads.run(() => this.readChunk(assetId, column, chunk, start));
    return { rows, next: (rows.at(-1)?.index ?? start + chunk.length - 1) + 1 };
  }

  private readChunk(
    assetId: number,
    column: SubmissionColumn,
    chunk: readonly number[],
    start: number,
  ): Promise<ChunkRow[]> {
    return this.reader.read('known', (query) =>
      query<ChunkRow>(
        `SELECT ordinal AS index, ${COLUMNS[column]} AS text FROM (
           SELECT p.ordinal, s.${column},
                  sum(octet_length(s.json)) OVER (ORDER BY p.ordinal ROWS UNBOUNDED PRECEDING)
                    - octet_length(s.json) < ${MAX_BYTES} AS fits
             FROM unnest($2::bigint[], $3::int[]) AS p(id, ordinal)
             JOIN submission s ON s.asset_id = $1 AND s.id = p.id) AS chunk
          WHERE fits ORDER BY ordinal`,
        [assetId, chunk, chunk.map((_, index) => start + index)],
      ),
    );
  }

  /** Ordered by id. @param after exclusive id */
  listIdentities(scope: SubmissionScope, after: number, limit: number): Promise<IdentityRow[]> {
    const { where, parameters } = withinScope(scope, after, limit);
    return this.reader.read(costOf(scope), (query) =>
      query<IdentityRow>(
        `SELECT id, uuid FROM submission WHERE ${where} AND id > $2 ORDER BY id LIMIT $3`,
        parameters.values,
      ),
    );
  }

  /** @param uuid current uuid */
  async find(scope: SubmissionScope, uuid: string): Promise<PulledRow | undefined> {
    const { where, parameters } = withinScope(scope, uuid);
    const rows = await this.reader.read(costOf(scope), (query) =>
      query<PulledRow>(
        `SELECT id, uuid, xml, date_submitted AS "submittedAt" FROM submission
          WHERE ${where} AND (root_uuid = $2 AND uuid = $2 OR uuid = $2 AND uuid <> root_uuid) ORDER BY id LIMIT 1`,
        parameters.values,
      ),
    );
    return rows[0];
  }

  listFiles({ assetId }: SubmissionScope, { id }: Pick<IdentityRow, 'id'>): Promise<PulledFileRow[]> {
    return this.reader.read('known', (query) =>
      query<PulledFileRow>(
        `SELECT uid, name, mimetype, byte_size AS "byteSize", sha256 FROM attachment
          WHERE asset_id = $1 AND submission_id = $2 AND date_dropped IS NULL AND date_deleted IS NULL
          ORDER BY date_created, name`,
        [assetId, id],
      ),
    );
  }
}

function chunkOf(copied: CopiedRows, isNextCheap: boolean): StreamedChunk {
  return {
    count: copied.count,
    isNextCheap,
    each: (consume) => forEachRow(copied, (_, start, end) => consume(copied.bytes, start, end)),
    lines: () => asLines(copied),
  };
}

/** Ids of a page, in order, found by a query that applied the scope. */
export interface FoundPage {
  readonly ids: readonly number[];
}

export interface ChunkRow {
  /** Position on the page, from 0. */
  readonly index: number;
  readonly text: string;
}

/** The submitted XML, the answers as JSON, or the rendered JSON. */
export type SubmissionColumn = 'xml' | 'answers' | 'json';

const COLUMNS: Readonly<Record<SubmissionColumn, string>> = {
  xml: 'xml',
  answers: 'answers::text',
  json: 'json',
};

/** Maximum size of the JSON of a chunk; the first row is always included. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_CHUNK_ROWS = 200;
/** Most connections stay free for other requests: a response that waited for one in vain would break. */
const MAX_CHUNK_READS = 3;

export interface IdentityRow {
  readonly id: number;
  readonly uuid: string;
}

export interface PulledRow extends IdentityRow {
  readonly xml: string;
  readonly submittedAt: Date;
}

export interface PulledFileRow {
  readonly uid: string;
  readonly name: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
}
