import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { Environment } from '../../config/environment';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { SERVICE } from '../../domain/account/actor';
import { JobRegistry } from '../../jobs/job-queue.port';
import { AssetPurges } from '../../events/asset-purge.port';
import { AuditService } from '../audit/audit.service';
import { InheritanceService } from '../permission/inheritance.service';
import { AssetLifecycleQuery } from './asset-lifecycle.query';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Purges assets whose retention after deletion has expired, with all their data (decision 81). */
@Injectable()
export class PurgeService implements OnModuleInit {
  private readonly logger = new Logger('purge');

  constructor(
    private readonly assets: AssetLifecycleQuery,
    private readonly purges: AssetPurges,
    private readonly audit: AuditService,
    private readonly inheritance: InheritanceService,
    private readonly unitOfWork: UnitOfWork,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'deleted-assets.purge',
      intervalMs: HOUR_MS,
      run: () => this.purgeAll(),
    });
  }

  /** A failed purge does not stop the others; the next run retries it. */
  private async purgeAll(): Promise<void> {
    const retentionMs = this.environment.DELETED_ASSETS_KEPT_DAYS * DAY_MS;
    const deletedBefore = new Date(this.clock.now().getTime() - retentionMs);
    for (const id of await this.assets.findPurgeable(deletedBefore)) {
      await this.purge(id, deletedBefore).catch((error: unknown) =>
        this.logger.error(`Purging asset ${id} failed, the next run retries it: ${String(error)}`),
      );
    }
  }

  private async purge(id: number, deletedBefore: Date): Promise<void> {
    if (!(await this.assets.beginPurge(id, deletedBefore))) return;
    await this.purges.run(id);
    await this.unitOfWork.run(async (transaction) => {
      await this.inheritance.lockTree(transaction);
      await this.inheritance.refresh(transaction, await this.assets.detachChildren(transaction, id));
      await this.audit.recordAssetEvents(transaction, SERVICE, id, [{ action: 'purge' }]);
      await this.assets.hardDelete(transaction, id);
    });
  }
}
