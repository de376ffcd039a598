import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import type { AssetSelection, BulkAction, BulkActionName } from '../../domain/asset/bulk-action';
import { activation } from '../../domain/audit/asset-events';
import { DeniedError, InvalidError } from '../../domain/errors';
import { AuditService } from '../audit/audit.service';
import { PermissionService } from '../permission/permission.service';
import { type HeldAsset, LifecycleQuery } from './lifecycle.query';
import { RemovalService } from './removal.service';

/** The same done to many assets: to all of them or to none (contract-assets 2.7). */
@Injectable()
export class BulkActionService {
  constructor(
    private readonly assets: LifecycleQuery,
    private readonly removal: RemovalService,
    private readonly permissions: PermissionService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns how many it was done to
   * @throws DeniedError for assets that are not there, or not for the caller
   * @throws InvalidError for assets that it can't be done to, and where none are meant
   */
  async act(actor: UserActor, { action, selection }: BulkAction): Promise<number> {
    if (action === 'undelete' && !actor.isSuperuser) throw new DeniedError();
    if (selection === undefined) throw new InvalidError({ payload: ['Confirmation is required'] });
    if (action === 'undelete') return this.undelete(actor, selection);
    const ids = await this.idsOf(actor, action, selection);
    return this.unitOfWork.run((transaction) =>
      action === 'delete'
        ? this.removal.removeAll(transaction, actor, ids)
        : this.setActive(transaction, actor, { ids, selection, active: action === 'unarchive' }),
    );
  }

  /** Ids of assets that the caller manages. */
  private async idsOf(
    actor: UserActor,
    action: BulkActionName,
    selection: AssetSelection,
  ): Promise<readonly number[]> {
    if (selection === 'own') return this.assets.ownIds(actor.id);
    const accesses = await this.permissions.proveAll(actor, selection.uids, 'manage_asset');
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
    const held = await this.assets.hold(transaction, ids);
    if (selection !== 'own') assertAllRest(held, ids, active);
    const meant = selection === 'own' ? held.filter((asset) => asset.active !== null) : held;
    const now = this.clock.now();
    await this.assets.setActive(
      transaction,
      meant.map(({ id }) => id),
      { active, now },
    );
    const changed = meant.filter((asset) => asset.active === !active).map(({ id }) => id);
    await this.audit.tell(transaction, actor, changed, [activation(active)]);
    return meant.length;
  }

  private undelete(actor: UserActor, selection: AssetSelection): Promise<number> {
    return this.unitOfWork.run(async (transaction) => {
      const ids = await this.assets.restorable(
        transaction,
        selection === 'own' ? { ownerId: actor.id } : selection,
      );
      if (selection !== 'own' && ids.length < new Set(selection.uids).size) {
        throw new InvalidError('One or many projects are already being deleted!');
      }
      await this.assets.restore(transaction, ids, this.clock.now());
      await this.audit.tell(transaction, actor, ids, [{ action: 'undelete' }]);
      return ids.length;
    });
  }
}

/** What was named is archived, or resumed, or the caller is told why not. */
function assertAllRest(held: readonly HeldAsset[], ids: readonly number[], active: boolean): void {
  const verb = active ? 'unarchived' : 'archived';
  if (held.length < ids.length) throw new DeniedError();
  if (held.some(({ assetType }) => assetType === 'collection')) {
    throw new InvalidError({ payload: [`Collections cannot be ${verb}`] });
  }
  if (held.some(({ assetType, active: isActive }) => assetType === 'survey' && isActive === null)) {
    throw new InvalidError({ payload: [`Draft projects cannot be ${verb}`] });
  }
}
