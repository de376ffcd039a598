import { changeBetween, type Holding } from '../permission/assignment-algebra';
import type { Codename } from '../permission/codename';
import type { AssetEvent, ProjectAction } from './audit-action';

/** What it means that AnonymousUser holds a permission, for those that have a name of their own. */
const PUBLIC_WORDS: Partial<Record<Codename, readonly [given: ProjectAction, taken: ProjectAction]>> = {
  view_asset: ['share-form-publicly', 'unshare-form-publicly'],
  view_submissions: ['share-data-publicly', 'unshare-data-publicly'],
  add_submissions: ['allow-anonymous-submissions', 'disallow-anonymous-submissions'],
};

/** One user's holding before and after a change. */
export interface HoldingChanged {
  readonly username: string;
  readonly isAnonymous: boolean;
  readonly before: Holding;
  readonly after: Holding;
}

/** What a change of one user's holding is told as; nothing when nothing changed. */
export function permissionEvents(changed: HoldingChanged): AssetEvent[] {
  const { add, remove, refilter } = changeBetween(changed.before, changed.after);
  if (add.length + remove.length === 0 && !refilter) return [];
  const wordOf = (codename: Codename) => (changed.isAnonymous ? PUBLIC_WORDS[codename] : undefined);
  const spoken = (codenames: readonly Codename[], place: 0 | 1): AssetEvent[] =>
    codenames.flatMap((each) => wordOf(each)?.[place] ?? []).map((action) => ({ action }));
  const added = add.filter((each) => wordOf(each) === undefined);
  const removed = remove.filter((each) => wordOf(each) === undefined);
  const rest = added.length + removed.length > 0 || refilter;
  return [
    ...spoken(add, 0),
    ...spoken(remove, 1),
    ...(rest
      ? [
          {
            action: 'modify-user-permissions',
            metadata: { permissions: told(changed, added, removed) },
          } as const,
        ]
      : []),
  ];
}

function told(
  { username, before, after }: HoldingChanged,
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
