import { Readable } from 'node:stream';
import { type CopiedRows, forEachRow } from './copied-rows';
import type { RowReader, SelectRows } from './copied-rows';

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
