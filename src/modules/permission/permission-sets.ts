import {
  diffPermissionSets,
  type PermissionSet,
  NO_PERMISSIONS,
  type StoredPartialGrants,
} from '../../domain/permission/permission-set';
import { type Codename, PERMISSIONS } from '../../domain/permission/codename';
import type { Assignment, NewAssignment } from './permission.repository';
import { randomBytes } from 'node:crypto';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';

export type PermissionSetsByUser = ReadonlyMap<number, PermissionSet>;

export interface AssignmentDiff {
  readonly insert: readonly NewAssignment[];
  readonly remove: readonly Assignment[];
  readonly updateFilters: readonly { readonly userId: number; readonly partialGrants: StoredPartialGrants }[];
}

export function toPermissionSets(assignments: readonly Assignment[]): Map<number, PermissionSet> {
  const sets = new Map<number, PermissionSet>();
  for (const { userId, codename, partialGrants } of assignments) {
    const { codenames, partialGrants: previous } = sets.get(userId) ?? NO_PERMISSIONS;
    sets.set(userId, {
      codenames: new Set([...codenames, codename]),
      partialGrants: partialGrants ?? previous,
    });
  }
  return sets;
}

/** Computes the changes that assign the permission sets in `next`. Unchanged assignments keep their uids. */
export function diffAssignments(stored: readonly Assignment[], next: PermissionSetsByUser): AssignmentDiff {
  const before = toPermissionSets(stored);
  const changes = [...next].map(([userId, after]) => ({
    userId,
    after,
    change: diffPermissionSets(before.get(userId) ?? NO_PERMISSIONS, after),
  }));
  return {
    insert: changes.flatMap(({ userId, after, change }) =>
      change.add.map((codename) => newAssignment(userId, codename, after.partialGrants)),
    ),
    remove: stored.filter(({ userId, codename }) =>
      changes.some((each) => each.userId === userId && each.change.remove.includes(codename)),
    ),
    updateFilters: changes.flatMap(({ userId, after: { partialGrants }, change }) =>
      change.filtersChanged && partialGrants !== null ? [{ userId, partialGrants }] : [],
    ),
  };
}

/** Permission named in a grant, without the implied ones. */
export type ExplicitGrant = readonly [userId: number, grant: { readonly codename: Codename }];

interface UserPermission {
  readonly userId: number;
  readonly codename: Codename;
}

/** Treats every permission in the sets as granted explicitly. */
export function toExplicitGrants(sets: PermissionSetsByUser): ExplicitGrant[] {
  return [...sets].flatMap(([userId, { codenames }]) =>
    [...codenames].map((codename): ExplicitGrant => [userId, { codename }]),
  );
}

export function withImplied(grants: readonly ExplicitGrant[]): UserPermission[] {
  return grants.flatMap(([userId, { codename }]) =>
    [codename, ...PERMISSIONS[codename].implied].map((each) => ({ userId, codename: each })),
  );
}

export function revokedBetween(before: PermissionSetsByUser, after: PermissionSetsByUser): UserPermission[] {
  return [...after].flatMap(([userId, { codenames }]) =>
    [...(before.get(userId) ?? NO_PERMISSIONS).codenames]
      .filter((each) => !codenames.has(each))
      .map((codename) => ({ userId, codename })),
  );
}

/** Assigns the sets of `setOf` to `users`, and no permissions to all others except the owner. */
export function replacePermissionSets(
  current: PermissionSetsByUser,
  { ownerId }: { readonly ownerId: number },
  users: ReadonlySet<number>,
  setOf: (userId: number) => PermissionSet,
): PermissionSetsByUser {
  const others = [...new Set([...current.keys(), ...users])].filter((userId) => userId !== ownerId);
  return new Map(others.map((userId) => [userId, users.has(userId) ? setOf(userId) : NO_PERMISSIONS]));
}

/** @param partialGrants filters; ignored unless the codename is partial_submissions */
export function newAssignment(
  userId: number,
  codename: Codename,
  partialGrants: StoredPartialGrants | null = null,
): NewAssignment {
  return {
    uid: generateUid(UID_PREFIX.permissionAssignment, randomBytes),
    userId,
    codename,
    partialGrants: codename === 'partial_submissions' ? partialGrants : null,
  };
}
