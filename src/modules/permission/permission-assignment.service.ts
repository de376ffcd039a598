import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import { type AssetEvent, permissionEvents } from '../../domain/audit/audit-action';
import type { AssetType } from '../../domain/content/content';
import { ConflictError, InvalidError, orNotFound, type StateCheck } from '../../domain/errors';
import { type AssetAccess, accessDenial, accessDenialError } from '../../domain/permission/asset-access';
import { assertAnonymousAssignable, visibleHolders } from '../../domain/permission/assignable';
import {
  type GrantRequest,
  adaptToAssetType,
  applyGrant,
  applyGrants,
  NO_PERMISSIONS,
  applyRevocation,
} from '../../domain/permission/permission-set';
import { AuditService } from '../audit/audit.service';
import { AccountService } from '../account/account.service';
import {
  type PermissionSetsByUser,
  replacePermissionSets,
  diffAssignments,
  type ExplicitGrant,
  toExplicitGrants,
  toPermissionSets,
  revokedBetween,
  withImplied,
} from './permission-sets';
import { InheritanceService } from './inheritance.service';
import { type Assignment, PermissionRepository } from './permission.repository';
import { PermissionService } from './permission.service';

export type { Assignment };

export interface AssignmentRequest {
  readonly username: string;
  readonly grant: GrantRequest;
}

interface ChangeOptions {
  readonly granted?: readonly ExplicitGrant[];
  readonly events?: readonly AssetEvent[];
  readonly check?: StateCheck<readonly Assignment[]> | undefined;
}

type Grant = readonly [userId: number, grant: GrantRequest];

/** Computes new permission sets; users that it omits keep theirs. */
type ComputePermissionSets = (current: PermissionSetsByUser, assetType: AssetType) => PermissionSetsByUser;

const OWNER_PERMISSIONS_PROTECTED = "Owner's permissions cannot be deleted";

@Injectable()
export class PermissionAssignmentService {
  constructor(
    private readonly assignments: PermissionRepository,
    private readonly permissions: PermissionService,
    private readonly accounts: AccountService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditService,
    private readonly inheritance: InheritanceService,
  ) {}

  async list(actor: Actor, access: AssetAccess<'view_asset' | 'manage_asset'>): Promise<Assignment[]> {
    const assignments = await this.assignments.listByAsset(access.assetId);
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

  /** Includes deactivated users. */
  listAll({ assetId }: AssetAccess<'manage_asset'>): Promise<Assignment[]> {
    return this.unitOfWork.run((transaction) => this.assignments.listAllIn(transaction, assetId));
  }

  /** @throws NotFoundError when the assignment is not visible to the caller */
  async findOne(actor: Actor, access: AssetAccess<'view_asset'>, uid: string): Promise<Assignment> {
    return orNotFound((await this.list(actor, access)).find((each) => each.uid === uid));
  }

  /**
   * Grants a permission and what it implies, and removes what it contradicts. Idempotent.
   * @returns the assignment of the requested permission
   * @throws InvalidError when the permission cannot be assigned to the user
   */
  async assign(
    actor: Actor,
    access: AssetAccess<'manage_asset'>,
    request: AssignmentRequest,
  ): Promise<Assignment> {
    const [[userId, grant]] = await this.grantsOf(access, [request]);
    const all = await this.change(
      actor,
      access,
      (current, assetType) =>
        new Map([[userId, applyGrant(current.get(userId) ?? NO_PERMISSIONS, grant, assetType)]]),
      { granted: [[userId, grant]] },
    );
    return all.find((each) => each.userId === userId && each.codename === grant.codename)!;
  }

  /**
   * Replaces the assignments of all users but the owner, in one transaction.
   * @param includeInactive also assigns to deactivated users, for copies of other servers
   * @throws InvalidError when a permission cannot be assigned to its user
   */
  async replaceAll(
    actor: Actor,
    access: AssetAccess<'manage_asset'>,
    requests: readonly AssignmentRequest[],
    { includeInactive = false } = {},
  ): Promise<Assignment[]> {
    const grants = requests.length === 0 ? [] : await this.grantsOf(access, requests, includeInactive);
    const grantsTo = (userId: number) => grants.flatMap(([id, grant]) => (id === userId ? [grant] : []));
    const users = new Set(grants.map(([userId]) => userId));
    return this.change(
      actor,
      access,
      (current, assetType) =>
        replacePermissionSets(current, access, users, (userId) => applyGrants(grantsTo(userId), assetType)),
      { granted: grants },
    );
  }

  /**
   * Replaces the assignments of users, each by the same, in one transaction. No grants revoke all.
   * @throws InvalidError when a permission cannot be assigned to the user
   */
  async replaceOf(
    actor: Actor,
    access: AssetAccess<'manage_asset'>,
    usernames: readonly string[],
    requests: readonly GrantRequest[],
    check?: StateCheck<readonly Assignment[]>,
  ): Promise<void> {
    if (requests.length === 0) {
      for (const username of usernames) await this.revokeAll(actor, access, username, check);
      return;
    }
    const granted = await this.grantsOf(
      access,
      usernames.flatMap((username) => requests.map((grant) => ({ username, grant }))),
    );
    await this.change(
      actor,
      access,
      (_, assetType) => new Map(granted.map(([userId]) => [userId, applyGrants(requests, assetType)])),
      { granted, check },
    );
  }

  /**
   * Replaces the assignments of all users but the owner by those on another asset, its owner's included. Copies only the
   * assignments visible to the caller (decision 26).
   * @throws NotFoundError when the other asset is not visible to the caller
   */
  async copyFrom(
    actor: Actor,
    access: AssetAccess<'manage_asset'>,
    sourceUid: string,
  ): Promise<Assignment[]> {
    const source = orNotFound(await this.permissions.authorize(actor, sourceUid, 'view_asset'));
    const copied = toPermissionSets(await this.list(actor, source));
    const copy = { action: 'clone-permissions', metadata: { cloned_from: sourceUid } } as const;
    return this.change(
      actor,
      access,
      (current, assetType) =>
        replacePermissionSets(current, access, new Set(copied.keys()), (userId) =>
          adaptToAssetType(copied.get(userId)!, assetType),
        ),
      {
        granted: toExplicitGrants(copied),
        events: [copy],
      },
    );
  }

  /**
   * Revokes a permission and those that imply it. Managers may revoke those of any user but the owner, users their own.
   */
  async revoke(actor: Actor, access: AssetAccess<'view_asset'>, uid: string): Promise<void> {
    const { userId, codename } = await this.findOne(actor, access, uid);
    assertMayRevokeFrom(actor, access, userId);
    await this.change(actor, access, (current) => {
      return new Map([[userId, applyRevocation(current.get(userId) ?? NO_PERMISSIONS, codename)]]);
    });
  }

  /** Revokes all permissions of a user. Succeeds for unknown usernames, to prevent user enumeration. */
  async revokeAll(
    actor: Actor,
    access: AssetAccess<'view_asset' | 'manage_asset'>,
    username: string,
    check?: StateCheck<readonly Assignment[]>,
  ): Promise<void> {
    const user = await this.accounts.findByUsername(username);
    assertMayRevokeFrom(actor, access, user?.id);
    if (user === null) return;
    await this.change(actor, access, () => new Map([[user.id, NO_PERMISSIONS]]), { check });
  }

  /** @returns assignments of active users after the change */
  private async change(
    actor: Actor,
    access: AssetAccess<'view_asset' | 'manage_asset'>,
    compute: ComputePermissionSets,
    { granted: grants = [], events = [], check }: ChangeOptions = {},
  ): Promise<Assignment[]> {
    const { assetId } = access;
    const isCollection = (await this.permissions.assetTypeOf(actor, access)) === 'collection';
    return this.unitOfWork.run(async (transaction) => {
      if (isCollection) await this.inheritance.lockTree(transaction);
      const asset = orNotFound(await this.assignments.lockAsset(transaction, assetId));
      const stored = await this.assignments.listAllIn(transaction, assetId);
      check?.(stored);
      const before = toPermissionSets(stored);
      const next = compute(before, asset.assetType);
      const changes = diffAssignments(stored, next);
      await this.assignments.remove(transaction, assetId, changes.remove);
      await this.assignments.insert(transaction, assetId, changes.insert);
      for (const { userId, partialGrants } of changes.updateFilters) {
        await this.assignments.updatePartialGrants(transaction, assetId, userId, partialGrants);
      }
      await this.inheritance.recordOverrides(
        transaction,
        asset,
        withImplied(grants),
        revokedBetween(before, next),
      );
      if (isCollection) await this.inheritance.refreshChildren(transaction, assetId);
      const after = await this.assignments.listAllIn(transaction, assetId);
      const changeEvents = this.eventsOf([...stored, ...after], before, next);
      if (changeEvents.length > 0)
        await this.audit.recordAssetEvents(transaction, actor, assetId, [...events, ...changeEvents]);
      return after.filter(({ isActive }) => isActive);
    });
  }

  /** @param assignments source of the usernames in the events */
  private eventsOf(
    assignments: readonly Assignment[],
    before: PermissionSetsByUser,
    after: PermissionSetsByUser,
  ): AssetEvent[] {
    const usernames = new Map(assignments.map(({ userId, username }) => [userId, username]));
    return [...after].flatMap(([userId, set]) =>
      permissionEvents({
        username: usernames.get(userId) ?? '',
        isAnonymous: userId === this.accounts.anonymousUserId,
        before: before.get(userId) ?? NO_PERMISSIONS,
        after: set,
      }),
    );
  }

  /** Resolves the users of the requests, in order. */
  private async grantsOf(
    { ownerId }: AssetAccess<'manage_asset'>,
    requests: readonly AssignmentRequest[],
    includeInactive = false,
  ): Promise<[Grant, ...Grant[]]> {
    const users = await this.accounts.findByUsernames(requests.map(({ username }) => username));
    const grants = requests.map(({ username, grant }): Grant => {
      const user = users.get(username.toLowerCase());
      if (user === undefined || !(user.isActive || includeInactive)) {
        throw InvalidError.at('user', 'Invalid hyperlink - Object does not exist.');
      }
      if (user.id === ownerId) {
        throw InvalidError.at('user', "Owner's permissions cannot be assigned explicitly");
      }
      if (user.id === this.accounts.anonymousUserId) assertAnonymousAssignable(grant.codename);
      return [user.id, grant];
    });
    return grants as [Grant, ...Grant[]];
  }
}

/** @param userId undefined for an unknown user */
function assertMayRevokeFrom(
  actor: Actor,
  { held, ownerId }: AssetAccess<'view_asset' | 'manage_asset'>,
  userId: number | undefined,
): void {
  const isOwn = actor.kind === 'user' && actor.id === userId;
  if (!held.has('manage_asset') && !isOwn) {
    throw accessDenialError(
      accessDenial({ family: 'nested', actor: actor.kind, canSee: true, safeMethod: false }),
    );
  }
  if (userId === ownerId) throw new ConflictError(OWNER_PERMISSIONS_PROTECTED);
}
