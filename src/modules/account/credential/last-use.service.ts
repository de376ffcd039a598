import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import type { Clock } from '../../../config/clock';

const MIN_RECORD_INTERVAL_MS = 60_000;
const FLUSH_DELAY_MS = 1_000;

/** Write-behind: debounces and coalesces the last use of credentials, written in batches outside the requests. */
export abstract class LastUseService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('last-use');
  private readonly lastRecorded = new Map<number, Date>();
  private pending = new Map<number, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly credentials: 'sessions' | 'tokens',
  ) {}

  /** Writes the time of the last use by the id of the credential. */
  protected abstract write(uses: ReadonlyMap<number, Date>): Promise<void>;

  /** Synchronous; at most one record per credential and minute. */
  record(id: number): void {
    const now = this.clock.now();
    const last = this.lastRecorded.get(id);
    if (last !== undefined && now.getTime() - last.getTime() < MIN_RECORD_INTERVAL_MS) return;
    this.lastRecorded.set(id, now);
    this.pending.set(id, now);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_DELAY_MS).unref();
  }

  /** Writes the pending uses. Failures are only logged. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const uses = this.pending;
    this.pending = new Map();
    if (uses.size === 0) return;
    this.evictExpired();
    await this.write(uses).catch((error: unknown) => {
      this.logger.warn(error, `Recording the last use of ${uses.size} ${this.credentials} failed.`);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private evictExpired(): void {
    const horizon = this.clock.now().getTime() - MIN_RECORD_INTERVAL_MS;
    for (const [id, at] of this.lastRecorded) if (at.getTime() <= horizon) this.lastRecorded.delete(id);
  }
}
