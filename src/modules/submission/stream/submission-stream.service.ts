import { Injectable } from '@nestjs/common';
import {
  readSubmissionQuery,
  narrowScope,
  scopeOf,
  type SubmissionScope,
} from '../../../domain/query/submission-scope';
import { csvColumns, SubmissionCsv } from '../../../domain/submission/submission-csv';
import type { CsvDialect } from '../../../domain/text/csv-line';
import { AccountService } from '../../account/account.service';
import { type DeployedForm, DeployedFormService } from '../../deployment/deployed-form.service';
import { AnsweredPathRepository } from './answered-path.repository';
import {
  type FoundPage,
  type SubmissionColumn,
  type ChunkRow,
  SubmissionStreamRepository,
  type TimestampedChunk,
  type StreamedChunk,
  type JsonConsumer,
} from './submission-stream.repository';
import { isNumericIn, type ReadAccess } from '../read/submission.service';

export interface SubmissionStream {
  readonly ownerUsername: string;
  readonly chunks: () => AsyncIterable<Buffer>;
}

export interface CsvStreamInput {
  /** Filter document, unparsed. */
  readonly query: unknown;
  readonly dialect: CsvDialect;
}

/** Streams any number of submissions in bounded memory. */
@Injectable()
export class SubmissionStreamService {
  constructor(
    private readonly rows: SubmissionStreamRepository,
    private readonly paths: AnsweredPathRepository,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
  ) {}

  /**
   * Ordered by id.
   * @param query filter document, unparsed
   * @param signal cancels slow searches
   */
  async streamNdjson(access: ReadAccess, query: unknown, signal: AbortSignal): Promise<SubmissionStream> {
    const { scope } = await this.open(access, query);
    const ownerUsername = await this.accounts.usernameOf(access.ownerId);
    return { ownerUsername, chunks: () => lines(this.all(scope, signal)) };
  }

  /** One column per question path with an answer; repeats are JSON. */
  async streamCsv(
    access: ReadAccess,
    { query, dialect }: CsvStreamInput,
    signal: AbortSignal,
  ): Promise<() => AsyncIterable<Uint8Array>> {
    const { form, scope } = await this.open(access, query);
    const columns = csvColumns(form.reading.questionPaths, await this.paths.list(scope, signal));
    return () => table(new SubmissionCsv(columns, dialect), this.all(scope, signal));
  }

  /** All submissions of a scope, ordered by id, with read-ahead. */
  chunksWithTimestamps(scope: SubmissionScope): AsyncIterable<TimestampedChunk> {
    return readAhead(this.rows.allWithTimestamps(scope));
  }

  /** The rows of a page, in order; deleted rows are omitted. */
  async *pageChunks(
    scope: SubmissionScope,
    page: FoundPage,
    column: SubmissionColumn,
  ): AsyncIterable<readonly ChunkRow[]> {
    for (let start = 0; start < page.ids.length;) {
      const { rows, next } = await this.rows.next(scope, page, column, start);
      yield rows;
      start = next;
    }
  }

  count(scope: SubmissionScope): Promise<number> {
    return this.rows.count(scope);
  }

  private all(scope: SubmissionScope, signal: AbortSignal): AsyncIterable<StreamedChunk> {
    return readAhead(this.rows.all(scope, signal));
  }

  private async open(
    access: ReadAccess,
    query: unknown,
  ): Promise<{ form: DeployedForm; scope: SubmissionScope }> {
    const form = await this.forms.getDeployed(access);
    return { form, scope: narrowScope(scopeOf(access), readSubmissionQuery(query, isNumericIn(form))) };
  }
}

async function* lines(chunks: AsyncIterable<StreamedChunk>): AsyncIterable<Buffer> {
  for await (const chunk of chunks) yield chunk.lines();
}

async function* table(csv: SubmissionCsv, chunks: AsyncIterable<StreamedChunk>): AsyncIterable<Uint8Array> {
  const row: JsonConsumer = (bytes, start, end) => csv.row(bytes, start, end);
  yield csv.header();
  for await (const chunk of chunks) {
    chunk.each(row);
    yield csv.take();
  }
}

/** Prefetches the next item while the consumer processes the current one, if that item is cheap to read. */
export async function* readAhead<Item extends { readonly isNextCheap: boolean }>(
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const step = await next;
      if (step.done === true) return;
      const { value } = step;
      if (value.isNextCheap) {
        next = iterator.next();
        // A consumer that stops early never awaits this; avoid an unhandled rejection.
        next.catch(() => undefined);
      }
      yield value;
      if (!value.isNextCheap) next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}
