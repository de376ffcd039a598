import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { wireDay } from '../../domain/text/wire-date';
import { JobRegistry } from '../../jobs/job-queue.port';
import { StoredSubmissionQuery } from './stored-submission.query';
import { SubmissionTallyQuery } from './submission-tally.query';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Keeps counts as fast to read as on a form's first day, however long it collects (decision 90). */
@Injectable()
export class SubmissionTallyService implements OnModuleInit {
  constructor(
    private readonly tallies: SubmissionTallyQuery,
    private readonly stored: StoredSubmissionQuery,
    private readonly registry: JobRegistry,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.registerChore({
      name: 'fold the counts of days gone by',
      everyMs: HOUR_MS,
      run: () => this.fold(),
    });
  }

  /** Leaves today and yesterday alone: what comes in is counted there. */
  async fold(): Promise<void> {
    const yesterday = wireDay(new Date(this.clock.now().getTime() - DAY_MS));
    for (;;) {
      const assetIds = await this.tallies.due(yesterday);
      if (assetIds.length === 0) return;
      for (const assetId of assetIds) await this.foldOne(assetId, yesterday);
    }
  }

  /** Who removes submissions of days gone by counts there too, and takes turns with this. */
  private async foldOne(assetId: number, before: string): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await this.stored.holdAll(transaction, assetId);
      await this.tallies.fold(transaction, assetId, before);
    });
  }
}
