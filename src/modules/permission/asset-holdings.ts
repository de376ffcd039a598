import { changeBetween, type Holding, NOTHING_HELD } from '../../domain/permission/assignment-algebra';
import type { Codename } from '../../domain/permission/codename';
import { PERMISSIONS } from '../../domain/permission/permission-table';
import type { KeptPartialGrants } from '../../domain/permission/partial-grant';
import { newAssignment } from './new-assignment';
import type { Assignment, NewAssignment } from './permission.repository';

/** What each user holds on an asset, by the user's id. */
export type AssetHoldings = ReadonlyMap<number, Holding>;

/** What is written so that users hold what they shall. */
export interface AssignmentChanges {
  readonly insert: readonly NewAssignment[];
  readonly remove: readonly Assignment[];
  readonly refilter: readonly { readonly userId: number; readonly partialGrants: KeptPartialGrants }[];
}

/** Assignments as what their users hold. */
export function holdingsOf(assignments: readonly Assignment[]): Map<number, Holding> {
  const holdings = new Map<number, Holding>();
  for (const { userId, codename, partialGrants } of assignments) {
    const { codenames, partialGrants: known } = holdings.get(userId) ?? NOTHING_HELD;
    holdings.set(userId, {
      codenames: new Set([...codenames, codename]),
      partialGrants: partialGrants ?? known,
    });
  }
  return holdings;
}

/** What leads from the stored assignments to what the users in `next` shall hold; assignments that stay keep their uid. */
export function assignmentChanges(stored: readonly Assignment[], next: AssetHoldings): AssignmentChanges {
  const before = holdingsOf(stored);
  const changes = [...next].map(([userId, after]) => ({
    userId,
    after,
    change: changeBetween(before.get(userId) ?? NOTHING_HELD, after),
  }));
  return {
    insert: changes.flatMap(({ userId, after, change }) =>
      change.add.map((codename) => newAssignment(userId, codename, after.partialGrants)),
    ),
    remove: stored.filter(({ userId, codename }) =>
      changes.some((each) => each.userId === userId && each.change.remove.includes(codename)),
    ),
    refilter: changes.flatMap(({ userId, after: { partialGrants }, change }) =>
      change.refilter && partialGrants !== null ? [{ userId, partialGrants }] : [],
    ),
  };
}

/** What a user was granted by name, whatever came along. */
export type ExplicitGrant = readonly [userId: number, grant: { readonly codename: Codename }];

/** One right of one user. */
interface HeldRight {
  readonly userId: number;
  readonly codename: Codename;
}

/** Everything that users hold, as if each of it had been granted by name. */
export function grantsIn(holdings: AssetHoldings): ExplicitGrant[] {
  return [...holdings].flatMap(([userId, { codenames }]) =>
    [...codenames].map((codename): ExplicitGrant => [userId, { codename }]),
  );
}

export function withImplied(grants: readonly ExplicitGrant[]): HeldRight[] {
  return grants.flatMap(([userId, { codename }]) =>
    [codename, ...PERMISSIONS[codename].implied].map((each) => ({ userId, codename: each })),
  );
}

/** What the users in `after` held and hold no more. */
export function takenBetween(before: AssetHoldings, after: AssetHoldings): HeldRight[] {
  return [...after].flatMap(([userId, { codenames }]) =>
    [...(before.get(userId) ?? NOTHING_HELD).codenames]
      .filter((each) => !codenames.has(each))
      .map((codename) => ({ userId, codename })),
  );
}
