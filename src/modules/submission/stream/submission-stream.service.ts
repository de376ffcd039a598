import { Injectable, type OnModuleInit } from '@nestjs/common';
import { createHash } from 'node:crypto';
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
  type PulledFileRow,
} from './submission-stream.repository';
import { isNumericIn, type ReadAccess } from '../read/submission.service';
import { orNotFound, InvalidError } from '../../../domain/errors';
import type { RangeRequest } from '../../../domain/file/staged-file';
import { StoredFileService } from '../../media/remote-file.service';
import { bareUuid } from '../../../domain/submission/instance-document';
import type { SubmissionSize } from '../../../domain/export/export-memory';
import { SubmissionSizes } from '../../../events/subscribers.port';

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

export interface PulledList {
  /** Without a scheme. */
  readonly uuids: readonly string[];
  readonly cursor: number;
}

export interface PulledSubmission {
  readonly assetUid: string;
  readonly id: number;
  readonly uuid: string;
  readonly xml: string;
  readonly submittedAt: Date;
  readonly files: readonly { readonly uid: string; readonly name: string; readonly md5: string }[];
}

const WHOLE: RangeRequest = { range: undefined, ifRange: undefined, ifNoneMatch: undefined };

/** Lists and returns whole submissions for replication tools such as ODK Briefcase. */
@Injectable()
export class SubmissionPullService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionStreamRepository,
    private readonly files: StoredFileService,
  ) {}

  /** Submissions after a cursor, which starts at 0. */
  async list(access: ReadAccess, cursor: number, limit: number): Promise<PulledList> {
    await this.forms.getDeployed(access);
    const rows = await this.submissions.listIdentities(scopeOf(access), cursor, limit);
    return { uuids: rows.map(({ uuid }) => uuid), cursor: rows.at(-1)?.id ?? cursor };
  }

  /** @param instanceId current instanceID, with or without scheme @throws NotFoundError */
  async get(access: ReadAccess, instanceId: string): Promise<PulledSubmission> {
    const scope = scopeOf(access);
    const found = orNotFound(await this.submissions.find(scope, bareUuid(instanceId)));
    const files = [];
    for (const file of await this.submissions.listFiles(scope, found)) {
      files.push({ uid: file.uid, name: file.name, md5: await this.md5(file) });
    }
    return { ...found, assetUid: access.assetUid, files };
  }

  /** The Briefcase manifest requires MD5; storage has SHA-256 only. */
  private async md5(file: PulledFileRow): Promise<string> {
    const hash = createHash('md5');
    const { content } = await this.files.open(file, WHOLE);
    if (content !== undefined) for await (const chunk of content) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }
}

/** Of submissions that could not be measured in time. */
const UNKNOWN: SubmissionSize = { total: Infinity, largest: Infinity };

/** Measures submissions before they are exported. Concurrent requests for the same ones share a measurement. */
@Injectable()
export class SubmissionSizeService implements OnModuleInit {
  private readonly running = new Map<string, Promise<SubmissionSize>>();

  constructor(
    private readonly rows: SubmissionStreamRepository,
    private readonly sizes: SubmissionSizes,
  ) {}

  onModuleInit(): void {
    this.sizes.register((access) => this.measure(access));
  }

  private measure(access: ReadAccess): Promise<SubmissionSize> {
    const key = `${access.assetId} ${JSON.stringify(access.filter ?? null)}`;
    const running = this.running.get(key) ?? this.read(access).finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running;
  }

  private async read(access: ReadAccess): Promise<SubmissionSize> {
    try {
      return await this.rows.measure(scopeOf(access));
    } catch (error) {
      if (error instanceof InvalidError) return UNKNOWN;
      throw error;
    }
  }
}
