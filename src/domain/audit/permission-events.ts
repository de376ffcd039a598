import { diffPermissionSets, type PermissionSet } from '../permission/permission-set';
import type { Codename } from '../permission/codename';
import type { AssetEvent, ProjectAction } from './audit-action';

/** Actions for granting and revoking permissions of AnonymousUser, where specific ones exist. */
const PUBLIC_ACTIONS: Partial<Record<Codename, readonly [granted: ProjectAction, revoked: ProjectAction]>> = {
  view_asset: ['share-form-publicly', 'unshare-form-publicly'],
  view_submissions: ['share-data-publicly', 'unshare-data-publicly'],
  add_submissions: ['allow-anonymous-submissions', 'disallow-anonymous-submissions'],
};

export interface PermissionChange {
  readonly username: string;
  readonly isAnonymous: boolean;
  readonly before: PermissionSet;
  readonly after: PermissionSet;
}

/** Audit events of a permission change; empty when nothing changed. */
export function permissionEvents(changed: PermissionChange): AssetEvent[] {
  const { add, remove, filtersChanged } = diffPermissionSets(changed.before, changed.after);
  if (add.length + remove.length === 0 && !filtersChanged) return [];
  const publicActions = (codename: Codename) => (changed.isAnonymous ? PUBLIC_ACTIONS[codename] : undefined);
  const publicEvents = (codenames: readonly Codename[], index: 0 | 1): AssetEvent[] =>
    codenames.flatMap((each) => publicActions(each)?.[index] ?? []).map((action) => ({ action }));
  const added = add.filter((each) => publicActions(each) === undefined);
  const removed = remove.filter((each) => publicActions(each) === undefined);
  const hasOtherChanges = added.length + removed.length > 0 || filtersChanged;
  const events = [...publicEvents(add, 0), ...publicEvents(remove, 1)];
  if (hasOtherChanges) {
    const permissions = permissionMetadata(changed, added, removed);
    events.push({ action: 'modify-user-permissions', metadata: { permissions } });
  }
  return events;
}

function permissionMetadata(
  { username, before, after }: PermissionChange,
  added: readonly Codename[],
  removed: readonly Codename[],
) {
  const isPartial = before.partialGrants !== null || after.partialGrants !== null;
  return {
    username,
    added,
    removed,
    ...(isPartial && { filters: { old: before.partialGrants, new: after.partialGrants } }),
  };
}
