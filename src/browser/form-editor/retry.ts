const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 60_000;
/** Spreads the retries of many browsers after an outage. */
const JITTER = 0.25;

/** Repeats a failed request with exponential back-off, and at once when the browser is online again. */
export class Retry {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private delay = FIRST_DELAY_MS;

  constructor(private readonly run: () => void) {
    addEventListener('online', () => {
      if (this.timer !== undefined) this.fire();
    });
  }

  /** @param minimumMs such as a Retry-After of the response */
  schedule(minimumMs = 0): void {
    clearTimeout(this.timer);
    const spread = 1 + JITTER * (2 * Math.random() - 1);
    this.timer = setTimeout(() => this.fire(), Math.max(this.delay * spread, minimumMs));
    this.delay = Math.min(this.delay * 2, MAX_DELAY_MS);
  }

  /** Forgets the failures. */
  reset(): void {
    this.cancel();
    this.delay = FIRST_DELAY_MS;
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private fire(): void {
    this.cancel();
    this.run();
  }
}
