import { Readable } from 'node:stream';
import type { CopiedRows } from './copied-rows';
import type { HeldRows } from './stream-budget';

/** Of what may be held, so much is aimed at once the size of rows is known: they differ. */
const AIM = 0.8;
const COMMA = ','.charCodeAt(0);

/** Rows to be streamed as the inside of a JSON array between `head` and `tail`. */
export interface RowPlan {
  readonly head: string;
  readonly tail: string;
  /** Keys of the rows, in their order; one that is gone when it is read is left out. */
  readonly keys: readonly number[];
  /** SQL text of a query that gives the rows of these keys in this order: the key, a bigint, and the text, never null. */
  readonly select: (keys: readonly number[]) => string;
  /** What stands around each text, where the texts are parts of larger values. */
  readonly frame?: RowFrame;
}

export interface RowFrame {
  /** One for each key, in their order. */
  readonly before: readonly string[];
  readonly after: string;
}

/** Asks for the first rows of a query, as many as fit into so many bytes, and one at least. */
export type AskForRows = (select: string, mostBytes: number) => Promise<CopiedRows>;

/** Reads rows as fast as the database gives them, as many as may be held; when those are taken, the next ones, by key. */
export class RowStream extends Readable {
  /** Keys before this place are dealt with. */
  private place = 0;
  private rowsAtOnce = Infinity;
  private hasRows = false;
  private begun: readonly Buffer[] | undefined;

  constructor(
    private readonly plan: RowPlan,
    private readonly held: HeldRows,
    private readonly ask: AskForRows,
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
    this.held.hold(pieces.reduce((sum, { length }) => sum + length, 0));
    return pieces;
  }

  private async rows(): Promise<Buffer> {
    const { keys, select, frame } = this.plan;
    const asked = keys.slice(this.place, this.place + this.rowsAtOnce);
    const end = this.place + asked.length;
    const mostBytes = this.held.allowance;
    const copied = await this.ask(select(asked), mostBytes);
    const rows = frame === undefined ? this.joined(copied) : this.framed(copied, frame);
    if (copied.ended) this.place = end;
    else {
      const bytes = copied.rows.reduce((sum, row) => sum + row.end - row.start, 0);
      this.rowsAtOnce = Math.max(1, Math.floor((AIM * mostBytes * copied.rows.length) / bytes));
    }
    return rows;
  }

  /** The texts and what is between them, moved together where they are: before each there is more room than it takes. */
  private joined({ bytes, rows }: CopiedRows): Buffer {
    let length = 0;
    for (const { key, start, end } of rows) {
      this.place = this.plan.keys.indexOf(key, this.place) + 1;
      if (this.hasRows) bytes[length++] = COMMA;
      this.hasRows = true;
      bytes.copyWithin(length, start, end);
      length += end - start;
    }
    return bytes.subarray(0, length);
  }

  private framed({ bytes, rows }: CopiedRows, { before, after }: RowFrame): Buffer {
    const pieces: Buffer[] = [];
    for (const { key, start, end } of rows) {
      const place = this.plan.keys.indexOf(key, this.place);
      this.place = place + 1;
      pieces.push(Buffer.from(`${this.hasRows ? ',' : ''}${before[place] ?? ''}`));
      pieces.push(bytes.subarray(start, end), Buffer.from(after));
      this.hasRows = true;
    }
    return Buffer.concat(pieces);
  }
}
