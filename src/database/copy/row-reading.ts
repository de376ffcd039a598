import type { CopiedRows } from './copied-rows';
import type { HeldRows } from './stream-budget';

/** Of what may be held, so much is aimed at once the size of rows is known: they differ. */
const AIM = 0.8;

/** SQL text of a query that gives the rows of these keys in this order: the key, a bigint, and the text, never null. */
export type SelectRows = (keys: readonly number[]) => string;

/** Asks for the first rows of a query, as many as fit into so many bytes, and one at least. */
export type AskForRows = (select: string, mostBytes: number) => Promise<CopiedRows>;

/** Reads rows by key, as many at a time as may be held. */
export class RowReading {
  private rowsAtOnce = Infinity;
  private lastBytes = 0;

  /** @param readsAhead whether what was read last is still held while the next rows are */
  constructor(
    private readonly held: HeldRows,
    private readonly ask: AskForRows,
    private readonly readsAhead = false,
  ) {}

  /**
   * The next rows, from a place among the keys on; what was read before them is held no more. A row that is gone is left
   * out.
   * @returns also the place behind the last key that was dealt with
   */
  async next(
    keys: readonly number[],
    from: number,
    select: SelectRows,
  ): Promise<{ copied: CopiedRows; place: number }> {
    const asked = keys.slice(from, from + this.rowsAtOnce);
    const mostBytes = this.held.allowance;
    const copied = await this.ask(select(asked), mostBytes);
    this.held.hold(copied.bytes.length + this.lastBytes);
    if (this.readsAhead) this.lastBytes = copied.bytes.length;
    if (copied.ended) return { copied, place: from + asked.length };
    this.rowsAtOnce = Math.max(1, Math.floor((AIM * mostBytes * copied.count) / copied.textBytes));
    return { copied, place: keys.indexOf(copied.lastKey, from) + 1 };
  }

  /** Nothing is held any more. */
  close(): void {
    this.held.close();
  }
}
