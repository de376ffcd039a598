import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { Environment } from '../../config/environment';
import { JobRegistry } from '../../jobs/job-queue.port';
import { HookDeliveryQuery } from './hook-delivery.query';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** So many at a time, so that nobody waits for a long statement. */
const MOST = 5_000;

/** Forgets what came of deliveries long ago; what is still to be sent stays, however old it is (decision 95). */
@Injectable()
export class HookRetentionService implements OnModuleInit {
  constructor(
    private readonly deliveries: HookDeliveryQuery,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.registry.registerChore({
      name: 'forget old logs of hooks',
      everyMs: HOUR_MS,
      run: () => this.forgetOld(),
    });
  }

  async forgetOld(): Promise<void> {
    const keptMs = this.environment.HOOK_LOGS_KEPT_DAYS * DAY_MS;
    const before = new Date(this.clock.now().getTime() - keptMs);
    while ((await this.deliveries.forget(before, MOST)) === MOST);
  }
}
