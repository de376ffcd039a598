import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { wireDay } from '../../../domain/text/wire-date';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { SummaryRepository } from '../../../database/summary/summary.repository';

const DAY_MS = 24 * 60 * 60_000;
/** They have what was deleted since as long. */
const KEPT_DAYS = 7;

/** Deletes summaries of large forms that no map or report read for a week (decision 186). */
@Injectable()
export class SummaryCleanupService implements OnModuleInit {
  constructor(
    private readonly summaries: SummaryRepository,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'submission-summaries.delete-unused',
      intervalMs: DAY_MS / 24,
      run: () => this.deleteUnused(),
    });
  }

  deleteUnused(): Promise<void> {
    const since = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    return this.summaries.deleteUnusedSince(wireDay(since));
  }
}
