import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { ApiTokenQuery } from './api-token.query';

/** One use a minute is kept of each token. */
const QUIET_MS = 60_000;
/** Uses of many tokens are written together, this long after the first of them. */
const GATHER_MS = 1_000;

/** When tokens were last used, kept behind the back of the requests that used them. */
@Injectable()
export class TokenUseService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('token-use');
  private readonly noted = new Map<number, Date>();
  private pending = new Map<number, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly tokens: ApiTokenQuery,
    private readonly clock: Clock,
  ) {}

  /** Takes no time: the request that used the token goes on. */
  note(tokenId: number): void {
    const now = this.clock.now();
    const last = this.noted.get(tokenId);
    if (last !== undefined && now.getTime() - last.getTime() < QUIET_MS) return;
    this.noted.set(tokenId, now);
    this.pending.set(tokenId, now);
    this.timer ??= setTimeout(() => void this.write(), GATHER_MS).unref();
  }

  /** Writes what was noted. Never fails: the next use is noted again. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const uses = this.pending;
    this.pending = new Map();
    if (uses.size === 0) return;
    this.forgetOld();
    await this.tokens.recordUses(uses).catch((error: unknown) => {
      this.logger.warn(error, `The last uses of ${uses.size} tokens could not be kept.`);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  private forgetOld(): void {
    const quiet = this.clock.now().getTime() - QUIET_MS;
    for (const [id, at] of this.noted) if (at.getTime() <= quiet) this.noted.delete(id);
  }
}
