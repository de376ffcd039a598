import type { AssetScope } from '../../domain/asset/asset-scope';
import type { SqlParameters } from './sql-parameters';

export interface AssetScopeFilter {
  /** The caller, or AnonymousUser for a caller without credentials. */
  readonly viewerId: number;
  readonly anonymousUserId: number;
  readonly scope: AssetScope;
  /** Uids of collections; if discoverable, their public assets are included. */
  readonly collections: readonly string[];
}

/** Ids of assets on which a user has one of the permissions. */
const assignedTo = (user: string, ...codenames: readonly string[]): string =>
  `SELECT asset_id FROM permission_assignment
    WHERE user_id = ${user} AND codename IN (${codenames.map((each) => `'${each}'`).join(', ')})`;

export function assetScopeSql(filter: AssetScopeFilter, parameters: SqlParameters): string {
  const { collections } = filter;
  const base = baseScopeSql(filter, parameters);
  if (collections.length === 0) return base;
  const anonymous = parameters.add(filter.anonymousUserId, 'int');
  return `${base}
    UNION SELECT child.id FROM asset collection JOIN asset child ON child.parent_id = collection.id
     WHERE collection.uid = ANY(${parameters.add(collections, 'text[]')}) AND collection.date_deleted IS NULL
       AND collection.id IN (${assignedTo(anonymous, 'discover_asset')})
       AND child.id IN (${assignedTo(anonymous, 'view_asset')})`;
}

function baseScopeSql(
  { scope, viewerId, anonymousUserId }: AssetScopeFilter,
  parameters: SqlParameters,
): string {
  const viewer = (): string => parameters.add(viewerId, 'int');
  const anonymous = (): string => parameters.add(anonymousUserId, 'int');
  switch (scope) {
    case 'owned':
      return `SELECT id FROM asset WHERE owner_id = ${viewer()}`;
    case 'granted':
      return assignedTo(viewer(), 'view_asset');
    case 'sharing':
      return assignedTo(viewer(), 'view_submissions', 'partial_submissions');
    case 'discoverable':
      return assignedTo(anonymous(), 'discover_asset');
    case 'followed':
      return followed(viewer(), anonymous());
    case 'listed':
      return listed(viewer(), anonymous());
  }
}

function listed(viewer: string, anonymous: string): string {
  const own = followed(viewer, anonymous);
  return `${assignedTo(viewer, 'view_asset')}
    UNION ${own}
    UNION SELECT child.id FROM (${own}) collection JOIN asset child ON child.parent_id = collection.asset_id
           WHERE child.id IN (${assignedTo(anonymous, 'view_asset')})`;
}

/** Collections that a user subscribes to and that are still discoverable. */
function followed(viewer: string, anonymous: string): string {
  return `SELECT s.asset_id FROM asset_subscription s
           WHERE s.user_id = ${viewer} AND s.asset_id IN (${assignedTo(anonymous, 'discover_asset')})`;
}
