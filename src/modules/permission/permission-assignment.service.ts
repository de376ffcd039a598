import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import type { AssetEvent } from '../../domain/audit/audit-action';
import { permissionEvents } from '../../domain/audit/permission-events';
import type { AssetType } from '../../domain/content/asset-type';
import { ConflictError, InvalidError, NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { assertAnonymousMayHold } from '../../domain/permission/assignable';
import {
  type AskedGrant,
  carriedOver,
  granted,
  grantedAll,
  type Holding,
  NOTHING_HELD,
  revoked,
} from '../../domain/permission/assignment-algebra';
import { visibleHolders } from '../../domain/permission/assignment-visibility';
import { denial, denialError } from '../../domain/permission/denial';
import { AuditService } from '../audit/audit.service';
import { AccountService } from '../account/account.service';
import {
  type AssetHoldings,
  assignmentChanges,
  type ExplicitGrant,
  grantsIn,
  holdingsOf,
  takenBetween,
  withImplied,
} from './asset-holdings';
import { InheritanceService } from './inheritance.service';
import { type Assignment, PermissionRepository } from './permission.repository';
import { PermissionService } from './permission.service';

/** One permission that a caller wants a user to hold. */
export interface AskedAssignment {
  readonly username: string;
  readonly grant: AskedGrant;
}

/** The same, the user being known. */
type Grant = readonly [userId: number, grant: AskedGrant];

/** Whom the holdings of change, and to what; who is not named keeps theirs. */
type NextHoldings = (current: AssetHoldings, assetType: AssetType) => AssetHoldings;

const OWNERS_STAY = "Owner's permissions cannot be deleted";

/** Who holds what on an asset, and every way to change it. */
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

  /** The assignments that this caller is shown. */
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
    actor: Actor,
    access: AssetAccess<'manage_asset'>,
    asked: AskedAssignment,
  ): Promise<Assignment> {
    const [[userId, grant]] = await this.grantsOf(access, [asked]);
    const all = await this.change(
      actor,
      access,
      (current, assetType) =>
        new Map([[userId, granted(current.get(userId) ?? NOTHING_HELD, grant, assetType)]]),
      { granted: [[userId, grant]] },
    );
    return all.find((each) => each.userId === userId && each.codename === grant.codename)!;
  }

  /**
   * Makes what is asked for, with all it implies, everything that anybody but the owner holds: all of it or nothing.
   * @throws InvalidError when a user and a permission do not fit
   */
  async replaceAll(
    actor: Actor,
    access: AssetAccess<'manage_asset'>,
    asked: readonly AskedAssignment[],
  ): Promise<Assignment[]> {
    const grants = asked.length === 0 ? [] : await this.grantsOf(access, asked);
    const grantsTo = (userId: number) => grants.flatMap(([id, grant]) => (id === userId ? [grant] : []));
    const users = new Set(grants.map(([userId]) => userId));
    return this.change(
      actor,
      access,
      (current, assetType) =>
        replacing(current, access, users, (userId) => grantedAll(grantsTo(userId), assetType)),
      { granted: grants },
    );
  }

  /**
   * Makes what others hold on another asset, its owner among them, what they hold on this one. Only what the caller is
   * shown there is copied (decision 71).
   * @throws NotFoundError when the caller can't see the other asset
   */
  async copyFrom(
    actor: Actor,
    access: AssetAccess<'manage_asset'>,
    sourceUid: string,
  ): Promise<Assignment[]> {
    const source = await this.permissions.prove(actor, sourceUid, 'view_asset');
    if (source === undefined) throw new NotFoundError();
    const copied = holdingsOf(await this.list(actor, source));
    const copy = { action: 'clone-permissions', metadata: { cloned_from: sourceUid } } as const;
    return this.change(
      actor,
      access,
      (current, assetType) =>
        replacing(current, access, new Set(copied.keys()), (userId) =>
          carriedOver(copied.get(userId)!, assetType),
        ),
      {
        granted: grantsIn(copied),
        events: [copy],
      },
    );
  }

  /**
   * Takes one assignment away, with every permission that implies it. Managers may take anyone's but the owner's;
   * everybody may give up their own.
   */
  async revoke(actor: Actor, access: AssetAccess<'view_asset'>, uid: string): Promise<void> {
    const { userId, codename } = await this.findOne(actor, access, uid);
    assertMayTakeFrom(actor, access, userId);
    await this.change(actor, access, (current) => {
      return new Map([[userId, revoked(current.get(userId) ?? NOTHING_HELD, codename)]]);
    });
  }

  /** Takes everything that a user holds. Nobody is told whether there is a user of that name. */
  async revokeAll(actor: Actor, access: AssetAccess<'view_asset'>, username: string): Promise<void> {
    const user = await this.accounts.findByUsername(username);
    assertMayTakeFrom(actor, access, user?.id);
    if (user !== null) await this.change(actor, access, () => new Map([[user.id, NOTHING_HELD]]));
  }

  /** @returns the assignments of active users as they are after the change */
  private async change(
    actor: Actor,
    access: AssetAccess<'view_asset' | 'manage_asset'>,
    next: NextHoldings,
    {
      granted: grants = [],
      events = [],
    }: { granted?: readonly ExplicitGrant[]; events?: readonly AssetEvent[] } = {},
  ): Promise<Assignment[]> {
    const { assetId } = access;
    const isCollection = (await this.permissions.assetTypeOf(actor, access)) === 'collection';
    return this.unitOfWork.run(async (transaction) => {
      if (isCollection) await this.inheritance.begin(transaction);
      const asset = await this.assignments.lockAsset(transaction, assetId);
      if (asset === null) throw new NotFoundError();
      const stored = await this.assignments.listAllIn(transaction, assetId);
      const before = holdingsOf(stored);
      const holdings = next(before, asset.assetType);
      const changes = assignmentChanges(stored, holdings);
      await this.assignments.remove(transaction, assetId, changes.remove);
      await this.assignments.insert(transaction, assetId, changes.insert);
      for (const { userId, partialGrants } of changes.refilter) {
        await this.assignments.refilter(transaction, assetId, userId, partialGrants);
      }
      await this.inheritance.remember(
        transaction,
        asset,
        withImplied(grants),
        takenBetween(before, holdings),
      );
      if (isCollection) await this.inheritance.handOn(transaction, assetId);
      const after = await this.assignments.listAllIn(transaction, assetId);
      const told = this.eventsOf([...stored, ...after], before, holdings);
      if (told.length > 0) await this.audit.tell(transaction, actor, assetId, [...events, ...told]);
      return after.filter(({ isActive }) => isActive);
    });
  }

  /** @param named assignments that tell the names of all whose holdings may differ */
  private eventsOf(named: readonly Assignment[], before: AssetHoldings, after: AssetHoldings): AssetEvent[] {
    const usernames = new Map(named.map(({ userId, username }) => [userId, username]));
    return [...after].flatMap(([userId, holding]) =>
      permissionEvents({
        username: usernames.get(userId) ?? '',
        isAnonymous: userId === this.accounts.anonymousUserId,
        before: before.get(userId) ?? NOTHING_HELD,
        after: holding,
      }),
    );
  }

  /** As many as were asked for, in their order. */
  private async grantsOf(
    { ownerId }: AssetAccess<'manage_asset'>,
    asked: readonly AskedAssignment[],
  ): Promise<[Grant, ...Grant[]]> {
    const users = await this.accounts.findByUsernames(asked.map(({ username }) => username));
    const grants = asked.map(({ username, grant }): Grant => {
      const user = users.get(username.toLowerCase());
      if (user?.isActive !== true) {
        throw new InvalidError({ user: ['Invalid hyperlink - Object does not exist.'] });
      }
      if (user.id === ownerId) {
        throw new InvalidError({ user: ["Owner's permissions cannot be assigned explicitly"] });
      }
      if (user.id === this.accounts.anonymousUserId) assertAnonymousMayHold(grant.codename);
      return [user.id, grant];
    });
    return grants as [Grant, ...Grant[]];
  }
}

/** @param userId absent for a user that there is not */
function assertMayTakeFrom(
  actor: Actor,
  { held, ownerId }: AssetAccess<'view_asset'>,
  userId: number | undefined,
): void {
  const isOwn = actor.kind === 'user' && actor.id === userId;
  if (!held.has('manage_asset') && !isOwn) {
    throw denialError(denial({ family: 'nested', actor: actor.kind, canSee: true, safeMethod: false }));
  }
  if (userId === ownerId) throw new ConflictError(OWNERS_STAY);
}

/** What everybody but the owner holds when `users` hold what `holdingOf` says and nobody else anything. */
function replacing(
  current: AssetHoldings,
  { ownerId }: AssetAccess<'manage_asset'>,
  users: ReadonlySet<number>,
  holdingOf: (userId: number) => Holding,
): AssetHoldings {
  const others = [...new Set([...current.keys(), ...users])].filter((userId) => userId !== ownerId);
  return new Map(others.map((userId) => [userId, users.has(userId) ? holdingOf(userId) : NOTHING_HELD]));
}
