import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../../domain/account/actor';
import type { AssetSelection, BulkAction, BulkActionName } from '../../../domain/asset/bulk-action';
import { activation } from '../../../domain/audit/audit-action';
import { DeniedError, InvalidError } from '../../../domain/errors';
import { AuditService } from '../../audit/audit.service';
import { PermissionService } from '../../permission/permission.service';
import { type LockedAsset, AssetLifecycleRepository } from './asset-lifecycle.repository';
import { AssetDeletionService } from './asset-deletion.service';

/** Applies an action to all selected assets or to none (contract-assets 2.7). */
@Injectable()
export class BulkActionService {
  constructor(
    private readonly assets: AssetLifecycleRepository,
    private readonly deletion: AssetDeletionService,
    private readonly permissions: PermissionService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns number of affected assets
   * @throws DeniedError for assets that do not exist or that the caller may not manage
   * @throws InvalidError for an empty selection, and for assets that do not allow the action
   */
  async execute(actor: UserActor, { action, selection }: BulkAction): Promise<number> {
    if (action === 'undelete' && !actor.isSuperuser) throw new DeniedError();
    if (selection === undefined) throw InvalidError.at('payload', 'Confirmation is required');
    if (action === 'undelete') return this.undelete(actor, selection);
    const ids = await this.idsOf(actor, action, selection);
    return this.unitOfWork.run((transaction) =>
      action === 'delete'
        ? this.deletion.deleteAll(transaction, actor, ids)
        : this.setActive(transaction, actor, { ids, selection, active: action === 'unarchive' }),
    );
  }

  private async idsOf(
    actor: UserActor,
    action: BulkActionName,
    selection: AssetSelection,
  ): Promise<readonly number[]> {
    if (selection === 'own') return this.assets.idsOwnedBy(actor.id);
    const accesses = await this.permissions.authorizeAll(actor, selection.uids, 'manage_asset');
    if (accesses !== undefined) return accesses.map(({ assetId }) => assetId);
    if (action === 'delete' && actor.isSuperuser && (await this.assets.anyDeleted(selection.uids))) {
      throw new InvalidError('One or many projects have been deleted already!');
    }
    throw new DeniedError();
  }

  private async setActive(
    transaction: Transaction,
    actor: UserActor,
    { ids, selection, active }: { ids: readonly number[]; selection: AssetSelection; active: boolean },
  ): Promise<number> {
    const locked = await this.assets.lock(transaction, ids);
    if (selection !== 'own') assertCanSetActive(locked, ids, active);
    const targets = selection === 'own' ? locked.filter((asset) => asset.active !== null) : locked;
    const now = this.clock.now();
    await this.assets.setActive(
      transaction,
      targets.map(({ id }) => id),
      { active, now },
    );
    const changed = targets.filter((asset) => asset.active === !active).map(({ id }) => id);
    await this.audit.recordAssetEvents(transaction, actor, changed, [activation(active)]);
    return targets.length;
  }

  private undelete(actor: UserActor, selection: AssetSelection): Promise<number> {
    return this.unitOfWork.run(async (transaction) => {
      const ids = await this.assets.lockRestorable(
        transaction,
        selection === 'own' ? { ownerId: actor.id } : selection,
      );
      if (selection !== 'own' && ids.length < new Set(selection.uids).size) {
        throw new InvalidError('One or many projects are already being deleted!');
      }
      await this.assets.restore(transaction, ids, this.clock.now());
      await this.audit.recordAssetEvents(transaction, actor, ids, [{ action: 'undelete' }]);
      return ids.length;
    });
  }
}

/** @throws DeniedError for deleted assets, InvalidError for collections and drafts */
function assertCanSetActive(locked: readonly LockedAsset[], ids: readonly number[], active: boolean): void {
  const verb = active ? 'unarchived' : 'archived';
  if (locked.length < ids.length) throw new DeniedError();
  if (locked.some(({ assetType }) => assetType === 'collection')) {
    throw InvalidError.at('payload', `Collections cannot be ${verb}`);
  }
  if (locked.some(({ assetType, active: isActive }) => assetType === 'survey' && isActive === null)) {
    throw InvalidError.at('payload', `Draft projects cannot be ${verb}`);
  }
}
