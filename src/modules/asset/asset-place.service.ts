import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { InvalidError } from '../../domain/errors';
import { InheritanceService } from '../permission/inheritance.service';
import { PermissionService } from '../permission/permission.service';
import { AssetRepository } from './asset.repository';

/** Where an asset is to be: in a collection, or in none. */
export interface AssetPlace {
  readonly parentId: number | null;
}

/** Another place than an asset is in, and the uids of both collections. */
export interface AssetMove extends AssetPlace {
  readonly from: string | null;
  readonly to: string | null;
}

/** Puts assets into collections and takes them out (contract-assets 2.5, 3.10). */
@Injectable()
export class AssetPlaceService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly permissions: PermissionService,
    private readonly inheritance: InheritanceService,
  ) {}

  /**
   * Where an asset goes.
   * @param parent uid of a collection, or null for none
   * @param assetId absent for one that is being made
   * @returns undefined when it is there already
   * @throws InvalidError on `parent` for no collection in sight, and for those that the caller may not change
   */
  async choose(
    actor: UserActor,
    parent: string | null | undefined,
    assetId?: number,
  ): Promise<AssetMove | undefined> {
    if (parent === undefined) return undefined;
    const current = assetId === undefined ? null : await this.assets.findParent(assetId);
    if ((current?.uid ?? null) === parent) return undefined;
    // Out of a collection that was deleted anybody may take what they may change.
    if (current !== null && current.dateDeleted === null && !(await this.mayChange(actor, current.uid))) {
      throw refusal('User cannot update current parent collection');
    }
    const parentId = parent === null ? null : await this.target(actor, parent);
    return { parentId, from: current?.uid ?? null, to: parent };
  }

  /** Before any asset is locked. */
  async begin(transaction: Transaction, place: AssetPlace | undefined): Promise<void> {
    if (place !== undefined) await this.inheritance.begin(transaction);
  }

  /** @throws InvalidError on `parent` when a collection would be inside itself */
  async put(transaction: Transaction, assetId: number, place: AssetPlace | undefined): Promise<void> {
    if (place === undefined) return;
    const { parentId } = place;
    if (parentId !== null && (await this.inheritance.isInside(transaction, parentId, assetId))) {
      throw refusal('A collection cannot be inside itself. Choose another one.');
    }
    await this.assets.putInto(transaction, assetId, parentId);
    await this.inheritance.refresh(transaction, [assetId]);
  }

  /** What is hidden is told from what there is not by nothing (decision 3). */
  private async target(actor: UserActor, uid: string): Promise<number> {
    const seen = await this.permissions.prove(actor, uid, 'view_asset');
    const type = seen && (await this.permissions.assetTypeOf(actor, seen));
    if (seen === undefined || type !== 'collection') {
      throw refusal('Invalid hyperlink - Object does not exist.');
    }
    if (!(await this.mayChange(actor, uid))) throw refusal('User cannot update target parent collection');
    return seen.assetId;
  }

  private async mayChange(actor: UserActor, uid: string): Promise<boolean> {
    return (await this.permissions.prove(actor, uid, 'change_asset')) !== undefined;
  }
}

function refusal(sentence: string): InvalidError {
  return new InvalidError({ parent: [sentence] });
}
