import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { mayDelete } from '../../domain/asset/deletion-rule';
import { DeniedError, NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AuditService } from '../audit/audit.service';
import { OwnershipService } from '../ownership/ownership.service';
import { AssetLifecycleQuery } from './asset-lifecycle.query';

/** Soft-deletes assets; `PurgeService` hard-deletes them later (decision 15). */
@Injectable()
export class AssetDeletionService {
  constructor(
    private readonly assets: AssetLifecycleQuery,
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
