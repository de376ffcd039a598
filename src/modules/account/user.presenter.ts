import { shownExtraDetails } from '../../domain/account/extra-details';
import { wireDate, wireSeconds } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import type { ManagedUser, PublicUser } from './user.service';

/** contract-assets 7.8: what any signed-in user may know of another. */
export function presentUser(
  links: Links,
  { username, dateJoined, publicCollections, followers }: PublicUser,
) {
  return {
    url: links.user(username),
    username,
    date_joined: wireSeconds(dateJoined),
    public_collection_subscribers_count: followers,
    public_collections_count: publicCollections,
  };
}

/** contract-assets 7.8: what superusers see of every account. */
export function presentManagedUser(links: Links, user: ManagedUser) {
  return {
    url: links.user(user.username),
    id: user.id,
    username: user.username,
    is_superuser: user.isSuperuser,
    is_active: user.isActive,
    email: user.email,
    date_joined: wireSeconds(user.dateJoined),
    last_login: user.lastLogin === null ? null : wireDate(user.lastLogin),
    asset_count: user.assetCount,
    metadata: shownExtraDetails(user.extraDetails),
  };
}
