const MEGABYTE = 1024 * 1024;
/** All streams of the process together. */
const PROCESS_BYTES = 128 * MEGABYTE;
/** An ordinary page is read at once. */
const MOST_BYTES = 2 * MEGABYTE;
/** With less there would be no end of asking. */
const LEAST_BYTES = MEGABYTE / 16;
/** What one stream may take of what is left: many slow readers share it, and none of them takes it all. */
const SHARE = 1 / 8;

/** What one stream holds in memory. */
export interface HeldRows {
  /** Bytes that it may hold next. */
  readonly allowance: number;
  /** What it held until now is gone, and so much came. */
  hold(bytes: number): void;
  /** Nothing is held any more. */
  close(): void;
}

/** Bytes of rows that were read and nobody has taken yet. */
export class StreamBudget {
  private held = 0;

  open(): HeldRows {
    let own = 0;
    const hold = (bytes: number): void => {
      this.held += bytes - own;
      own = bytes;
    };
    const allowance = (): number => {
      const share = (PROCESS_BYTES - this.held + own) * SHARE;
      return Math.round(Math.min(MOST_BYTES, Math.max(LEAST_BYTES, share)));
    };
    return {
      get allowance() {
        return allowance();
      },
      hold,
      close: () => hold(0),
    };
  }
}
