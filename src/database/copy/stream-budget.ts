const MEGABYTE = 1024 * 1024;
const PROCESS_BYTES = 128 * MEGABYTE;
/** Fits an ordinary page in one read. */
const MAX_STREAM_BYTES = 2 * MEGABYTE;
/** Bounds the number of queries. */
const MIN_STREAM_BYTES = MEGABYTE / 16;
/** Share of the free memory that one stream may take, so that slow clients can't exhaust it. */
const SHARE = 1 / 8;

export interface StreamReservation {
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
