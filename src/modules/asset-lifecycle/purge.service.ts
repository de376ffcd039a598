import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { Environment } from '../../config/environment';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { SERVICE } from '../../domain/account/actor';
import { JobRegistry } from '../../jobs/job-queue.port';
import { AssetPurges } from '../../events/asset-purge.port';
import { AuditService } from '../audit/audit.service';
import { InheritanceService } from '../permission/inheritance.service';
import { LifecycleQuery } from './lifecycle.query';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Removes what was deleted long ago, with everything that it owns (decision 81). */
@Injectable()
export class PurgeService implements OnModuleInit {
  private readonly logger = new Logger('purge');

  constructor(
    private readonly assets: LifecycleQuery,
    private readonly purges: AssetPurges,
    private readonly audit: AuditService,
    private readonly inheritance: InheritanceService,
    private readonly unitOfWork: UnitOfWork,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.registry.registerChore({
      name: 'purge deleted assets',
      everyMs: HOUR_MS,
      run: () => this.purgeAll(),
    });
  }

  /** What can't be purged now holds up nothing else, and is tried again the next time. */
  private async purgeAll(): Promise<void> {
    const keptMs = this.environment.DELETED_ASSETS_KEPT_DAYS * DAY_MS;
    const deletedBefore = new Date(this.clock.now().getTime() - keptMs);
    for (const id of await this.assets.purgeable(deletedBefore)) {
      await this.purge(id, deletedBefore).catch((error: unknown) =>
        this.logger.error(`Asset ${id} is not purged yet: ${String(error)}`),
      );
    }
  }

  private async purge(id: number, deletedBefore: Date): Promise<void> {
    if (!(await this.assets.beginPurge(id, deletedBefore))) return;
    await this.purges.run(id);
    await this.unitOfWork.run(async (transaction) => {
      await this.inheritance.begin(transaction);
      await this.inheritance.refresh(transaction, await this.assets.takeOut(transaction, id));
      await this.audit.tell(transaction, SERVICE, id, [{ action: 'purge' }]);
      await this.assets.remove(transaction, id);
    });
  }
}
