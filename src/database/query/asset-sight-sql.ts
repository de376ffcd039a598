import type { AssetSight } from '../../domain/asset/asset-sight';
import type { SqlParameters } from './sql-parameters';

/** Who looks, and at what. */
export interface SightOf {
  /** The caller, or AnonymousUser for a caller without credentials. */
  readonly viewerId: number;
  readonly anonymousUserId: number;
  readonly sight: AssetSight;
  /** Uids of collections: what is public in those that are discoverable is seen too, by anyone. */
  readonly collections: readonly string[];
}

/** The assets on which a user holds a permission by an assignment. */
const holding = (user: string, ...codenames: readonly string[]): string =>
  `SELECT asset_id FROM permission_assignment
    WHERE user_id = ${user} AND codename IN (${codenames.map((each) => `'${each}'`).join(', ')})`;

/** The ids of the assets in sight. */
export function sightSql(of: SightOf, parameters: SqlParameters): string {
  const { collections } = of;
  const seen = seenSql(of, parameters);
  if (collections.length === 0) return seen;
  const anonymous = parameters.add(of.anonymousUserId, 'int');
  return `${seen}
    UNION SELECT child.id FROM asset collection JOIN asset child ON child.parent_id = collection.id
     WHERE collection.uid = ANY(${parameters.add(collections, 'text[]')}) AND collection.date_deleted IS NULL
       AND collection.id IN (${holding(anonymous, 'discover_asset')})
       AND child.id IN (${holding(anonymous, 'view_asset')})`;
}

function seenSql({ sight, viewerId, anonymousUserId }: SightOf, parameters: SqlParameters): string {
  const viewer = (): string => parameters.add(viewerId, 'int');
  const anonymous = (): string => parameters.add(anonymousUserId, 'int');
  switch (sight) {
    case 'owned':
      return `SELECT id FROM asset WHERE owner_id = ${viewer()}`;
    case 'granted':
      return holding(viewer(), 'view_asset');
    case 'sharing':
      return holding(viewer(), 'view_submissions', 'partial_submissions');
    case 'discoverable':
      return holding(anonymous(), 'discover_asset');
    case 'followed':
      return followed(viewer(), anonymous());
    case 'listed':
      return listed(viewer(), anonymous());
  }
}

function listed(viewer: string, anonymous: string): string {
  const own = followed(viewer, anonymous);
  return `${holding(viewer, 'view_asset')}
    UNION ${own}
    UNION SELECT child.id FROM (${own}) collection JOIN asset child ON child.parent_id = collection.asset_id
           WHERE child.id IN (${holding(anonymous, 'view_asset')})`;
}

/** The collections that a user follows and that are still public. */
function followed(viewer: string, anonymous: string): string {
  return `SELECT s.asset_id FROM asset_subscription s
           WHERE s.user_id = ${viewer} AND s.asset_id IN (${holding(anonymous, 'discover_asset')})`;
}
