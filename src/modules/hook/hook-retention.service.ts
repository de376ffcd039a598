import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { Environment } from '../../config/environment';
import { JobRegistry } from '../../jobs/job-queue.port';
import { HookDeliveryQuery } from './hook-delivery.query';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH_SIZE = 5_000;

/** Deletes ended deliveries, including dead letters, after the retention period; open ones stay (decision 95). */
@Injectable()
export class HookRetentionService implements OnModuleInit {
  constructor(
    private readonly deliveries: HookDeliveryQuery,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'hook-logs.prune',
      intervalMs: HOUR_MS,
      run: () => this.deleteExpired(),
    });
  }

  async deleteExpired(): Promise<void> {
    const retentionMs = this.environment.HOOK_LOGS_KEPT_DAYS * DAY_MS;
    const before = new Date(this.clock.now().getTime() - retentionMs);
    while ((await this.deliveries.deleteEnded(before, BATCH_SIZE)) === BATCH_SIZE);
  }
}
