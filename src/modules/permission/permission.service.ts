import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AnnouncedCache } from '../../database/cache/announced-cache';
import { ChangeFeed } from '../../database/change-feed';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import type { AssetType } from '../../domain/content/asset-type';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { ConflictError, InvalidError, NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { proveAccess } from '../../domain/permission/asset-access.factory';
import { assertAnonymousMayHold, ownerAssignments } from '../../domain/permission/assignable';
import { grant, revoke } from '../../domain/permission/assignment-algebra';
import { visibleHolders } from '../../domain/permission/assignment-visibility';
import type { Codename } from '../../domain/permission/codename';
import { denial, denialError } from '../../domain/permission/denial';
import { type PartialGrants, readPartialGrants } from '../../domain/permission/partial-grant';
import { effectivePermissions } from '../../domain/permission/effective-permissions';
import { AccountService } from '../account/account.service';
import { PermissionQuery } from './permission.query';
import { type Assignment, PermissionRepository } from './permission.repository';

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

/** Who holds what on an asset, and the proof of it that other services demand. */
@Injectable()
export class PermissionService {
  private readonly remembered: AnnouncedCache<Rights>;

  constructor(
    private readonly permissions: PermissionRepository,
    private readonly permissionQuery: PermissionQuery,
    private readonly accounts: AccountService,
    private readonly unitOfWork: UnitOfWork,
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
    return rights === undefined ? undefined : proveAccess(rights, codename);
  }

  /** Whether there is such an asset, hidden or not. Only collectors are told (contract-data 4.5). */
  async exists(actor: Actor, assetUid: string): Promise<boolean> {
    return (await this.rightsOf(actor, assetUid)) !== undefined;
  }

  /** The assignments that this caller is shown. */
  async list(actor: Actor, access: AssetAccess<'view_asset' | 'manage_asset'>): Promise<Assignment[]> {
    const assignments = await this.permissions.listByAsset(access.assetId);
    const holders = visibleHolders(
      {
        managesAsset: access.held.has('manage_asset'),
        ...(actor.kind === 'user' && { userId: actor.id }),
      },
      { ownerId: access.ownerId, anonymousUserId: this.accounts.anonymousUserId },
      'assignment-list',
    );
    return holders === 'all' ? assignments : assignments.filter(({ userId }) => holders.has(userId));
  }

  /** @throws NotFoundError for an assignment that the caller is not shown. */
  async findOne(actor: Actor, access: AssetAccess<'view_asset'>, uid: string): Promise<Assignment> {
    const assignment = (await this.list(actor, access)).find((each) => each.uid === uid);
    if (assignment === undefined) throw new NotFoundError();
    return assignment;
  }

  /**
   * Grants a permission with all it implies and without what it contradicts; answers the assignment that was asked for,
   * also when it was there before.
   * @throws InvalidError when user and permission do not fit
   */
  async assign(
    access: AssetAccess<'manage_asset'>,
    username: string,
    codename: Codename,
  ): Promise<Assignment> {
    const user = await this.accounts.findByUsername(username);
    if (user?.isActive !== true) {
      throw new InvalidError({ user: ['Invalid hyperlink - Object does not exist.'] });
    }
    if (user.id === access.ownerId) {
      throw new InvalidError({ user: ["Owner's permissions cannot be assigned explicitly"] });
    }
    if (user.id === this.accounts.anonymousUserId) assertAnonymousMayHold(codename);
    if (codename === 'partial_submissions') {
      throw new InvalidError({
        partial_permissions: ["This field is required for the 'partial_submissions' permission"],
      });
    }
    const assetType = await this.typeOf(access);
    return this.unitOfWork.run(async (transaction) => {
      await this.permissions.lockAsset(transaction, access.assetId);
      const before = await this.heldBy(transaction, access.assetId, user.id);
      const change = grant(before, codename, assetType);
      await this.permissions.remove(transaction, access.assetId, user.id, change.remove);
      await this.permissions.insert(transaction, access.assetId, newAssignments(user.id, change.add));
      const after = await this.permissions.listByAssetIn(transaction, access.assetId);
      return after.find((each) => each.userId === user.id && each.codename === codename)!;
    });
  }

  /**
   * Takes one assignment away, with every permission that implies it. Managers may take anyone's but the owner's;
   * everybody may give up their own.
   */
  async revoke(actor: Actor, access: AssetAccess<'view_asset'>, uid: string): Promise<void> {
    const assignment = await this.findOne(actor, access, uid);
    const ownerOrManager = access.held.has('manage_asset');
    const isOwn = actor.kind === 'user' && actor.id === assignment.userId;
    if (!ownerOrManager && !isOwn) {
      throw denialError(denial({ family: 'nested', actor: actor.kind, canSee: true, safeMethod: false }));
    }
    if (assignment.userId === access.ownerId) {
      throw new ConflictError("Owner's permissions cannot be deleted");
    }
    await this.unitOfWork.run(async (transaction) => {
      await this.permissions.lockAsset(transaction, access.assetId);
      const held = await this.heldBy(transaction, access.assetId, assignment.userId);
      const gone = revoke(held, assignment.codename);
      await this.permissions.remove(transaction, access.assetId, assignment.userId, gone);
    });
  }

  /** Writes down what the owner of a new asset holds: everything, as assignments like all others. */
  async grantToOwner(
    transaction: Transaction,
    asset: { id: number; ownerId: number; assetType: AssetType },
  ): Promise<void> {
    const assignments = newAssignments(asset.ownerId, ownerAssignments(asset.assetType));
    await this.permissions.insert(transaction, asset.id, assignments);
  }

  private async rightsOf(actor: Actor, assetUid: string): Promise<Rights | undefined> {
    const userId = actor.kind === 'user' ? actor.id : undefined;
    return this.remembered.get(`${userId ?? ''}:${assetUid}`, async () => {
      const found = await this.permissionQuery.findRights(assetUid, userId, this.accounts.anonymousUserId);
      if (found === undefined) return undefined;
      const isOwnerOrSuperuser = actor.kind === 'user' && (actor.isSuperuser || actor.id === found.ownerId);
      const { assetId, assetType, ownerId, own, anonymous, partialGrants } = found;
      const held = effectivePermissions({ isOwnerOrSuperuser, own, anonymous });
      return {
        value: {
          assetId,
          assetUid,
          assetType,
          ownerId,
          held,
          partialGrants: readPartialGrants(partialGrants),
        },
        about: [
          { subject: 'asset', id: assetId },
          ...(userId === undefined ? [] : [{ subject: 'user' as const, id: userId }]),
        ],
      };
    });
  }

  private async typeOf(access: AssetAccess<'manage_asset'>): Promise<AssetType> {
    const found = await this.permissionQuery.findRights(
      access.assetUid,
      undefined,
      this.accounts.anonymousUserId,
    );
    if (found === undefined) throw new NotFoundError();
    return found.assetType;
  }

  private async heldBy(transaction: Transaction, assetId: number, userId: number): Promise<Codename[]> {
    const all = await this.permissions.listByAssetIn(transaction, assetId);
    return all.filter((each) => each.userId === userId).map(({ codename }) => codename);
  }
}

function newAssignments(userId: number, codenames: readonly Codename[]) {
  return codenames.map((codename) => ({
    uid: makeUid(UID_PREFIX.permissionAssignment, randomBytes),
    userId,
    codename,
  }));
}
