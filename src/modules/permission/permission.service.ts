import { Injectable } from '@nestjs/common';
import { NotifiedCache } from '../../database/cache/notified-cache';
import { ChangeNotifications } from '../../database/change-notifications';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import type { AssetType } from '../../domain/content/content';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { authorizeAccess } from '../../domain/permission/asset-access.factory';
import { ownerPermissions, effectivePermissions } from '../../domain/permission/assignable';
import {
  adaptToAssetType,
  type PartialGrants,
  readPartialGrants,
  type SubmissionFilter,
} from '../../domain/permission/permission-set';
import type { Codename } from '../../domain/permission/codename';
import { canonicalJson } from '../../domain/text/json-members';
import { AccountService } from '../account/account.service';
import { type AssetPermissionsRow, PermissionRepository } from './permission.repository';
import { diffAssignments, toPermissionSets, newAssignment } from './permission-sets';

interface CallerPermissions {
  readonly assetId: number;
  readonly assetUid: string;
  readonly assetType: AssetType;
  readonly ownerId: number;
  readonly held: ReadonlySet<Codename>;
  readonly partialGrants: PartialGrants;
}

export interface PartialViewers {
  readonly filter: SubmissionFilter;
  readonly userIds: readonly number[];
}

const CACHE_OPTIONS = { maxEntries: 50_000, ttlMs: 60_000 };

/** Authorizes callers on assets: returns the `AssetAccess` that other services require. */
@Injectable()
export class PermissionService {
  private readonly cache: NotifiedCache<CallerPermissions>;

  constructor(
    private readonly permissions: PermissionRepository,
    private readonly accounts: AccountService,
    notifications: ChangeNotifications,
  ) {
    this.cache = new NotifiedCache(notifications, CACHE_OPTIONS);
  }

  /** Returns undefined when the caller lacks `codename` or the asset does not exist. */
  async authorize<P extends Codename>(
    actor: Actor,
    assetUid: string,
    codename: P,
  ): Promise<AssetAccess<P> | undefined> {
    const permissions = await this.permissionsOf(actor, assetUid);
    if (permissions === undefined) return undefined;
    const collects = actor.kind === 'anonymous' && actor.collectorAssetUid === assetUid;
    return authorizeAccess(collects ? withAddSubmissions(permissions) : permissions, codename);
  }

  /** Undefined when the asset does not exist any more. */
  async assetTypeOf(
    actor: Actor,
    { assetUid }: AssetAccess<'view_asset' | 'change_asset' | 'manage_asset'>,
  ): Promise<AssetType | undefined> {
    return (await this.permissionsOf(actor, assetUid))?.assetType;
  }

  /** Authorizes on several assets, unordered. Undefined when one fails or is repeated. */
  async authorizeAll<P extends Codename>(
    actor: Actor,
    assetUids: readonly string[],
    codename: P,
  ): Promise<readonly AssetAccess<P>[] | undefined> {
    if (new Set(assetUids).size < assetUids.length) return undefined;
    const { anonymousUserId } = this.accounts;
    const found = await this.permissions.findMany(assetUids, idOf(actor), anonymousUserId);
    const accesses = found.flatMap((row) => authorizeAccess(toCallerPermissions(actor, row), codename) ?? []);
    return accesses.length === assetUids.length ? accesses : undefined;
  }

  /** Replaces the owner's assignments by all that the asset type allows. */
  async grantToOwner(
    transaction: Transaction,
    asset: { id: number; ownerId: number; assetType: AssetType },
  ): Promise<void> {
    const assignments = ownerPermissions(asset.assetType).map((codename) =>
      newAssignment(asset.ownerId, codename),
    );
    await this.permissions.removeAllOf(transaction, asset.id, asset.ownerId);
    await this.permissions.insert(transaction, asset.id, assignments);
  }

  /** Adapts all assignments after a change of the asset type. */
  async adaptToType(
    transaction: Transaction,
    asset: { id: number; ownerId: number; assetType: AssetType },
  ): Promise<void> {
    await this.grantToOwner(transaction, asset);
    const stored = await this.permissions.listAllIn(transaction, asset.id);
    const others = [...toPermissionSets(stored)].filter(([userId]) => userId !== asset.ownerId);
    const next = new Map(others.map(([userId, set]) => [userId, adaptToAssetType(set, asset.assetType)]));
    const { insert, remove } = diffAssignments(stored, next);
    await this.permissions.remove(transaction, asset.id, remove);
    await this.permissions.insert(transaction, asset.id, insert);
  }

  /** Users who view some submissions of an asset only, by their row filter. */
  async partialViewers(transaction: Transaction, assetId: number): Promise<PartialViewers[]> {
    const byFilter = new Map<string, PartialViewers>();
    for (const { userId, partialGrants } of await this.permissions.listPartialIn(transaction, assetId)) {
      const filter = partialGrants.view_submissions;
      if (filter === undefined) continue;
      const key = canonicalJson(filter);
      byFilter.set(key, { filter, userIds: [...(byFilter.get(key)?.userIds ?? []), userId] });
    }
    return [...byFilter.values()];
  }

  private async permissionsOf(actor: Actor, assetUid: string): Promise<CallerPermissions | undefined> {
    const userId = idOf(actor);
    return this.cache.get(`${userId ?? ''}:${assetUid}`, async () => {
      const found = await this.permissions.find(assetUid, userId, this.accounts.anonymousUserId);
      if (found === undefined) return undefined;
      return {
        value: toCallerPermissions(actor, found),
        dependencies: [
          { subject: 'asset', id: found.assetId },
          ...(userId === undefined ? [] : [{ subject: 'user' as const, id: userId }]),
        ],
      };
    });
  }
}

function withAddSubmissions(permissions: CallerPermissions): CallerPermissions {
  return { ...permissions, held: new Set([...permissions.held, 'add_submissions']) };
}

function idOf(actor: Actor): number | undefined {
  return actor.kind === 'user' ? actor.id : undefined;
}

function toCallerPermissions(
  actor: Actor,
  { own, anonymous, partialGrants, ...asset }: AssetPermissionsRow,
): CallerPermissions {
  const isOwnerOrSuperuser = actor.kind === 'user' && (actor.isSuperuser || actor.id === asset.ownerId);
  return {
    ...asset,
    held: effectivePermissions({ isOwnerOrSuperuser, own, anonymous }),
    partialGrants: readPartialGrants(partialGrants),
  };
}
