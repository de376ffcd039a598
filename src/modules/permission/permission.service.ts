import { Injectable } from '@nestjs/common';
import { AnnouncedCache } from '../../database/cache/announced-cache';
import { ChangeFeed } from '../../database/change-feed';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import type { AssetType } from '../../domain/content/asset-type';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { proveAccess } from '../../domain/permission/asset-access.factory';
import { ownerAssignments } from '../../domain/permission/assignable';
import { carriedOver } from '../../domain/permission/assignment-algebra';
import type { Codename } from '../../domain/permission/codename';
import { type PartialGrants, readPartialGrants } from '../../domain/permission/partial-grant';
import { effectivePermissions } from '../../domain/permission/effective-permissions';
import { AccountService } from '../account/account.service';
import { type AssetRights, PermissionQuery } from './permission.query';
import { assignmentChanges, holdingsOf } from './asset-holdings';
import { newAssignment } from './new-assignment';
import { PermissionRepository } from './permission.repository';

/** What one caller may do on one asset. */
interface Rights {
  readonly assetId: number;
  readonly assetUid: string;
  readonly assetType: AssetType;
  readonly ownerId: number;
  readonly held: ReadonlySet<Codename>;
  readonly partialGrants: PartialGrants;
}

/** Many assets are asked for again and again; the memory of each is small. */
const REMEMBERED_RIGHTS = { maxEntries: 50_000, maxAgeMs: 60_000 };

/** What each caller may do on an asset, and the proof of it that other services demand. */
@Injectable()
export class PermissionService {
  private readonly remembered: AnnouncedCache<Rights>;

  constructor(
    private readonly permissions: PermissionRepository,
    private readonly permissionQuery: PermissionQuery,
    private readonly accounts: AccountService,
    feed: ChangeFeed,
  ) {
    this.remembered = new AnnouncedCache(feed, REMEMBERED_RIGHTS);
  }

  /** The proof that this caller holds `codename` on the asset; undefined when it does not or there is no such asset. */
  async prove<P extends Codename>(
    actor: Actor,
    assetUid: string,
    codename: P,
  ): Promise<AssetAccess<P> | undefined> {
    const rights = await this.rightsOf(actor, assetUid);
    if (rights === undefined) return undefined;
    const collects = actor.kind === 'anonymous' && actor.collectsFor === assetUid;
    return proveAccess(collects ? withCollecting(rights) : rights, codename);
  }

  /** The type of an asset that the caller was told of; undefined once it is gone. */
  async assetTypeOf(
    actor: Actor,
    { assetUid }: AssetAccess<'view_asset' | 'change_asset' | 'manage_asset'>,
  ): Promise<AssetType | undefined> {
    return (await this.rightsOf(actor, assetUid))?.assetType;
  }

  /** The same on each of several assets, in no order; undefined when it fails on one, or one is named twice. */
  async proveAll<P extends Codename>(
    actor: Actor,
    assetUids: readonly string[],
    codename: P,
  ): Promise<readonly AssetAccess<P>[] | undefined> {
    if (new Set(assetUids).size < assetUids.length) return undefined;
    const { anonymousUserId } = this.accounts;
    const found = await this.permissionQuery.findManyRights(assetUids, idOf(actor), anonymousUserId);
    const proofs = found.flatMap((rights) => proveAccess(rightsFrom(actor, rights), codename) ?? []);
    return proofs.length === assetUids.length ? proofs : undefined;
  }

  /** Writes down what the owner of an asset holds: everything, as assignments like all others. */
  async grantToOwner(
    transaction: Transaction,
    asset: { id: number; ownerId: number; assetType: AssetType },
  ): Promise<void> {
    const assignments = ownerAssignments(asset.assetType).map((codename) =>
      newAssignment(asset.ownerId, codename),
    );
    await this.permissions.removeAllOf(transaction, asset.id, asset.ownerId);
    await this.permissions.insert(transaction, asset.id, assignments);
  }

  /** After an asset became one of another type: everybody holds what of their holdings can be held there. */
  async fitToType(
    transaction: Transaction,
    asset: { id: number; ownerId: number; assetType: AssetType },
  ): Promise<void> {
    await this.grantToOwner(transaction, asset);
    const stored = await this.permissions.listAllIn(transaction, asset.id);
    const others = [...holdingsOf(stored)].filter(([userId]) => userId !== asset.ownerId);
    const next = new Map(others.map(([userId, holding]) => [userId, carriedOver(holding, asset.assetType)]));
    const { insert, remove } = assignmentChanges(stored, next);
    await this.permissions.remove(transaction, asset.id, remove);
    await this.permissions.insert(transaction, asset.id, insert);
  }

  private async rightsOf(actor: Actor, assetUid: string): Promise<Rights | undefined> {
    const userId = idOf(actor);
    return this.remembered.get(`${userId ?? ''}:${assetUid}`, async () => {
      const found = await this.permissionQuery.findRights(assetUid, userId, this.accounts.anonymousUserId);
      if (found === undefined) return undefined;
      return {
        value: rightsFrom(actor, found),
        about: [
          { subject: 'asset', id: found.assetId },
          ...(userId === undefined ? [] : [{ subject: 'user' as const, id: userId }]),
        ],
      };
    });
  }
}

function withCollecting(rights: Rights): Rights {
  return { ...rights, held: new Set([...rights.held, 'add_submissions']) };
}

function idOf(actor: Actor): number | undefined {
  return actor.kind === 'user' ? actor.id : undefined;
}

function rightsFrom(actor: Actor, { own, anonymous, partialGrants, ...asset }: AssetRights): Rights {
  const isOwnerOrSuperuser = actor.kind === 'user' && (actor.isSuperuser || actor.id === asset.ownerId);
  return {
    ...asset,
    held: effectivePermissions({ isOwnerOrSuperuser, own, anonymous }),
    partialGrants: readPartialGrants(partialGrants),
  };
}
