import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { mayDelete } from '../../domain/asset/deletion-rule';
import { DeniedError, NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AuditService } from '../audit/audit.service';
import { OwnershipService } from '../ownership/ownership.service';
import { LifecycleQuery } from './lifecycle.query';

/** Deletes assets: they are hidden at once, and purged later (decision 15). */
@Injectable()
export class RemovalService {
  constructor(
    private readonly assets: LifecycleQuery,
    private readonly ownership: OwnershipService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DeniedError for who manages the asset and may not delete it */
  async remove(actor: UserActor, { assetId }: AssetAccess<'manage_asset'>): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const removed = await this.removeAll(transaction, actor, [assetId]);
      if (removed === 0) throw new NotFoundError();
    });
  }

  /**
   * All of those that are still there.
   * @param ids of assets that the caller manages
   * @returns how many
   * @throws DeniedError when one of them is not for the caller to delete
   */
  async removeAll(transaction: Transaction, actor: UserActor, ids: readonly number[]): Promise<number> {
    // First, for who accepts an offer holds it before its assets.
    await this.ownership.withdrawOffersOf(transaction, actor, ids);
    const held = await this.assets.hold(transaction, ids);
    if (!held.every((asset) => mayDelete(actor, asset))) throw new DeniedError();
    const removed = held.map(({ id }) => id);
    await this.assets.hide(transaction, removed, this.clock.now());
    await this.audit.tell(transaction, actor, removed, [{ action: 'delete' }]);
    return removed.length;
  }
}
