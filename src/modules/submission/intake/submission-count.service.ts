import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { wireDay } from '../../../domain/text/wire-date';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { SubmissionCountRepository } from './submission-count.repository';
import { SubmissionWriteRepository } from '../submission-write.repository';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Folds past counts hourly, so that reading them does not slow down as a form ages (decision 47). */
@Injectable()
export class SubmissionCountService implements OnModuleInit {
  constructor(
    private readonly counts: SubmissionCountRepository,
    private readonly stored: SubmissionWriteRepository,
    private readonly registry: JobRegistry,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'submission-counts.fold',
      intervalMs: HOUR_MS,
      run: () => this.fold(),
    });
  }

  /** Skips today and yesterday, where inserts still count. */
  async fold(): Promise<void> {
    const yesterday = wireDay(new Date(this.clock.now().getTime() - DAY_MS));
    for (;;) {
      const assetIds = await this.counts.listUnfolded(yesterday);
      if (assetIds.length === 0) return;
      for (const assetId of assetIds) await this.foldOne(assetId, yesterday);
    }
  }

  /** Removals decrement the counts of past days too, hence the lock. */
  private async foldOne(assetId: number, before: string): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await this.stored.lockAsset(transaction, assetId);
      await this.counts.fold(transaction, assetId, before);
    });
  }
}
