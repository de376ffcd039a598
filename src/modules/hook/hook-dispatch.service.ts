import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { JobRegistry } from '../../jobs/job-queue.port';
import { HookDeliveryQuery, type HeldDelivery } from './hook-delivery.query';
import { HELD_MS, HookDeliveryService } from './hook-delivery.service';

const LOOK_MS = 1_000;
/** One process tries so many at the same time, and no more than some of one hook: a slow endpoint holds up its own alone. */
const MOST = 32;
const MOST_OF_A_HOOK = 4;

/** The job that asks for what is due to be sent now, and not with the next look. */
export const DELIVER_NOW = 'deliver hooks';

/**
 * Sends what is due. Deliveries are claimed in the database by whoever has room: no submission waits for a queue when it
 * is stored (decision 86).
 */
@Injectable()
export class HookDispatchService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly atWork = new Map<Promise<unknown>, HeldDelivery>();
  private looking: Promise<void> | undefined;

  constructor(
    private readonly deliveries: HookDeliveryQuery,
    private readonly delivery: HookDeliveryService,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.registerChore({
      name: 'hooks: send what is due',
      everyMs: LOOK_MS,
      run: () => this.look(),
    });
    this.registry.register({ name: DELIVER_NOW, handle: () => this.look() });
  }

  /** What is being sent is given back, for another process to send. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.looking?.catch(() => undefined);
    await Promise.allSettled(this.atWork.keys());
  }

  /** Begins to send what is due, as far as there is room; each that ends makes room for the next. */
  look(): Promise<void> {
    this.looking ??= this.takeOn().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async takeOn(): Promise<void> {
    if (this.stopping.signal.aborted || this.atWork.size >= MOST) return;
    const now = this.clock.now();
    const taken = await this.deliveries.take(
      { each: MOST_OF_A_HOOK, most: MOST - this.atWork.size, busy: this.busyHooks() },
      { now, until: new Date(now.getTime() + HELD_MS) },
    );
    for (const delivery of taken) this.begin(delivery);
  }

  private begin(delivery: HeldDelivery): void {
    const work = this.delivery.carryOut(delivery, this.stopping.signal);
    this.atWork.set(work, delivery);
    // What could not be kept is taken on again once its time is over.
    void work
      .catch(() => undefined)
      .then(() => {
        this.atWork.delete(work);
        return this.busyHooks().includes(delivery.hookId) ? undefined : this.look();
      })
      .catch(() => undefined);
  }

  /** Hooks of which some are being sent: the next are taken when these have ended. */
  private busyHooks(): number[] {
    return [...new Set([...this.atWork.values()].map(({ hookId }) => hookId))];
  }
}
