import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { JobRegistry } from '../../jobs/job-queue.port';
import { HookDeliveryRepository, type ClaimedDelivery } from './hook.repository';
import { CLAIM_TTL_MS, HookDeliveryService } from './hook-delivery.service';

/** After the last attempt. */
const LOGS_KEPT_DAYS = 90;
const POLL_INTERVAL_MS = 1_000;
/** Per process; the limit per hook keeps a slow endpoint from delaying others. */
const MAX_CONCURRENT = 32;
const MAX_CONCURRENT_PER_HOOK = 4;

/** Job that dispatches due deliveries before the next poll. */
export const DISPATCH_JOB = 'hook-deliveries.dispatch';

/**
 * Dispatches due deliveries. Workers with free capacity claim them in the database, so that storing a submission enqueues no
 * job (decision 86).
 */
@Injectable()
export class HookDispatchService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly inFlight = new Map<Promise<unknown>, ClaimedDelivery>();
  private dispatching: Promise<void> | undefined;

  constructor(
    private readonly deliveries: HookDeliveryRepository,
    private readonly delivery: HookDeliveryService,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'hook-deliveries.dispatch-due',
      intervalMs: POLL_INTERVAL_MS,
      run: () => this.dispatchDue(),
    });
    this.registry.register({ name: DISPATCH_JOB, handle: () => this.dispatchDue() });
  }

  /** Releases deliveries in flight for other processes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.dispatching?.catch(() => undefined);
    await Promise.allSettled(this.inFlight.keys());
  }

  /** Starts due deliveries up to the limits; each one that ends dispatches again. Coalesces concurrent calls. */
  dispatchDue(): Promise<void> {
    this.dispatching ??= this.claimAndStart().finally(() => (this.dispatching = undefined));
    return this.dispatching;
  }

  private async claimAndStart(): Promise<void> {
    if (this.stopping.signal.aborted || this.inFlight.size >= MAX_CONCURRENT) return;
    const now = this.clock.now();
    const claimed = await this.deliveries.claimDue(
      {
        maxPerHook: MAX_CONCURRENT_PER_HOOK,
        limit: MAX_CONCURRENT - this.inFlight.size,
        busyHookIds: this.busyHookIds(),
      },
      { now, until: new Date(now.getTime() + CLAIM_TTL_MS) },
    );
    for (const delivery of claimed) this.start(delivery);
  }

  private start(delivery: ClaimedDelivery): void {
    const attempt = this.delivery.deliver(delivery, this.stopping.signal);
    this.inFlight.set(attempt, delivery);
    // A delivery whose outcome was not stored is claimed again when its lease expires.
    void attempt
      .catch(() => undefined)
      .then(() => {
        this.inFlight.delete(attempt);
        return this.busyHookIds().includes(delivery.hookId) ? undefined : this.dispatchDue();
      })
      .catch(() => undefined);
  }

  private busyHookIds(): number[] {
    return [...new Set([...this.inFlight.values()].map(({ hookId }) => hookId))];
  }
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH_SIZE = 5_000;

/** Deletes ended deliveries, including dead letters, after the retention period; open ones stay (decision 86). */
@Injectable()
export class HookRetentionService implements OnModuleInit {
  constructor(
    private readonly deliveries: HookDeliveryRepository,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'hook-logs.prune',
      intervalMs: HOUR_MS,
      run: () => this.deleteExpired(),
    });
  }

  async deleteExpired(): Promise<void> {
    const retentionMs = LOGS_KEPT_DAYS * DAY_MS;
    const before = new Date(this.clock.now().getTime() - retentionMs);
    while ((await this.deliveries.deleteEnded(before, BATCH_SIZE)) === BATCH_SIZE);
  }
}
