import { Readable } from 'node:stream';
import { type CopiedRows, eachRow } from './copied-rows';
import type { RowReading, SelectRows } from './row-reading';

const COMMA = ','.charCodeAt(0);

/** Rows to be streamed as the inside of a JSON array between `head` and `tail`. */
export interface RowPlan {
  readonly head: string;
  readonly tail: string;
  /** Keys of the rows, in their order; one that is gone when it is read is left out. */
  readonly keys: readonly number[];
  readonly select: SelectRows;
  /** What stands around each text, where the texts are parts of larger values. */
  readonly frame?: RowFrame;
}

export interface RowFrame {
  /** One for each key, in their order. */
  readonly before: readonly string[];
  readonly after: string;
}

/** Reads rows as fast as the database gives them, as many as may be held; when those are taken, the next ones, by key. */
export class RowStream extends Readable {
  /** Keys before this place are dealt with. */
  private place = 0;
  private hasRows = false;
  private begun: readonly Buffer[] | undefined;

  constructor(
    private readonly plan: RowPlan,
    private readonly reading: RowReading,
  ) {
    // Nothing is read ahead of what was taken.
    super({ highWaterMark: 0 });
  }

  /** Reads the first rows before anything is said of them: until then a database that is away can be told of. */
  async begin(): Promise<this> {
    this.begun = await this.next();
    return this;
  }

  override _read(): void {
    this.upcoming().then(
      (pieces) => {
        for (const piece of pieces) this.push(piece);
        if (this.place >= this.plan.keys.length) this.push(null);
      },
      (error: unknown) => this.destroy(error as Error),
    );
  }

  private async upcoming(): Promise<readonly Buffer[]> {
    const { begun } = this;
    this.begun = undefined;
    return begun ?? this.next();
  }

  private async next(): Promise<readonly Buffer[]> {
    const { keys, head, tail } = this.plan;
    const pieces: Buffer[] = this.place === 0 ? [Buffer.from(head)] : [];
    if (this.place < keys.length) pieces.push(await this.rows());
    if (this.place >= keys.length) pieces.push(Buffer.from(tail));
    return pieces;
  }

  private async rows(): Promise<Buffer> {
    const { keys, select, frame } = this.plan;
    const from = this.place;
    const { copied, place } = await this.reading.next(keys, from, select);
    this.place = place;
    return frame === undefined ? this.joined(copied) : this.framed(copied, from, frame);
  }

  /** The texts and what is between them, moved together where they are: before each there is more room than it takes. */
  private joined(copied: CopiedRows): Buffer {
    const { bytes } = copied;
    let length = 0;
    eachRow(copied, (_, start, end) => {
      if (this.hasRows) bytes[length++] = COMMA;
      this.hasRows = true;
      bytes.copyWithin(length, start, end);
      length += end - start;
    });
    return bytes.subarray(0, length);
  }

  private framed(copied: CopiedRows, from: number, { before, after }: RowFrame): Buffer {
    const pieces: Buffer[] = [];
    let place = from;
    eachRow(copied, (key, start, end) => {
      place = this.plan.keys.indexOf(key, place);
      pieces.push(Buffer.from(`${this.hasRows ? ',' : ''}${before[place] ?? ''}`));
      pieces.push(copied.bytes.subarray(start, end), Buffer.from(after));
      this.hasRows = true;
    });
    return Buffer.concat(pieces);
  }
}
