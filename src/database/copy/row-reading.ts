import type { CopiedRows } from './copied-rows';
import type { HeldRows } from './stream-budget';

/** Of what may be held, so much is aimed at once the size of rows is known: they differ. */
const AIM = 0.8;

/** SQL text of a query that gives the rows of these keys in this order: the key, a bigint, and the text, never null. */
export type SelectRows = (keys: readonly number[]) => string;

/** The same of a query that gives so many rows at most behind a key, in the order of their keys. */
export type SelectBehind = (key: number, mostRows: number) => string;

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
    const copied = await this.take(select(asked));
    return { copied, place: copied.ended ? from + asked.length : keys.indexOf(copied.lastKey, from) + 1 };
  }

  /** The next rows behind a key, for who reads all there are; isLast: there are no others behind them. */
  async behind(
    key: number,
    mostRows: number,
    select: SelectBehind,
  ): Promise<{ copied: CopiedRows; isLast: boolean }> {
    const asked = Math.min(mostRows, this.rowsAtOnce);
    const copied = await this.take(select(key, asked));
    return { copied, isLast: copied.ended && copied.count < asked };
  }

  /** Nothing is held any more. */
  close(): void {
    this.held.close();
  }

  private async take(select: string): Promise<CopiedRows> {
    const mostBytes = this.held.allowance;
    const copied = await this.ask(select, mostBytes);
    this.held.hold(copied.bytes.length + this.lastBytes);
    if (this.readsAhead) this.lastBytes = copied.bytes.length;
    if (!copied.ended) {
      this.rowsAtOnce = Math.max(1, Math.floor((AIM * mostBytes * copied.count) / copied.textBytes));
    }
    return copied;
  }
}
