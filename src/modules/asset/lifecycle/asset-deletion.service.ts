import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { type UserActor, SERVICE } from '../../../domain/account/actor';
import { mayDelete } from '../../../domain/asset/bulk-action';
import { DeniedError, NotFoundError } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { AuditService } from '../../audit/audit.service';
import { OwnershipService } from '../ownership/ownership.service';
import { AssetLifecycleRepository } from './asset-lifecycle.repository';
import { Environment } from '../../../config/environment';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { AssetPurges } from '../../../events/subscribers.port';
import { InheritanceService } from '../../permission/inheritance.service';

/** Soft-deletes assets; `PurgeService` hard-deletes them later (decision 81). */
@Injectable()
export class AssetDeletionService {
  constructor(
    private readonly assets: AssetLifecycleRepository,
    private readonly ownership: OwnershipService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DeniedError when the caller manages the asset but may not delete it */
  async delete(actor: UserActor, { assetId }: AssetAccess<'manage_asset'>): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const deleted = await this.deleteAll(transaction, actor, [assetId]);
      if (deleted === 0) throw new NotFoundError();
    });
  }

  /**
   * Skips assets that are already deleted.
   * @param ids assets that the caller manages
   * @returns number of deleted assets
   * @throws DeniedError when the caller may not delete one of them
   */
  async deleteAll(transaction: Transaction, actor: UserActor, ids: readonly number[]): Promise<number> {
    // Lock order against deadlocks: accepting an invite locks the invite before its assets.
    await this.ownership.cancelForAssets(transaction, actor, ids);
    const locked = await this.assets.lock(transaction, ids);
    if (!locked.every((asset) => mayDelete(actor, asset))) throw new DeniedError();
    const deleted = locked.map(({ id }) => id);
    await this.assets.softDelete(transaction, deleted, this.clock.now());
    await this.audit.recordAssetEvents(transaction, actor, deleted, [{ action: 'delete' }]);
    return deleted.length;
  }
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Time to import a form into an empty asset. */
const EMPTY_TTL_MS = DAY_MS;

/** Purges assets whose retention after deletion has expired, and empty ones that no import filled (decisions 81 and 36). */
@Injectable()
export class PurgeService implements OnModuleInit {
  private readonly logger = new Logger('purge');

  constructor(
    private readonly assets: AssetLifecycleRepository,
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
    this.registry.registerScheduled({
      name: 'empty-assets.sweep',
      intervalMs: HOUR_MS,
      run: () => this.sweepEmpty(),
    });
  }

  /** A failed purge does not stop the others; the next run retries it. */
  private async purgeAll(): Promise<void> {
    const retentionMs = this.environment.DELETED_ASSETS_KEPT_DAYS * DAY_MS;
    const deletedBefore = new Date(this.clock.now().getTime() - retentionMs);
    for (const id of await this.assets.findPurgeable(deletedBefore)) {
      await this.attempt(id, () => this.assets.beginPurge(id, deletedBefore));
    }
  }

  private async sweepEmpty(): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.assets.findAbandoned(new Date(now.getTime() - EMPTY_TTL_MS))) {
      await this.attempt(id, () => this.assets.abandon(id, now));
    }
  }

  private async attempt(id: number, begin: () => Promise<boolean>): Promise<void> {
    await this.purge(id, begin).catch((error: unknown) =>
      this.logger.error(`Purging asset ${id} failed, the next run retries it: ${String(error)}`),
    );
  }

  private async purge(id: number, begin: () => Promise<boolean>): Promise<void> {
    if (!(await begin())) return;
    await this.purges.run(id);
    await this.unitOfWork.run(async (transaction) => {
      await this.inheritance.lockTree(transaction);
      await this.inheritance.refresh(transaction, await this.assets.detachChildren(transaction, id));
      await this.audit.recordAssetEvents(transaction, SERVICE, id, [{ action: 'purge' }]);
      await this.assets.hardDelete(transaction, id);
    });
  }
}
