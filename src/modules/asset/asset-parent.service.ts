import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { InvalidError } from '../../domain/errors';
import { InheritanceService } from '../permission/inheritance.service';
import { PermissionService } from '../permission/permission.service';
import { AssetRepository } from './asset.repository';

export interface AssetParent {
  readonly parentId: number | null;
}

export interface AssetMove extends AssetParent {
  readonly from: string | null;
  readonly to: string | null;
}

/** Moves assets into and out of collections (contract-assets 2.5, 3.10). */
@Injectable()
export class AssetParentService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly permissions: PermissionService,
    private readonly inheritance: InheritanceService,
  ) {}

  /**
   * Resolves a requested parent.
   * @param parent uid of a collection, or null for none
   * @param assetId absent for a new asset
   * @returns undefined when the parent stays the same
   * @throws InvalidError on `parent` when either collection is not visible to, or not editable by, the caller
   */
  async resolve(
    actor: UserActor,
    parent: string | null | undefined,
    assetId?: number,
  ): Promise<AssetMove | undefined> {
    if (parent === undefined) return undefined;
    const current = assetId === undefined ? null : await this.assets.findParent(assetId);
    if ((current?.uid ?? null) === parent) return undefined;
    // Leaving a deleted collection needs no permission on it.
    if (current !== null && current.dateDeleted === null && !(await this.mayChange(actor, current.uid))) {
      throw parentError('User cannot update current parent collection');
    }
    const parentId = parent === null ? null : await this.resolveTarget(actor, parent);
    return { parentId, from: current?.uid ?? null, to: parent };
  }

  /** Takes the tree lock; call before any asset is locked. */
  async lockTree(transaction: Transaction, parent: AssetParent | undefined): Promise<void> {
    if (parent !== undefined) await this.inheritance.lockTree(transaction);
  }

  /** @throws InvalidError on `parent` for a cycle of collections */
  async move(transaction: Transaction, assetId: number, parent: AssetParent | undefined): Promise<void> {
    if (parent === undefined) return;
    const { parentId } = parent;
    if (parentId !== null && (await this.inheritance.isInside(transaction, parentId, assetId))) {
      throw parentError('A collection cannot contain itself. Choose another parent.');
    }
    await this.assets.setParent(transaction, assetId, parentId);
    await this.inheritance.refresh(transaction, [assetId]);
  }

  /** Returns the same error for a hidden and a missing asset (decision 3). */
  private async resolveTarget(actor: UserActor, uid: string): Promise<number> {
    const visible = await this.permissions.authorize(actor, uid, 'view_asset');
    const type = visible && (await this.permissions.assetTypeOf(actor, visible));
    if (visible === undefined || type !== 'collection') {
      throw parentError('Invalid hyperlink - Object does not exist.');
    }
    if (!(await this.mayChange(actor, uid))) throw parentError('User cannot update target parent collection');
    return visible.assetId;
  }

  private async mayChange(actor: UserActor, uid: string): Promise<boolean> {
    return (await this.permissions.authorize(actor, uid, 'change_asset')) !== undefined;
  }
}

function parentError(message: string): InvalidError {
  return InvalidError.at('parent', message);
}
