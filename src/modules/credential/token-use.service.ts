import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { ApiTokenQuery } from './api-token.query';

const MIN_RECORD_INTERVAL_MS = 60_000;
const FLUSH_DELAY_MS = 1_000;

/** Write-behind: debounces and coalesces the last use of tokens, written in batches outside the requests. */
@Injectable()
export class TokenUseService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('token-use');
  private readonly lastRecorded = new Map<number, Date>();
  private pending = new Map<number, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly tokens: ApiTokenQuery,
    private readonly clock: Clock,
  ) {}

  /** Synchronous; at most one record per token and minute. */
  record(tokenId: number): void {
    const now = this.clock.now();
    const last = this.lastRecorded.get(tokenId);
    if (last !== undefined && now.getTime() - last.getTime() < MIN_RECORD_INTERVAL_MS) return;
    this.lastRecorded.set(tokenId, now);
    this.pending.set(tokenId, now);
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
    await this.tokens.recordUses(uses).catch((error: unknown) => {
      this.logger.warn(error, `Recording the last use of ${uses.size} tokens failed.`);
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
