import { Readable } from 'node:stream';
import type { CopiedRow, CopiedRows } from './copied-rows';
import type { HeldRows } from './stream-budget';

/** Of what may be held, so much is aimed at once the size of rows is known: they differ. */
const AIM = 0.8;
const COMMA = Buffer.from(',');

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
  private begun: Buffer | undefined;

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
      (bytes) => {
        this.push(bytes);
        if (this.place >= this.plan.keys.length) this.push(null);
      },
      (error: unknown) => this.destroy(error as Error),
    );
  }

  private async upcoming(): Promise<Buffer> {
    const { begun } = this;
    this.begun = undefined;
    return begun ?? this.next();
  }

  private async next(): Promise<Buffer> {
    const { keys, head, tail } = this.plan;
    const pieces = this.place === 0 ? [Buffer.from(head)] : [];
    if (this.place < keys.length) await this.addRows(pieces);
    if (this.place >= keys.length) pieces.push(Buffer.from(tail));
    const bytes = Buffer.concat(pieces);
    this.held.hold(bytes.length);
    return bytes;
  }

  private async addRows(pieces: Buffer[]): Promise<void> {
    const { keys, select } = this.plan;
    const asked = keys.slice(this.place, this.place + this.rowsAtOnce);
    const end = this.place + asked.length;
    const mostBytes = this.held.allowance;
    const { rows, ended } = await this.ask(select(asked), mostBytes);
    let bytes = 0;
    for (const row of rows) {
      this.place = keys.indexOf(row.key, this.place);
      this.add(row, pieces);
      this.place += 1;
      bytes += row.text.length;
    }
    if (ended) this.place = end;
    else this.rowsAtOnce = Math.max(1, Math.floor((AIM * mostBytes * rows.length) / bytes));
  }

  private add({ text }: CopiedRow, pieces: Buffer[]): void {
    const { frame } = this.plan;
    if (this.hasRows) pieces.push(COMMA);
    this.hasRows = true;
    if (frame === undefined) pieces.push(text);
    else pieces.push(Buffer.from(frame.before[this.place] ?? ''), text, Buffer.from(frame.after));
  }
}
