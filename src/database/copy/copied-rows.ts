import { Readable } from 'node:stream';

/** Header of COPY's binary format: signature, flags, length of the extension. */
export const HEADER_BYTES = 19;

const MEGABYTE = 1024 * 1024;
const PROCESS_BYTES = 128 * MEGABYTE;
/** Fits an ordinary page in one read. */
const MAX_STREAM_BYTES = 2 * MEGABYTE;
/** Bounds the number of queries. */
const MIN_STREAM_BYTES = MEGABYTE / 16;
/** Share of the free memory that one stream may take, so that slow clients can't exhaust it. */
const SHARE = 1 / 8;

interface StreamReservation {
  readonly allowance: number;
  reserve(bytes: number): void;
  close(): void;
}

/** Budget of memory for rows read but not yet sent. */
export class StreamBudget {
  private reserved = 0;

  open(): StreamReservation {
    let own = 0;
    const reserve = (bytes: number): void => {
      this.reserved += bytes - own;
      own = bytes;
    };
    const allowance = (): number => {
      const share = (PROCESS_BYTES - this.reserved + own) * SHARE;
      return Math.round(Math.min(MAX_STREAM_BYTES, Math.max(MIN_STREAM_BYTES, share)));
    };
    return {
      get allowance() {
        return allowance();
      },
      reserve,
      close: () => reserve(0),
    };
  }
}

/** Share of the allowance that the next fetch aims at, since rows vary in size. */
const TARGET_FILL = 0.8;

/** SQL of a query for the rows of these keys, in this order: bigint key and non-null text. */
export type SelectRows = (keys: readonly number[]) => string;

/** SQL of a query for at most `maxRows` rows after a key, ordered by key. */
type SelectAfter = (key: number, maxRows: number) => string;

/** Fetches the first rows of a query: at least one, then as many as fit into `maxBytes`. */
export type FetchRows = (select: string, maxBytes: number) => Promise<CopiedRows>;

/** Reads rows in batches by key, within the memory that its reservation allows. */
export class RowReader {
  private batchSize = Infinity;
  private lastBatchBytes = 0;

  /** @param readsAhead the last batch is still in memory while the next one is read */
  constructor(
    private readonly reservation: StreamReservation,
    private readonly fetch: FetchRows,
    private readonly readsAhead = false,
  ) {}

  /**
   * Reads the next batch of `keys` from an index on; deleted rows are skipped.
   * @returns also the index after the last key read
   */
  async next(
    keys: readonly number[],
    from: number,
    select: SelectRows,
  ): Promise<{ copied: CopiedRows; next: number }> {
    const batch = keys.slice(from, from + this.batchSize);
    const copied = await this.readBatch(select(batch));
    return { copied, next: copied.ended ? from + batch.length : keys.indexOf(copied.lastKey, from) + 1 };
  }

  /** Reads the next batch after a key. @returns isLast: no rows are left after them */
  async after(
    key: number,
    maxRows: number,
    select: SelectAfter,
  ): Promise<{ copied: CopiedRows; isLast: boolean }> {
    const limit = Math.min(maxRows, this.batchSize);
    const copied = await this.readBatch(select(key, limit));
    return { copied, isLast: copied.ended && copied.count < limit };
  }

  close(): void {
    this.reservation.close();
  }

  private async readBatch(select: string): Promise<CopiedRows> {
    const maxBytes = this.reservation.allowance;
    const copied = await this.fetch(select, maxBytes);
    this.reservation.reserve(copied.bytes.length + this.lastBatchBytes);
    if (this.readsAhead) this.lastBatchBytes = copied.bytes.length;
    if (!copied.ended) {
      this.batchSize = Math.max(1, Math.floor((TARGET_FILL * maxBytes * copied.count) / copied.textBytes));
    }
    return copied;
  }
}

/** Column count of a row, 16 bits: always two. */
const COUNT_BYTES = 2;
/** Length of the key, 32 bits, and the key, 64 bits. */
const KEY_BYTES = 4 + 8;
const TEXT_LENGTH_BYTES = 4;
const HEAD_BYTES = COUNT_BYTES + KEY_BYTES + TEXT_LENGTH_BYTES;
const END = -1;
const LINE_BREAK = '\n'.charCodeAt(0);
const HIGH_WORD = 2 ** 32;

/** Complete rows in a buffer of COPY data. No object per row: there are millions. */
export interface CopiedRows {
  readonly bytes: Buffer;
  readonly count: number;
  /** Key of the last row; 0 without rows. */
  readonly lastKey: number;
  readonly textBytes: number;
  /** The trailer of COPY was received: there are no more rows. */
  readonly ended: boolean;
}

export type RowVisitor = (key: number, start: number, end: number) => void;

/** Parses the data received so far from `COPY (SELECT key, text …) TO STDOUT (FORMAT binary)`. */
export function readCopiedRows(bytes: Buffer): CopiedRows {
  let [count, lastStart, textBytes] = [0, 0, 0];
  let at = HEADER_BYTES;
  let ended = false;
  while (at + COUNT_BYTES <= bytes.length) {
    ended = bytes.readInt16BE(at) === END;
    const start = at + HEAD_BYTES;
    if (ended || start > bytes.length) break;
    const end = endOf(bytes, start);
    if (end > bytes.length) break;
    count += 1;
    textBytes += end - start;
    lastStart = start;
    at = end;
  }
  return { bytes, count, lastKey: count === 0 ? 0 : keyOf(bytes, lastStart), textBytes, ended };
}

/** Visits the rows in order. The visitor may overwrite the bytes of earlier rows. */
export function forEachRow({ bytes, count }: Pick<CopiedRows, 'bytes' | 'count'>, visit: RowVisitor): void {
  let at = HEADER_BYTES;
  for (let row = 0; row < count; row += 1) {
    const start = at + HEAD_BYTES;
    at = endOf(bytes, start);
    visit(keyOf(bytes, start), start, at);
  }
}

/** The texts of the rows, in order. */
export function textsOf(copied: CopiedRows): string[] {
  const texts: string[] = [];
  forEachRow(copied, (_, start, end) => texts.push(copied.bytes.toString('utf8', start, end)));
  return texts;
}

/** Compacts the texts in place into lines: a row's header is longer than a line break. */
export function asLines(copied: CopiedRows): Buffer {
  const { bytes } = copied;
  let length = 0;
  forEachRow(copied, (_, start, end) => {
    bytes.copyWithin(length, start, end);
    length += end - start;
    bytes[length++] = LINE_BREAK;
  });
  return bytes.subarray(0, length);
}

function endOf(bytes: Buffer, start: number): number {
  return start + bytes.readInt32BE(start - TEXT_LENGTH_BYTES);
}

function keyOf(bytes: Buffer, start: number): number {
  const key = start - TEXT_LENGTH_BYTES - 8;
  return bytes.readInt32BE(key) * HIGH_WORD + bytes.readUInt32BE(key + 4);
}

const COMMA = ','.charCodeAt(0);

/** Rows streamed as comma-separated JSON between `head` and `tail`. */
export interface RowPlan {
  readonly head: string;
  readonly tail: string;
  /** Keys of the rows, in output order; deleted rows are skipped. */
  readonly keys: readonly number[];
  readonly select: SelectRows;
  /** Text around each row; absent: none. */
  readonly frame?: RowFrame;
}

export interface RowFrame {
  readonly before: readonly string[];
  readonly after: string;
}

/** Streams rows batch by batch: the next batch is read when the last one was consumed. */
export class RowStream extends Readable {
  private position = 0;
  private hasRows = false;
  private prefetched: readonly Buffer[] | undefined;

  constructor(
    private readonly plan: RowPlan,
    private readonly reader: RowReader,
  ) {
    super({ highWaterMark: 0 });
  }

  /** Reads the first batch, so that a database failure can still become an error response. */
  async prefetch(): Promise<this> {
    this.prefetched = await this.readNext();
    return this;
  }

  override _read(): void {
    this.takeChunks().then(
      (chunks) => {
        for (const chunk of chunks) this.push(chunk);
        if (this.position >= this.plan.keys.length) this.push(null);
      },
      (error: unknown) => this.destroy(error as Error),
    );
  }

  private async takeChunks(): Promise<readonly Buffer[]> {
    const { prefetched } = this;
    this.prefetched = undefined;
    return prefetched ?? this.readNext();
  }

  private async readNext(): Promise<readonly Buffer[]> {
    const { keys, head, tail } = this.plan;
    const chunks: Buffer[] = this.position === 0 ? [Buffer.from(head)] : [];
    if (this.position < keys.length) chunks.push(await this.readRows());
    if (this.position >= keys.length) chunks.push(Buffer.from(tail));
    return chunks;
  }

  private async readRows(): Promise<Buffer> {
    const { keys, select, frame } = this.plan;
    const from = this.position;
    const { copied, next } = await this.reader.next(keys, from, select);
    this.position = next;
    return frame === undefined ? this.joinRows(copied) : this.frameRows(copied, from, frame);
  }

  /** Joins the texts by commas in place: a row's header is longer than a comma. */
  private joinRows(copied: CopiedRows): Buffer {
    const { bytes } = copied;
    let length = 0;
    forEachRow(copied, (_, start, end) => {
      if (this.hasRows) bytes[length++] = COMMA;
      this.hasRows = true;
      bytes.copyWithin(length, start, end);
      length += end - start;
    });
    return bytes.subarray(0, length);
  }

  private frameRows(copied: CopiedRows, from: number, { before, after }: RowFrame): Buffer {
    const chunks: Buffer[] = [];
    let index = from;
    forEachRow(copied, (key, start, end) => {
      index = this.plan.keys.indexOf(key, index);
      chunks.push(Buffer.from(`${this.hasRows ? ',' : ''}${before[index] ?? ''}`));
      chunks.push(copied.bytes.subarray(start, end), Buffer.from(after));
      this.hasRows = true;
    });
    return Buffer.concat(chunks);
  }
}
