import type { CopiedRows } from './copied-rows';
import type { StreamReservation } from './stream-budget';

/** Share of the allowance that the next fetch aims at, since rows vary in size. */
const TARGET_FILL = 0.8;

/** SQL of a query for the rows of these keys, in this order: bigint key and non-null text. */
export type SelectRows = (keys: readonly number[]) => string;

/** SQL of a query for at most `maxRows` rows after a key, ordered by key. */
export type SelectAfter = (key: number, maxRows: number) => string;

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
